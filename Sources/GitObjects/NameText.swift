/// A lossless text form of file names: bytes that are not UTF-8 are mapped to code points of a private plane and back.
///
/// Linux names are bytes; Swift strings are Unicode. A byte `b` (0x80…0xFF) that is not part of valid UTF-8 is shown as
/// U+10FF00 + b. So is a slash in a name of a hostile tree, because it must not be taken for a separator. A name with
/// such a code point of its own is never synced (it is *held* as a bad name), so it cannot be confused with an escaped
/// one on another machine.
package enum NameText {
  private static let escapes: ClosedRange<UInt32> = 0x10FF80...0x10FFFF
  private static let slash: UInt32 = 0x10FF2F

  /// Returns the text for the bytes of a name.
  package static func decode(_ bytes: some Collection<UInt8>) -> String {
    // Nearly all names are ASCII: they need no validation, which took longer than the rest of the function.
    let plain = bytes.withContiguousStorageIfAvailable { buffer -> String? in
      for byte in buffer where byte >= 0x80 { return nil }
      return String(decoding: buffer, as: UTF8.self)
    }
    if let plain, let text = plain { return text }
    if let text = String(validating: bytes, as: UTF8.self) { return text }
    var scalars = String.UnicodeScalarView()
    var rest = Array(bytes)[...]
    while let first = rest.first {
      let length = first < 0x80 ? 1 : first >= 0xF0 ? 4 : first >= 0xE0 ? 3 : 2
      if rest.count >= length, let piece = String(validating: rest.prefix(length), as: UTF8.self) {
        scalars.append(contentsOf: piece.unicodeScalars)
        rest = rest.dropFirst(length)
      } else {
        if let scalar = Unicode.Scalar(0x10FF00 + UInt32(first)) { scalars.append(scalar) }
        rest = rest.dropFirst()
      }
    }
    return String(scalars)
  }

  /// Returns the text for the bytes of a tree entry's name: one path component, whatever it contains.
  static func decode(entry bytes: some Collection<UInt8>) -> String {
    guard bytes.contains(UInt8(ascii: "/")), let slash = Unicode.Scalar(slash) else { return decode(bytes) }
    return bytes.split(separator: UInt8(ascii: "/"), omittingEmptySubsequences: false).map { decode($0) }
      .joined(separator: String(Character(slash)))
  }

  /// Returns the bytes for the text of a name; the inverse of `decode`.
  package static func encode(_ text: some StringProtocol) -> [UInt8] {
    guard isEscaped(text) else { return Array(text.utf8) }
    var bytes: [UInt8] = []
    for scalar in text.unicodeScalars {
      if scalar.value == slash {
        bytes.append(UInt8(ascii: "/"))
      } else if escapes.contains(scalar.value) {
        bytes.append(UInt8(truncatingIfNeeded: scalar.value))
      } else {
        bytes.append(contentsOf: String(scalar).utf8)
      }
    }
    return bytes
  }

  /// Returns whether the text contains escaped bytes.
  package static func isEscaped(_ text: some StringProtocol) -> Bool {
    guard mayBeEscaped(text) else { return false }
    return text.unicodeScalars.contains { $0.value == slash || escapes.contains($0.value) }
  }

  /// Returns whether the text is a name with an escaped slash, which no name on a disk has.
  package static func hasSlash(_ text: some StringProtocol) -> Bool {
    mayBeEscaped(text) && text.unicodeScalars.contains { $0.value == slash }
  }

  /// Returns whether the text has the first byte of U+10FF2F or U+10FF80…U+10FFFF; for most names it has not.
  private static func mayBeEscaped(_ text: some StringProtocol) -> Bool {
    // Each system call on a name asks this: by bytes in place, not by an iterator of the text's type.
    let found = text.utf8.withContiguousStorageIfAvailable { buffer in
      for byte in buffer where byte == 0xF4 { return true }
      return false
    }
    return found ?? text.utf8.contains(0xF4)
  }
}

/// A name or path as a key of dictionaries and sets: equal only if the bytes are equal.
///
/// Swift's strings are equal if Unicode defines them as equivalent: `é` as one code point equals `e` with a combining
/// accent. To git and to Linux these are two files.
package struct NameKey: Hashable, Sendable {
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

  /// Returns whether the bytes precede those of another text, as git orders paths.
  package func precedesBytes(of other: some StringProtocol) -> Bool {
    let quick = utf8.withContiguousStorageIfAvailable { left in
      other.utf8.withContiguousStorageIfAvailable { right in
        Self.precedes(UnsafeRawBufferPointer(left), UnsafeRawBufferPointer(right))
      }
    }
    if let quick, let precedes = quick { return precedes }
    return utf8.lexicographicallyPrecedes(other.utf8)
  }

  /// Compares eight bytes at once: paths of one folder begin alike.
  private static func precedes(_ left: UnsafeRawBufferPointer, _ right: UnsafeRawBufferPointer) -> Bool {
    let count = Swift.min(left.count, right.count)
    var position = 0
    while position + 8 <= count {
      let first = left.loadUnaligned(fromByteOffset: position, as: UInt64.self)
      let second = right.loadUnaligned(fromByteOffset: position, as: UInt64.self)
      if first != second { return first.bigEndian < second.bigEndian }
      position += 8
    }
    while position < count {
      if left[position] != right[position] { return left[position] < right[position] }
      position += 1
    }
    return left.count < right.count
  }

  /// Feeds the bytes to a hasher.
  package func hashBytes(into hasher: inout Hasher) {
    let done: Void? = utf8.withContiguousStorageIfAvailable { hasher.combine(bytes: UnsafeRawBufferPointer($0)) }
    if done == nil { for byte in utf8 { hasher.combine(byte) } }
    hasher.combine(UInt8(0xFF))
  }
}
