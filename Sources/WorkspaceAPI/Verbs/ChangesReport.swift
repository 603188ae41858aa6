package import GitObjects

/// Others' changes.
package struct ChangesReport: Hashable, Sendable, Codable {
  /// The last tip of the report; nil before the first commit.
  package var tip: ObjectID?
  /// The paths, by name.
  package var changes: [ChangedPath]
  /// The number of further paths.
  package var more: Int
  /// Whether the report covers all commits of the range: of thousands of commits it covers only the newest.
  package var isWhole: Bool

  /// Creates a report.
  package init(tip: ObjectID?, changes: [ChangedPath] = [], more: Int = 0, isWhole: Bool = true) {
    self.tip = tip
    self.changes = changes
    self.more = more
    self.isWhole = isWhole
  }
}
