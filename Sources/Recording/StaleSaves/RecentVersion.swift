internal import FileSystem
internal import GitObjects
internal import WorkTree

/// A recent version of a path, as far as it matters for saves that have not seen it.
struct RecentVersion: Hashable {
  /// The content; the empty one for no file.
  var blob: ObjectID
  /// The origin; nil for an adopted version, whose commits have it.
  var origin: WriteOrigin?
  /// The commit that has it; for an adoption, the adopted one.
  var commit: ObjectID?
  /// The time of the version, seconds since 1970.
  var seconds: Int64
  /// Whether an editor that had the file open may not have seen it: Stet placed it, or an agent wrote it.
  var isPlaced: Bool
  /// Whether others moved the file with this version to the path: an editor of that name may have loaded it as missing.
  var isMoved = false
  /// Whether there was no file.
  var isAbsent = false
  /// Whether the file that Stet placed was read; nil if unknown.
  var witness: OpenWitness?
  /// Whether it was never at the path: an append followed another text instead.
  var neverStood = false
  /// The save that it is the merge of.
  var repairs: ObjectID?
  /// The path's contents in the parents of its commit, nil for no file; empty for a version that was made from the next
  /// one in the list. Versions of two branches follow each other without being made from each other.
  var parents: [ObjectID?] = []

  /// Makes the version before the first one: there was no file.
  static func absent(at seconds: Int64) -> RecentVersion {
    RecentVersion(blob: .emptyBlob, seconds: seconds, isPlaced: false, isAbsent: true)
  }
}
