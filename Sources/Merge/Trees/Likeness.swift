internal import Values

/// The pieces of a content, to measure the part of it that another content holds.
///
/// Pieces are lines, and the sentences of long lines because prose has a paragraph on a line. Their order does not
/// count, as in git's own measure.
package struct Likeness {
  /// The smallest share, in thousandths, that counts as a rename: half of the content, as in git.
  package static let least = 500
  /// The greatest size in bytes that is split into pieces; larger contents are compared only for equality.
  package static let largest = 8 << 20

  private var pieces: [UInt64: Int] = [:]
  private let size: Int

  /// Splits a content into its lines and sentences and adds up their lengths by their hash.
  package init(_ bytes: [UInt8]) {
    size = bytes.count
    var hash = FNV1a()
    var start = 0
    for (position, byte) in bytes.enumerated() {
      hash.add(byte)
      let length = position + 1 - start
      let isEnd =
        byte == UInt8(ascii: "\n")
        || (byte == UInt8(ascii: " ") && length > 2 && Self.endsSentence(bytes[position - 1])) || length >= 512
      guard isEnd else { continue }
      pieces[hash.value, default: 0] += length
      hash = FNV1a()
      start = position + 1
    }
    if start < bytes.count { pieces[hash.value, default: 0] += bytes.count - start }
  }

  /// Returns the part of the larger content that the smaller one holds, in thousandths.
  package func share(with other: Likeness) -> Int {
    let (few, many) = pieces.count < other.pieces.count ? (self, other) : (other, self)
    var shared = 0
    for (hash, length) in few.pieces { shared += min(length, many.pieces[hash] ?? 0) }
    return shared * 1_000 / max(size, other.size, 1)
  }

  /// Returns whether a content of so many bytes may share enough with this one to count as a rename: pieces are shared
  /// at most once, so neither content may be more than twice as large as the other. Otherwise it need not be read.
  func mayBeAlike(contentOf other: Int64) -> Bool {
    min(Int64(size), other) * 1_000 >= max(Int64(size), other) * Int64(Self.least)
  }

  private static func endsSentence(_ byte: UInt8) -> Bool {
    byte == UInt8(ascii: ".") || byte == UInt8(ascii: "!") || byte == UInt8(ascii: "?")
  }
}
