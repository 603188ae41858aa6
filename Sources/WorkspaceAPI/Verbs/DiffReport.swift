package import GitObjects

/// A difference.
package struct DiffReport: Sendable, Codable {
  /// The older commit.
  package var from: ObjectID
  /// The newer commit.
  package var to: ObjectID
  /// The paths that differ.
  package var paths: [String]
  /// The unified diff as stock git shows it.
  package var patch: String
  /// The paths that differ too, and that the policy keeps from the agent that asks; nil for none.
  package var withheld: [String]?

  /// Makes a report.
  package init(from: ObjectID, to: ObjectID, paths: [String], patch: String) {
    self.from = from
    self.to = to
    self.paths = paths
    self.patch = patch
  }
}
