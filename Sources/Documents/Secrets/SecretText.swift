/// The decoded text in which secrets are searched. Pure.
enum SecretText {
  /// Returns a text as UTF-8 without Markdown's backslashes before `_` and `-`; the line structure is kept.
  ///
  /// UTF-16 is recognized by its byte order mark, or by zeros in every other byte of the beginning.
  static func plain(of bytes: [UInt8]) -> [UInt8] {
    var text = bytes
    if let isBigEndian = isBigEndian(bytes) {
      let (high, low) = isBigEndian ? (0, 1) : (1, 0)
      let units: [UInt16] = stride(from: 0, to: bytes.count - 1, by: 2).map { index in
        UInt16(bytes[index + high]) << 8 | UInt16(bytes[index + low])
      }
      text = Array(String(decoding: units, as: UTF16.self).utf8)
    }
    return withoutEscapes(text)
  }

  /// Returns the line number of an offset, counted from 1.
  static func line(at offset: Int, in text: UnsafeBufferPointer<UInt8>) -> Int {
    1 + text[..<offset].count { $0 == UInt8(ascii: "\n") }
  }

  /// Returns whether UTF-16 has its high bytes first; nil if the text is not UTF-16.
  private static func isBigEndian(_ bytes: [UInt8]) -> Bool? {
    if bytes.starts(with: [0xFE, 0xFF]) { return true }
    if bytes.starts(with: [0xFF, 0xFE]) { return false }
    let beginning = bytes.prefix(64)
    guard beginning.count >= 16 else { return nil }
    let even = stride(from: 0, to: beginning.count, by: 2).count { beginning[$0] == 0 }
    let odd = stride(from: 1, to: beginning.count, by: 2).count { beginning[$0] == 0 }
    let half = beginning.count / 2
    if even * 4 >= half * 3, odd == 0 { return true }
    if odd * 4 >= half * 3, even == 0 { return false }
    return nil
  }

  private static func withoutEscapes(_ text: [UInt8]) -> [UInt8] {
    let backslash = UInt8(ascii: "\\")
    return text.withUnsafeBufferPointer { bytes in
      let isEscape = { (index: Int) in
        bytes[index] == backslash && index + 1 < bytes.count
          && (bytes[index + 1] == UInt8(ascii: "_") || bytes[index + 1] == UInt8(ascii: "-"))
      }
      var index = 0
      while index < bytes.count, !isEscape(index) { index += 1 }
      guard index < bytes.count else { return text }
      return bytes.indices.filter { !isEscape($0) }.map { bytes[$0] }
    }
  }
}
