package import GitObjects

/// What a restore or an undo did.
package struct RestoreReceipt: Sendable, Codable {
  /// The commit; nil where nothing had to change.
  package var commit: ObjectID?
  /// The paths whose content changed.
  package var paths: [String]
  /// Regions left alone because somebody wrote there since, each as `path: lines a–b`.
  package var kept: [String]

  /// Makes a receipt.
  package init(commit: ObjectID?, paths: [String], kept: [String]) {
    self.commit = commit
    self.paths = paths
    self.kept = kept
  }
}
