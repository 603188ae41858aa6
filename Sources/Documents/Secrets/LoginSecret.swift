/// A password in a file of logins (`.netrc`): `machine host login me password …`. Pure.
struct LoginSecret {
  let text: UnsafeBufferPointer<UInt8>
  /// The offset of `login`.
  let anchor: Int

  private static let login = Array("login".utf8)
  private static let password = Array("password".utf8)

  /// The range of the password; nil if there is none, or only an example.
  var place: SecretPlace? {
    guard text.hasBytes(Self.login, at: anchor), let name = word(after: anchor + Self.login.count),
      let sign = word(after: name.upperBound), text[sign].elementsEqual(Self.password),
      let value = word(after: sign.upperBound), SecretPassword(text[value]).isLikely(isLiteral: true)
    else { return nil }
    return SecretPlace(kind: "a password", range: value)
  }

  /// Returns the word after blanks; nil if there is none.
  private func word(after end: Int) -> Range<Int>? {
    var start = end
    while start < text.count, start - end < 64, [0x20, 0x09, 0x0A, 0x0D].contains(text[start]) { start += 1 }
    var last = start
    while last < text.count, last - start < 256, text[last] > 0x20 { last += 1 }
    return start > end && last > start ? start..<last : nil
  }
}
