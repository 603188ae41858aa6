package import Documents
package import GitObjects

/// One of the two trees of a merge, with its history.
package struct SideVersion {
  /// The root of the side.
  package var tree: ObjectID
  /// Renames that were recorded between base and tree, oldest first; of files or of directories.
  package var renames: [PathRename]
  /// Returns whether renames were watched when a file of the base was deleted. If so, an unrecorded rename is found by
  /// equal content only, else by similar content too (review C14).
  package var watched: (String) -> Bool
  /// Whether a folder counts as renamed if most of its files moved elsewhere, so that the other side's new files
  /// follow; otherwise only a recorded rename of the folder counts.
  package var infersFolders: Bool
  /// Returns the weight of this side's changes of a file. Called only for files that both sides changed.
  package var standing: (String) -> Standing
  /// Returns the weight of this side's changes of some bytes of its version of a file; nil if only the whole path can
  /// be judged.
  package var placeStanding: (String, Range<Int>) -> Standing?

  /// Returns the creator of a file and the time, if it was created on this side. Called only for new files of both
  /// sides.
  package var creation: (String) -> Creation?

  /// Makes a side.
  package init(
    tree: ObjectID, renames: [PathRename] = [],
    standing: @escaping (String) -> Standing = { _ in Standing(rank: .agent) },
    watched: @escaping (String) -> Bool = { _ in false }, infersFolders: Bool = true,
    placeStanding: @escaping (String, Range<Int>) -> Standing? = { _, _ in nil },
    creation: @escaping (String) -> Creation? = { _ in nil }
  ) {
    self.tree = tree
    self.renames = renames
    self.standing = standing
    self.watched = watched
    self.infersFolders = infersFolders
    self.placeStanding = placeStanding
    self.creation = creation
  }
}
