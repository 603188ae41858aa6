internal import WorkspaceAPI
internal import Documents
internal import GitObjects

/// A commit with the facts that `OperationList` needs.
struct OperationCommit: Hashable, Sendable {
  /// The commit.
  var id: ObjectID
  var parents: [ObjectID] = []
  var author: AuthorRecord
  /// The machine that recorded it.
  var machine: String?
  /// The model, if the agent named it.
  var model: String?
  /// The author's time, in seconds since 1970; a replay keeps it.
  var seconds: Int64
  /// The author's time in ISO 8601.
  var time = ""
  /// The first line of its message.
  var subject = ""
  /// The changed paths, if they were requested.
  var paths: [String] = []
  /// The id of the change, which a replay keeps.
  var change: String?
  /// The version or commit that it restores.
  var restores: String?
  /// The conflicts that it resolves.
  var resolves: [String] = []
  /// The changes that it undoes.
  var undoes: [ChangeRange] = []
  /// The committer's time on this line of history, in seconds since 1970: git lists commits in this order.
  var recorded: Int64 = 0
  /// Whether it represents an adoption from the remote, from its parent on (`Adoption`).
  var isAdoption = false

  /// Its id in trailers and as an operation: the change's id, or the commit's id if there is none.
  var key: String { change ?? id.hex }

  /// The kind of the operation that it is or belongs to; nil for none.
  var kind: OperationEntry.Kind? {
    if isAdoption { return .adopt }
    if !undoes.isEmpty { return .undo }
    if !resolves.isEmpty { return .resolve }
    if restores != nil { return .restore }
    if author.kind == "sync" { return parents.count > 1 ? .adopt : nil }
    return author.kind == "agent" ? .agent : nil
  }
}
