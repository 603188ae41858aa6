/// A part of a tree object under construction: bytes of another tree, or an entry of its own.
package enum TreePiece: Hashable, Sendable {
  /// Entries of the other tree, by their byte range in its content.
  case copy(Range<Int>)
  /// A single entry.
  case entry(TreeEntry)

  /// Returns the content of the tree object that consists of pieces in git's order.
  package static func content(of pieces: [TreePiece], copying other: [UInt8]) -> [UInt8] {
    var bytes: [UInt8] = []
    bytes.reserveCapacity(other.count + pieces.count * 48)
    for piece in pieces {
      switch piece {
      case .copy(let range): bytes += other[range]
      case .entry(let entry): bytes += TreeBytes.encoded(entry)
      }
    }
    return bytes
  }
}
