internal import FileSystem
internal import GitObjects
internal import Merge

/// A version that a path had lately, as far as it matters for saves that have not seen it.
struct RecentVersion: Hashable {
  /// The content; of no file the empty one.
  var blob: ObjectID
  /// Who made it; nil where it came with an adoption, in whose commits that is found.
  var origin: WriteOrigin?
  /// The commit that has it; of an adoption, the one that was adopted.
  var commit: ObjectID?
  /// When it came, seconds since 1970.
  var seconds: Int64
  /// Whether an editor that had the file open need not have seen it: Stet put it in its place, or an agent wrote it.
  var isPlaced: Bool
  /// Whether there was no file.
  var isAbsent = false
  /// Whether the file that Stet put there was read; nil where nothing tells.
  var witness: OpenWitness?
  /// Whether it never stood there: it is the end of an append that came behind another text.
  var neverStood = false
  /// The save that it is the merge of.
  var repairs: ObjectID?

  /// There was no file until the first version came.
  static func absent(at seconds: Int64) -> RecentVersion {
    RecentVersion(blob: .emptyBlob, seconds: seconds, isPlaced: false, isAbsent: true)
  }
}
