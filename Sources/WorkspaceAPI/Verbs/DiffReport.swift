package import GitObjects

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
