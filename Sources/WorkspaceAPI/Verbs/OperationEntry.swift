package import GitObjects

/// Something that was done as one and can be taken back as one (decision 16).
package struct OperationEntry: Sendable, Codable {
  /// What sort of operation it is.
  package enum Kind: String, Sendable, Codable, CaseIterable {
    /// What one agent did in one go.
    case agent
    /// An earlier state was brought back.
    case restore
    /// Something was taken back.
    case undo
    /// A conflict was settled.
    case resolve
    /// What another machine, or the person's own git, had was merged with what stood here, or taken as it was.
    case adopt
  }

  /// The id, equal on every machine; `stet undo` takes it, or its beginning.
  package var id: String
  /// What sort it is.
  package var kind: Kind
  /// Who did it.
  package var author: AuthorRecord
  /// The machine it was done on; nil for what was adopted.
  package var machine: String?
  /// The machines that what was adopted came from; empty for everything else.
  package var from: [String]
  /// When it was done (its last commit), ISO 8601 with the author's offset.
  package var time: String
  /// The first line of its last commit's message.
  package var subject: String
  /// Its last commit.
  package var commit: ObjectID
  /// How many commits it has.
  package var commits: Int
  /// How many files it changed.
  package var files: Int
  /// The first 20 of them.
  package var paths: [String]
  /// The ids of the operations or changes that it takes back.
  package var undoes: [String]
  /// The operation that took it back and stands; nil where it stands itself.
  package var undoneBy: String?

  /// How many paths an entry names.
  package static let pathLimit = 20

  /// Makes an entry.
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

  /// Says which files it changed.
  package mutating func name(_ changed: [String]) {
    files = changed.count
    paths = Array(changed.prefix(Self.pathLimit))
  }
}
