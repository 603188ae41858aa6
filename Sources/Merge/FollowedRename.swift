internal import GitObjects

/// A rename by one side of a file that the other side edited where it stood.
struct FollowedRename {
  /// Where the file stood.
  var from: String
  /// Where the renaming side has it now.
  var to: String
  /// Who renamed it.
  var renamer: MergeSide
  /// What stood there in the base.
  var base: TreeEntry
  /// What the editing side made of it.
  var edited: TreeEntry
}
