/// A name or path as a key of dictionaries and sets: equal only if the bytes are equal.
///
/// Swift's strings are equal if Unicode defines them as equivalent: `é` as one code point equals `e` with a combining
/// accent. To git and to Linux these are two files.
package struct NameKey: Hashable, Sendable {
  /// The text.
  package let text: Substring

  /// Creates a key of a text.
  package init(_ text: Substring) { self.text = text }

  /// Creates a key of a text.
  package init(_ text: String) { self.text = text[...] }

  /// Returns whether the bytes are equal.
  package static func == (left: NameKey, right: NameKey) -> Bool { left.text.hasSameBytes(as: right.text) }

  /// Hashes the bytes.
  package func hash(into hasher: inout Hasher) { text.hashBytes(into: &hasher) }
}

extension StringProtocol {
  /// Returns whether two texts consist of the same bytes; `==` also holds for texts that are only equivalent in
  /// Unicode.
  package func hasSameBytes(as other: some StringProtocol) -> Bool {
    let quick = utf8.withContiguousStorageIfAvailable { left in
      other.utf8.withContiguousStorageIfAvailable { right in
        left.count == right.count && left.elementsEqual(right)
      }
    }
    if let quick, let same = quick { return same }
    return utf8.elementsEqual(other.utf8)
  }

  /// Feeds the bytes to a hasher.
  package func hashBytes(into hasher: inout Hasher) {
    let done: Void? = utf8.withContiguousStorageIfAvailable { hasher.combine(bytes: UnsafeRawBufferPointer($0)) }
    if done == nil { for byte in utf8 { hasher.combine(byte) } }
    hasher.combine(UInt8(0xFF))
  }
}
