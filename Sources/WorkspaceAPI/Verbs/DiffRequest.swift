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
  /// The changes of the difference, instead of two states: what the present files have of them, in a form that
  /// `git apply -R` takes; nil for a difference between states.
  package var changes: ChangeConditions?
  /// The caller; an agent sees what the policy lets it read.
  package var caller: Caller

  package init(
    path: String? = nil, from: String? = nil, to: String? = nil, changes: ChangeConditions? = nil,
    caller: Caller = .person
  ) {
    self.path = path
    self.from = from
    self.to = to
    self.changes = changes
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
  /// The exact bytes of the diff in base64 if they are not UTF-8, so that `patch` only shows them; nil if they are.
  package var bytes: String?
  /// Further paths that differ, but that the policy withholds from the agent; nil for none.
  package var withheld: [String]?
  /// Further paths that differ and hold large files, whose content is not in the repository; nil for none.
  package var large: [String]?
  /// The places where others replaced the chosen changes since, so that the files do not have them; nil for none.
  package var kept: [KeptPlace]?

  package init(from: ObjectID, to: ObjectID, paths: [String], patch: String) {
    self.from = from
    self.to = to
    self.paths = paths
    self.patch = patch
  }
}
