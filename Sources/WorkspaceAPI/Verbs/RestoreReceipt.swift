package import GitObjects

/// What a restore or an undo did.
package struct RestoreReceipt: Sendable, Codable {
  /// The commit; nil where nothing had to change.
  package var commit: ObjectID?
  /// Its id as an operation, for `stet undo`; nil where nothing had to change.
  package var operation: String?
  /// The paths whose content changed.
  package var paths: [String]
  /// What was left alone because somebody was there since.
  package var kept: [KeptPlace]
  /// The conflicts that are open again.
  package var reopened: [String]
  /// The conflicts that do not arise any more, since what they came from was taken back.
  package var withdrawn: [String]
  /// The operation that had taken it back before; nil where none had.
  package var undoneBy: String?

  /// Makes a receipt.
  package init(
    commit: ObjectID?, operation: String? = nil, paths: [String], kept: [KeptPlace], reopened: [String] = [],
    withdrawn: [String] = [], undoneBy: String? = nil
  ) {
    self.commit = commit
    self.operation = operation
    self.paths = paths
    self.kept = kept
    self.reopened = reopened
    self.withdrawn = withdrawn
    self.undoneBy = undoneBy
  }
}
