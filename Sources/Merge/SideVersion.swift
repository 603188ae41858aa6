package import Documents
package import GitObjects

/// One of the two trees of a merge, with what is known of how it came to be.
package struct SideVersion {
  /// The tree.
  package var tree: ObjectID
  /// Renames that were seen between base and tree, oldest first; of files or of directories.
  package var renames: [PathRename]
  /// Whether renames were watched for when a file of the base went: then one that was not seen is known by equal
  /// content alone, else by similar content too (review C14).
  package var watched: (String) -> Bool
  /// Whether a folder of which most files went elsewhere counts as renamed, so that what the other side made in it goes
  /// along; else only one that was seen to be.
  package var infersFolders: Bool
  /// What this side's change of a file weighs. Asked only for files that both sides changed.
  package var standing: (String) -> Standing
  /// What its changes of some bytes of its version of a file weigh; nil where only the whole path can be judged.
  package var placeStanding: (String, Range<Int>) -> Standing?

  /// Who made a file and when, where that was on this side; asked only for new files of both sides.
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
