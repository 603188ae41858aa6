package import Documents
package import GitObjects

/// One of the two trees of a merge, with what is known of how it came to be.
package struct SideVersion {
  /// The tree.
  package var tree: ObjectID
  /// Renames that were seen between base and tree, oldest first; of files or of directories.
  package var renames: [PathRename]
  /// What this side's change of a file weighs. Asked only for files that both sides changed.
  package var standing: (String) -> Standing

  /// Makes a side.
  package init(
    tree: ObjectID, renames: [PathRename] = [],
    standing: @escaping (String) -> Standing = { _ in Standing(rank: .agent) }
  ) {
    self.tree = tree
    self.renames = renames
    self.standing = standing
  }
}
