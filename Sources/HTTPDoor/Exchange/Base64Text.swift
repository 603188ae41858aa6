/// Texts in padded base64 (RFC 4648, section 4).
enum Base64Text {
  private static let letters = Array("ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/".utf8)

  /// Returns the decoded text; nil if it is not base64, has bits left over, or is not UTF-8.
  static func decode(_ encoded: some StringProtocol) -> String? {
    let digits = Array(encoded.utf8)
    guard digits.count.isMultiple(of: 4) else { return nil }
    let padding = digits.reversed().prefix { $0 == UInt8(ascii: "=") }.count
    guard padding <= 2 else { return nil }
    var bytes: [UInt8] = []
    var bits = 0
    var count = 0
    for digit in digits.dropLast(padding) {
      guard let value = letters.firstIndex(of: digit) else { return nil }
      bits = bits << 6 | value
      count += 6
      if count >= 8 {
        count -= 8
        bytes.append(UInt8(truncatingIfNeeded: bits >> count))
        bits &= (1 << count) - 1
      }
    }
    guard bits == 0 else { return nil }
    return String(validating: bytes, as: UTF8.self)
  }
}
