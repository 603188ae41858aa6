/// Removes escapes of single characters that would divide a key (`\_`, `\/`, `\u005f`, `\x5f`), and invisible ones.
///
/// Pure.
enum SecretEscapes {
  /// The bytes with which an escape or an invisible character begins.
  private static let isBeginning: [Bool] = {
    var table = [Bool](repeating: false, count: 256)
    for byte: UInt8 in [UInt8(ascii: "\\"), 0xC2, 0xCD, 0xE1, 0xE2, 0xE3, 0xEF] { table[Int(byte)] = true }
    return table
  }()

  /// Returns a text without them.
  static func removed(from text: [UInt8]) -> [UInt8] {
    text.withUnsafeBufferPointer { bytes in
      isBeginning.withUnsafeBufferPointer { isBeginning in
        var plain: [UInt8] = []
        var copied = 0
        var index = 0
        while index < bytes.count {
          guard isBeginning[Int(bytes[index])] else {
            index += 1
            continue
          }
          let (length, letter) =
            bytes[index] == UInt8(ascii: "\\") ? escape(at: index, in: bytes) : (invisible(at: index, in: bytes), nil)
          guard length > 0 else {
            // Backslashes that escape nothing are passed together: they may be many.
            repeat {
              index += 1
            } while index < bytes.count && bytes[index - 1] == UInt8(ascii: "\\") && bytes[index] == UInt8(ascii: "\\")
            continue
          }
          if plain.isEmpty { plain.reserveCapacity(bytes.count) }
          plain += bytes[copied..<index]
          if let letter { plain.append(letter) }
          index += length
          copied = index
        }
        return copied == 0 ? text : plain + bytes[copied...]
      }
    }
  }

  /// Returns the length of the backslashes at an index with what they escape, and the letter that takes its place.
  ///
  /// A text in a text doubles them.
  private static func escape(at index: Int, in bytes: UnsafeBufferPointer<UInt8>) -> (length: Int, letter: UInt8?) {
    var end = index
    while end < bytes.count, bytes[end] == UInt8(ascii: "\\") { end += 1 }
    guard end < bytes.count else { return (0, nil) }
    switch bytes[end] {
    case UInt8(ascii: "_"), UInt8(ascii: "-"), UInt8(ascii: "/"): return (end - index, nil)
    case UInt8(ascii: "u"):
      let isBraced = end + 1 < bytes.count && bytes[end + 1] == UInt8(ascii: "{")
      let start = isBraced ? end + 2 : end + 1
      var last = start
      while last < bytes.count, last - start < (isBraced ? 6 : 4), SecretEncoding.digit(bytes[last]) != nil {
        last += 1
      }
      guard !isBraced || last < bytes.count && bytes[last] == UInt8(ascii: "}"), isBraced || last - start == 4,
        let letter = letter(bytes[start..<last])
      else { return (0, nil) }
      return (last - index + (isBraced ? 1 : 0), letter)
    case UInt8(ascii: "x"):
      guard end + 2 < bytes.count, let letter = letter(bytes[(end + 1)...(end + 2)]) else { return (0, nil) }
      return (end + 3 - index, letter)
    default: return (0, nil)
    }
  }

  /// Returns the ASCII character of hexadecimal digits; nil for any other and for control characters.
  private static func letter(_ digits: Slice<UnsafeBufferPointer<UInt8>>) -> UInt8? {
    var code = 0
    for byte in digits {
      guard let digit = SecretEncoding.digit(byte) else { return nil }
      code = code << 4 | Int(digit)
    }
    return (0x21...0x7E).contains(code) ? UInt8(code) : nil
  }

  /// Returns the length of an invisible character at an index; 0 if there is none.
  private static func invisible(at index: Int, in bytes: UnsafeBufferPointer<UInt8>) -> Int {
    let second = index + 1 < bytes.count ? bytes[index + 1] : 0
    let third = index + 2 < bytes.count ? bytes[index + 2] : 0
    switch (bytes[index], second, third) {
    // The soft hyphen, and the joiner of graphemes.
    case (0xC2, 0xAD, _), (0xCD, 0x8F, _): return 2
    // The Mongolian vowel separator, the Hangul filler, variation selectors, and the byte order mark.
    case (0xE1, 0xA0, 0x8E), (0xE3, 0x85, 0xA4), (0xEF, 0xB8, 0x80...0x8F), (0xEF, 0xBB, 0xBF): return 3
    // Spaces and joiners without width, and marks of the direction.
    case (0xE2, 0x80, 0x8B...0x8F), (0xE2, 0x80, 0xAA...0xAE), (0xE2, 0x81, 0xA0...0xAF): return 3
    default: return 0
    }
  }
}
