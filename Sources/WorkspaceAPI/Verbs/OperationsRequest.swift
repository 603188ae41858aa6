package import GitObjects

/// Requests the operations that can be undone, newest first.
package struct OperationsRequest: AnonymousVerb {
  package typealias Answer = [OperationEntry]
  package static let name = "operations"

  /// The greatest number of operations; nil for all.
  package var limit: Int?
  /// Restricts the list to operations that changed this file, or a file below this folder; nil for all.
  package var path: String?
  /// The conditions on the newest change of an operation.
  package var conditions: ChangeConditions

  package init(limit: Int? = nil, path: String? = nil, conditions: ChangeConditions = ChangeConditions()) {
    self.limit = limit
    self.path = path
    self.conditions = conditions
  }
}

/// A group of changes that was made as one and can be undone as one (decision 16).
package struct OperationEntry: Sendable, Codable {
  /// The kind of operation.
  package enum Kind: String, Sendable, Codable, CaseIterable {
    /// The changes of one agent in one turn.
    case agent
    /// A restore of an earlier state.
    case restore
    case undo
    /// A resolved conflict.
    case resolve
    /// Changes of another machine, or of the person's own git, that were merged with the local state or adopted
    /// unchanged.
    case adopt
  }

  /// The id, equal on every machine; `stet undo` takes it, or a prefix of it.
  package var id: String
  /// The kind of operation.
  package var kind: Kind
  package var author: AuthorRecord
  /// The machine of the operation; nil for adopted changes.
  package var machine: String?
  /// The machines that adopted changes came from; empty for other kinds.
  package var from: [String]
  /// The time of its last commit, ISO 8601 with the author's offset.
  package var time: String
  /// The first line of its last commit's message.
  package var subject: String
  /// Its last commit.
  package var commit: ObjectID
  /// The number of commits.
  package var commits: Int
  /// The number of changed files.
  package var files: Int
  /// The paths of the first 20 changed files.
  package var paths: [String]
  /// The ids of the operations or changes that it undoes.
  package var undoes: [String]
  /// The operation that undid it and is itself in effect; nil if this operation is in effect.
  package var undoneBy: String?

  /// The greatest number of paths in an entry.
  package static let pathLimit = 20

  package init(
    id: String, kind: Kind, author: AuthorRecord, machine: String?, from: [String] = [], time: String, subject: String,
    commit: ObjectID, commits: Int, paths: [String], undoes: [String] = [], undoneBy: String? = nil
  ) {
    self.id = id
    self.kind = kind
    files = paths.count
    self.author = author
    self.machine = machine
    self.from = from
    self.time = time
    self.subject = subject
    self.commit = commit
    self.commits = commits
    self.paths = Array(paths.prefix(Self.pathLimit))
    self.undoes = undoes
    self.undoneBy = undoneBy
  }

  /// Sets the changed files.
  package mutating func name(_ changed: [String]) {
    files = changed.count
    paths = Array(changed.prefix(Self.pathLimit))
  }
}
