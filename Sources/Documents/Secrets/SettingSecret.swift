/// A password, key or token that is the value of a setting: `password = …`, `"api_key": "…"`. Pure.
struct SettingSecret {
  /// The text.
  let text: UnsafeBufferPointer<UInt8>
  /// The offset of `=` or `:`.
  let sign: Int

  /// The range of the value; nil if the setting is not for a secret, or its value is an example or a reference.
  var place: SecretPlace? {
    guard text[sign] == UInt8(ascii: ":") || text[sign] == UInt8(ascii: "="), let name else { return nil }
    let isPassword = Self.passwords.contains { name.ends(with: $0) }
    guard isPassword || Self.keys.contains(where: { name.ends(with: $0) }) else { return nil }
    guard let value else { return nil }
    let password = SecretPassword(text[value.range])
    let isSecret = isPassword ? password.isLikely(isQuoted: value.isQuoted) : password.isKey
    return isSecret ? SecretPlace(kind: isPassword ? "a password" : "a key", range: value.range) : nil
  }

  /// The ends of names of passwords, in small letters without separators.
  private static let passwords = ["password", "passwd", "passphrase", "passwort", "dbpass", "userpass", "pwd"].map {
    Array($0.utf8)
  }
  /// The ends of names of keys.
  private static let keys = [
    "secret", "secretkey", "secretaccesskey", "apikey", "accesskey", "authtoken", "accesstoken", "refreshtoken",
    "apitoken", "bearertoken", "clientsecret", "privatekey", "encryptionkey", "signingkey", "accountkey", "bottoken",
  ].map { Array($0.utf8) }
  /// Whether a searched name ends with a letter, capital or small.
  private static let isEnd: [Bool] = {
    var table = [Bool](repeating: false, count: 256)
    for name in passwords + keys {
      if let last = name.last { (table[Int(last)], table[Int(last) - 32]) = (true, true) }
    }
    return table
  }()

  /// The name before the sign in small letters, without `_`, `-` and `.`; nil if there is none.
  private var name: [UInt8]? {
    let next = sign + 1 < text.count ? text[sign + 1] : 0
    guard next != UInt8(ascii: "="), next != UInt8(ascii: ":") else { return nil }
    var end = sign
    // `:=` and `: str =` are read from the last sign.
    if end > 0, text[sign] == UInt8(ascii: "="), [UInt8(ascii: ":"), UInt8(ascii: "?")].contains(text[end - 1]) {
      end -= 1
    }
    while end > 0, text[end - 1] == 0x20 || text[end - 1] == 0x09 { end -= 1 }
    if end > 0, [UInt8(ascii: "\""), UInt8(ascii: "'")].contains(text[end - 1]) { end -= 1 }
    guard end > 0, Self.isEnd[Int(text[end - 1])] else { return nil }
    var name: [UInt8] = []
    var start = end
    while start > 0, end - start < 64, SecretForm.Alphabet.dotted.contains(text[start - 1]) {
      start -= 1
      // The sixth bit makes a letter small and does not change a digit.
      if SecretForm.Alphabet.alphanumeric.contains(text[start]) { name.append(text[start] | 0x20) }
    }
    return end - start < 64 ? name.reversed() : nil
  }

  /// The value after the sign: a quoted text without spaces, or a word that ends its line or its argument.
  private var value: (range: Range<Int>, isQuoted: Bool)? {
    var start = sign + 1
    while start < text.count, text[start] == 0x20 || text[start] == 0x09 { start += 1 }
    guard start < text.count else { return nil }
    if Self.quotes.contains(text[start]) {
      let quote = text[start]
      var end = start + 1
      while end < text.count, end - start <= 256, text[end] > 0x20, text[end] != quote { end += 1 }
      guard end < text.count, text[end] == quote else { return nil }
      return (start + 1..<end, true)
    }
    var end = start
    while end < text.count, end - start <= 256, text[end] > 0x20, !Self.ends.contains(text[end]) { end += 1 }
    guard end - start <= 256 else { return nil }
    var rest = end
    while rest < text.count, text[rest] == 0x20 || text[rest] == 0x09 || text[rest] == 0x0D { rest += 1 }
    let isLast = rest == text.count || text[rest] == UInt8(ascii: "\n") || text[rest] == UInt8(ascii: "#")
    // `--password=… -u me`: an argument.
    let isArgument = text[sign] == UInt8(ascii: "=") && start == sign + 1 && rest > end
    return isLast || isArgument ? (start..<end, false) : nil
  }

  private static let quotes = Array("\"'`".utf8)
  /// The characters that end a word.
  private static let ends = Array("\"'`<>,;(){}[]|\\".utf8)
}

extension [UInt8] {
  /// Returns whether the array ends with these bytes.
  fileprivate func ends(with bytes: [UInt8]) -> Bool { suffix(bytes.count).elementsEqual(bytes) }
}
