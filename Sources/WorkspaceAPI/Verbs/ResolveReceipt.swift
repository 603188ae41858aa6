package import GitObjects

/// The result of resolving a path's conflicts.
package struct ResolveReceipt: Sendable, Codable {
  /// The commit that resolves them.
  package var commit: ObjectID?
  /// The resolved conflicts.
  package var settled: [String]
  /// The paths whose content changed.
  package var paths: [String]
  /// The number of open conflicts left in the workspace.
  package var remaining: Int

  /// Creates a receipt.
  package init(commit: ObjectID?, settled: [String], paths: [String], remaining: Int) {
    self.commit = commit
    self.settled = settled
    self.paths = paths
    self.remaining = remaining
  }
}
