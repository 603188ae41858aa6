/// A password in an address: `postgres://user:password@host`. Pure.
struct AddressSecret {
  let text: UnsafeBufferPointer<UInt8>
  /// The offset of the first colon.
  let anchor: Int

  /// The range of the password; nil if there is none, or only an example.
  var place: SecretPlace? {
    guard text.hasBytes(Self.beginning, at: anchor), anchor > 1,
      SecretForm.Alphabet.alphanumeric.contains(text[anchor - 1])
    else { return nil }
    var colon: Int?
    var position = anchor + 3
    let limit = min(text.count, position + 300)
    while position < limit, text[position] != UInt8(ascii: "@") {
      let byte = text[position]
      guard byte > 0x20, byte < 0x7F, !Self.ends.contains(byte) else { return nil }
      if byte == UInt8(ascii: ":"), colon == nil { colon = position }
      position += 1
    }
    guard position < limit, let colon else { return nil }
    let password = text[(colon + 1)..<position]
    var end = position + 1
    while end < text.count, SecretForm.Alphabet.dotted.contains(text[end]) { end += 1 }
    let host = String(decoding: text[(position + 1)..<end], as: UTF8.self).lowercased()
    guard !host.isEmpty, !Self.isExample(host), SecretPassword(password).isLikely(isLiteral: true) else { return nil }
    return SecretPlace(kind: "an address with a password", range: (colon + 1)..<position)
  }

  private static let beginning = Array("://".utf8)
  /// The characters that cannot occur in an address before its host.
  private static let ends = Array("/\"'`<>?#\\()[]{}".utf8)

  /// Returns whether a host is reserved for examples (RFC 2606).
  private static func isExample(_ host: String) -> Bool {
    let names = host.split(separator: ".").map(String.init)
    guard let last = names.last else { return true }
    return ["example", "test", "invalid"].contains(last)
      || (names.count > 1 && names[names.count - 2] == "example" && ["com", "org", "net"].contains(last))
  }
}
