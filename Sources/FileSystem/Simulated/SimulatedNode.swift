/// What a simulated inode is, apart from its bytes.
struct SimulatedNode: Sendable {
  /// What it is.
  let kind: FileStamp.Kind
  /// Mode, owner, group and extended attributes.
  var attributes: SimulatedAttributes
  /// A folder's names, as bytes: Swift's strings take different spellings of one letter for equal, a disk does not.
  var entries: [[UInt8]: UInt64] = [:]
  /// A link's target.
  var target: [UInt8] = []
  /// Number of names.
  var links: UInt64 = 0
}
