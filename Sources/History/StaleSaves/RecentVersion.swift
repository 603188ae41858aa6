internal import FileSystem
internal import GitObjects

/// A version that a path had lately, as far as it matters for saves that have not seen it.
struct RecentVersion: Hashable {
  /// The content.
  var blob: ObjectID
  /// Who made it; nil where it came with an adoption, in whose commits that is found.
  var origin: WriteOrigin?
  /// The commit that has it; of an adoption, the one that was adopted.
  var commit: ObjectID?
  /// When it came, seconds since 1970.
  var seconds: Int64
  /// Whether Stet put it in its place: an editor that had the file open need not have seen it.
  var isPlaced: Bool
  /// Whether the file that Stet put there was read; nil where nothing tells.
  var witness: OpenWitness?
  /// The save that it is the merge of.
  var repairs: ObjectID?
}
