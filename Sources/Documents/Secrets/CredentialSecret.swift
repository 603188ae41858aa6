/// The credentials of a request: `Authorization: Bearer …`, `Basic …`, and `"auth": "…"` of Docker. Pure.
struct CredentialSecret {
  let text: UnsafeBufferPointer<UInt8>
  /// The offset of the sign after the name.
  let sign: Int

  private static let schemes = ["bearer", "token", "bot"].map { Array($0.utf8) }
  private static let basic = Array("basic".utf8)

  /// The range of the token; nil if there is none.
  var place: SecretPlace? {
    let isOpening = { (byte: UInt8) in
      byte == 0x20 || byte == 0x09 || byte == UInt8(ascii: "\"") || byte == UInt8(ascii: "'")
    }
    let start = end(from: sign + 1, isOpening)
    let word = start..<end(from: start, SecretForm.Alphabet.credentials.contains)
    let next = word.upperBound < text.count ? text[word.upperBound] : 0x0A
    guard next == 0x20 else { return user(in: word) }
    let token = word.upperBound + 1..<end(from: word.upperBound + 1, SecretForm.Alphabet.credentials.contains)
    if isScheme(Self.basic, word) { return user(in: token) }
    guard Self.schemes.contains(where: { isScheme($0, word) }), SecretPassword(text[token]).isKey else { return nil }
    return SecretPlace(kind: "a key", range: token)
  }

  /// Returns the place of a name and a password in Base64.
  private func user(in range: Range<Int>) -> SecretPlace? {
    guard (12...400).contains(range.count) else { return nil }
    let isPassword = SecretEncoding.base64(text[range]).withUnsafeBufferPointer { user in
      guard user.allSatisfy({ (0x20..<0x7F).contains($0) }), let colon = user.firstIndex(of: UInt8(ascii: ":")),
        colon > 0
      else { return false }
      return SecretPassword(user[(colon + 1)...]).isLikely(isLiteral: true)
    }
    return isPassword ? SecretPlace(kind: "a password", range: range) : nil
  }

  private func isScheme(_ scheme: [UInt8], _ word: Range<Int>) -> Bool {
    word.count == scheme.count && text[word].elementsEqual(scheme) { $0 | 0x20 == $1 }
  }

  private func end(from start: Int, _ isPart: (UInt8) -> Bool) -> Int {
    var end = start
    while end < text.count, end - start < 512, isPart(text[end]) { end += 1 }
    return end
  }
}
