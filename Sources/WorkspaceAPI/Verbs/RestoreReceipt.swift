package import GitObjects

/// The result of a restore or an undo.
package struct RestoreReceipt: Sendable, Codable {
  /// The commit; nil if nothing had to change.
  package var commit: ObjectID?
  /// Its id as an operation, for `stet undo`; nil if nothing had to change.
  package var operation: String?
  /// The paths whose content changed.
  package var paths: [String]
  /// The places that were not changed because somebody changed them since.
  package var kept: [KeptPlace]
  /// The conflicts that are open again.
  package var reopened: [String]
  /// The conflicts that were closed because their cause was undone.
  package var withdrawn: [String]
  /// The operation that had undone it before; nil for none.
  package var undoneBy: String?

  /// Creates a receipt.
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
