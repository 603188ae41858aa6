package import GitObjects

/// What settling a path's conflicts did.
package struct ResolveReceipt: Sendable, Codable {
  /// The commit that says so.
  package var commit: ObjectID?
  /// The conflicts that it settles.
  package var settled: [String]
  /// The paths whose content changed with it.
  package var paths: [String]
  /// How many conflicts are still open in the workspace.
  package var remaining: Int

  /// Makes a receipt.
  package init(commit: ObjectID?, settled: [String], paths: [String], remaining: Int) {
    self.commit = commit
    self.settled = settled
    self.paths = paths
    self.remaining = remaining
  }
}
