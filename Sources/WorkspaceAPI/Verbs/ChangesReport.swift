package import GitObjects

/// What others changed.
package struct ChangesReport: Hashable, Sendable, Codable {
  /// The tip that it reaches to; nil before the first commit.
  package var tip: ObjectID?
  /// The paths, by name.
  package var changes: [ChangedPath]
  /// How many more paths there are.
  package var more: Int
  /// Whether all that was recorded since was looked at: of thousands of commits only the newest are.
  package var isWhole: Bool

  /// Makes a report.
  package init(tip: ObjectID?, changes: [ChangedPath] = [], more: Int = 0, isWhole: Bool = true) {
    self.tip = tip
    self.changes = changes
    self.more = more
    self.isWhole = isWhole
  }
}
