package import GitObjects

/// Requests the difference between two recorded states.
package struct DiffRequest: Verb {
  package typealias Answer = DiffReport
  package static let name = "diff"

  /// Restricts the difference to this file or folder; nil for all.
  package var path: String?
  /// The older state: a commit or anything stock git resolves; nil for the parent of `to`.
  package var from: String?
  /// The newer state; nil for the tip.
  package var to: String?
  /// The caller; an agent sees what the policy lets it read.
  package var caller: Caller

  /// Creates a request.
  package init(path: String? = nil, from: String? = nil, to: String? = nil, caller: Caller = .person) {
    self.path = path
    self.from = from
    self.to = to
    self.caller = caller
  }
}

/// A difference between two recorded states.
package struct DiffReport: Sendable, Codable {
  /// The older commit.
  package var from: ObjectID
  /// The newer commit.
  package var to: ObjectID
  /// The paths that differ.
  package var paths: [String]
  /// The unified diff, as stock git shows it.
  package var patch: String
  /// Further paths that differ, but that the policy withholds from the agent; nil for none.
  package var withheld: [String]?

  /// Creates a report.
  package init(from: ObjectID, to: ObjectID, paths: [String], patch: String) {
    self.from = from
    self.to = to
    self.paths = paths
    self.patch = patch
  }
}
