/// A blob with the bytes that a pack stores for it, so that other threads compress it for the one that writes the pack.
///
/// Format of the bytes: an entry of git's `gitformat-pack`, kind and length before the content in zlib format.
package struct PackableBlob: Hashable, Sendable {
  /// The id of the content.
  package let id: ObjectID
  package let entry: [UInt8]
  /// The CRC-32 of the entry, for the pack's index.
  package let checksum: UInt32

  /// Takes an entry that was made for a content.
  package init(id: ObjectID, entry: [UInt8], checksum: UInt32) {
    self.id = id
    self.entry = entry
    self.checksum = checksum
  }
}
