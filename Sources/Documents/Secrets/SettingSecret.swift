/// A password, key or token that is the value of a setting: `password = …`, `"api_key": "…"`, `<password>…<`. Pure.
struct SettingSecret {
  let text: UnsafeBufferPointer<UInt8>
  /// The offset of `=`, `:` or `>`.
  let sign: Int

  /// The range of the value; nil if the setting is not for a secret, or its value is an example or a reference.
  var place: SecretPlace? {
    guard let name = SettingName(in: text, before: sign) else { return nil }
    if name.purpose == .credentials { return CredentialSecret(text: text, sign: sign).place }
    guard let value = value(of: name) else { return nil }
    let password = SecretPassword(text[value.range])
    let isPassword = name.purpose == .password
    let isSecret = isPassword ? password.isLikely(isLiteral: value.isLiteral) : password.isKey
    return isSecret ? SecretPlace(kind: isPassword ? "a password" : "a key", range: value.range) : nil
  }

  /// Returns the value after the sign: a quoted text without spaces, an element of XML, a word that ends its line or its
  /// argument, or a part of a connection string.
  ///
  /// A literal value is not an expression of a program.
  private func value(of name: SettingName) -> (range: Range<Int>, isLiteral: Bool)? {
    var start = sign + 1
    if text[sign] == UInt8(ascii: ">") {
      let end = end(from: start) { $0 == UInt8(ascii: "<") }
      return text.hasBytes(Self.closing, at: end) ? (start..<end, true) : nil
    }
    while start < text.count, text[start] == 0x20 || text[start] == 0x09 { start += 1 }
    guard start < text.count else { return nil }
    if Self.quotes.contains(text[start]) {
      let quote = text[start]
      let end = end(from: start + 1) { $0 == quote }
      return end < text.count && text[end] == quote ? (start + 1..<end, true) : nil
    }
    let isAttached = text[sign] == UInt8(ascii: "=") && start == sign + 1
    let before = name.range.lowerBound > 0 ? text[name.range.lowerBound - 1] : 0x0A
    let isQuery = isAttached && (before == UInt8(ascii: "?") || before == UInt8(ascii: "&"))
    let end = end(from: start) { Self.ends.contains($0) || isQuery && $0 == UInt8(ascii: "&") }
    guard end - start <= 256 else { return nil }
    let next = end < text.count ? text[end] : 0x0A
    // `Server=…;Password=…;`, `?user=me&password=…`, `"host=… password=…"`
    if isAttached, Self.partEnds.contains(next),
      Self.partBeginnings.contains(before) || before == 0x20 && (Self.quotes.contains(next) || follows(";", name))
    {
      return (start..<end, true)
    }
    // `-H "X-Api-Key: …"`
    if start > sign + 1, Self.quotes.contains(before), next == before { return (start..<end, true) }
    var rest = end
    while rest < text.count, text[rest] == 0x20 || text[rest] == 0x09 || text[rest] == 0x0D { rest += 1 }
    let isLast = rest == text.count || text[rest] == UInt8(ascii: "\n") || text[rest] == UInt8(ascii: "#")
    // `PGPASSWORD=…` of the environment.
    if isLast, isAttached, !text[name.range].contains(where: { (0x61...0x7A).contains($0) }) {
      return (start..<end, true)
    }
    // `--password=… -u me`: an argument.
    return isLast || isAttached && (rest > end || next == UInt8(ascii: ",") || next == UInt8(ascii: ";"))
      ? (start..<end, false) : nil
  }

  /// Returns the end of the visible characters from an offset, or of the first that ends a value.
  private func end(from start: Int, _ isEnd: (UInt8) -> Bool) -> Int {
    var end = start
    while end < text.count, end - start <= 256, text[end] > 0x20, !isEnd(text[end]) { end += 1 }
    return end
  }

  /// Returns whether a character and a space are before a name.
  private func follows(_ character: Unicode.Scalar, _ name: SettingName) -> Bool {
    let offset = name.range.lowerBound - 2
    return offset >= 0 && text[offset] == UInt8(ascii: character)
  }

  private static let closing = Array("</".utf8)
  private static let quotes = Array("\"'`".utf8)
  /// The characters that end a word.
  private static let ends = Array("\"'`<>,;(){}[]|\\".utf8)
  /// The characters before and after a part of a connection string.
  private static let partBeginnings = Array(";&?\"'`".utf8)
  private static let partEnds = Array(";&\"'`".utf8)
}
