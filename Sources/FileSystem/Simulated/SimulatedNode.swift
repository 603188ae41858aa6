/// A simulated inode without its bytes.
struct SimulatedNode: Sendable {
  /// The kind of file.
  let kind: FileStamp.Kind
  /// Mode, owner, group and extended attributes.
  var attributes: SimulatedAttributes
  /// A folder's names as bytes: Swift strings with different spellings of one letter are equal, but a disk
  /// distinguishes them.
  var entries: [[UInt8]: UInt64] = [:]
  /// A link's target.
  var target: [UInt8] = []
  /// The number of names.
  var links: UInt64 = 0
}
