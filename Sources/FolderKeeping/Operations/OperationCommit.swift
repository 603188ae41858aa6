package import WorkspaceAPI
package import Documents
package import GitObjects

/// A commit with the facts that the list of operations needs.
package struct OperationCommit: Hashable, Sendable {
  /// The commit.
  package var id: ObjectID
  package var parents: [ObjectID]
  package var author: AuthorRecord
  /// The machine that recorded it.
  package var machine: String?
  /// The model, if the agent named it.
  package var model: String?
  /// The author's time, in seconds since 1970; a replay keeps it.
  package var seconds: Int64
  /// The author's time in ISO 8601.
  package var time: String
  /// The first line of its message.
  package var subject: String
  /// The changed paths, if they were requested.
  package var paths: [String]
  /// The id of the change, which a replay keeps.
  var change: String?
  /// The version or commit that it restores.
  var restores: String?
  /// The conflicts that it resolves.
  package var resolves: [String]
  /// The changes that it undoes.
  package var undoes: [ChangeRange]
  /// The committer's time on this line of history, in seconds since 1970: git lists commits in this order.
  package var recorded: Int64
  /// Whether it represents an adoption from the remote, from its parent on (`Adoption`).
  package var isAdoption: Bool

  /// Makes a commit from its facts.
  package init(
    id: ObjectID, parents: [ObjectID] = [], author: AuthorRecord, machine: String? = nil, model: String? = nil,
    seconds: Int64, time: String = "", subject: String = "", paths: [String] = [], change: String? = nil,
    restores: String? = nil, resolves: [String] = [], undoes: [ChangeRange] = [], recorded: Int64 = 0,
    isAdoption: Bool = false
  ) {
    self.id = id
    self.parents = parents
    self.author = author
    self.machine = machine
    self.model = model
    self.seconds = seconds
    self.time = time
    self.subject = subject
    self.paths = paths
    self.change = change
    self.restores = restores
    self.resolves = resolves
    self.undoes = undoes
    self.recorded = recorded
    self.isAdoption = isAdoption
  }

  /// Its id in trailers and as an operation: the change's id, or the commit's id if there is none.
  package var key: String { change ?? id.hex }

  /// The kind of the operation that it is or belongs to; nil for none.
  package var kind: OperationEntry.Kind? {
    if isAdoption { return .adopt }
    if !undoes.isEmpty { return .undo }
    if !resolves.isEmpty { return .resolve }
    if restores != nil { return .restore }
    if author.kind == "sync" { return parents.count > 1 ? .adopt : nil }
    return author.kind == "agent" ? .agent : nil
  }
}
