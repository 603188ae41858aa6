/// The `file:` address of an absolute path.
enum FileAddress {
  private static let plain = Set("ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-._~/".utf8)
  private static let digits = Array("0123456789ABCDEF".utf8)

  /// Returns the address, with the escapes that a URL requires.
  static func text(_ path: String) -> String {
    "file://" + escaped(path)
  }

  /// Returns a text with the escapes that a URL requires.
  static func escaped(_ text: String) -> String {
    var bytes: [UInt8] = []
    for byte in text.utf8 {
      if plain.contains(byte) {
        bytes.append(byte)
      } else {
        bytes += [UInt8(ascii: "%"), digits[Int(byte >> 4)], digits[Int(byte & 15)]]
      }
    }
    return String(decoding: bytes, as: UTF8.self)
  }

  /// Returns the absolute path of an address; nil if it is not the address of a file on this machine.
  static func path(_ address: String) -> String? {
    var rest = Array(address.utf8)[...]
    guard rest.starts(with: "file://".utf8) else { return nil }
    rest = rest.dropFirst(7)
    if rest.starts(with: "localhost/".utf8) { rest = rest.dropFirst(9) }
    guard rest.first == UInt8(ascii: "/") else { return nil }
    return unescaped(rest)
  }

  /// Returns the text of a part of a URL; nil for a wrong escape, and for bytes that are no text.
  static func unescaped(_ part: ArraySlice<UInt8>) -> String? {
    var rest = part
    var bytes: [UInt8] = []
    while let byte = rest.popFirst() {
      guard byte == UInt8(ascii: "%") else {
        bytes.append(byte)
        continue
      }
      let digits = rest.prefix(2)
      guard digits.count == 2, let value = UInt8(String(decoding: digits, as: UTF8.self), radix: 16) else { return nil }
      bytes.append(value)
      rest = rest.dropFirst(2)
    }
    return String(validating: bytes, as: UTF8.self)
  }
}
