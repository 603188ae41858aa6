/// The name of a setting before `=`, `:` or `>`: `password`, `"api_key"`, `<password>`, `key="password" value`. Pure.
struct SettingName {
  /// The kind of value that a name announces.
  enum Purpose {
    case password
    /// A key or token.
    case key
    /// The credentials of a request: a scheme with a token, or a user's name with a password in Base64.
    case credentials
    /// The value of the setting that another attribute names.
    case value
  }

  /// The offsets of the name.
  let range: Range<Int>
  /// The kind of value.
  let purpose: Purpose

  private static let text: [(purpose: Purpose, ends: [String])] = [
    (.password, ["password", "passwd", "passphrase", "passwort", "dbpass", "userpass", "pwd"]),
    (
      .key,
      [
        "secret", "secretkey", "apikey", "accesskey", "token", "privatekey", "encryptionkey", "signingkey",
        "accountkey", "authkey", "masterkey", "sharedkey",
      ]
    ),
    (.credentials, ["authorization", "auth"]), (.value, ["value"]),
  ]
  /// The ends of names in small letters without separators, by their last letter.
  private static let byLast: [[(end: [UInt8], purpose: Purpose)]] = {
    var table = [[(end: [UInt8], purpose: Purpose)]](repeating: [], count: 256)
    for (purpose, ends) in text {
      for end in ends {
        guard let last = end.utf8.last else { continue }
        for byte in [last, last - 0x20] { table[Int(byte)].append((Array(end.utf8), purpose)) }
      }
    }
    return table
  }()

  /// Creates a value from the text before a sign; nil if there is no name of a secret.
  init?(in text: UnsafeBufferPointer<UInt8>, before sign: Int) {
    var end = sign
    if text[sign] == UInt8(ascii: ">") {
      // `<password>`, or `<property name="password">`.
      let isAttribute = end > 0 && Self.quotes.contains(text[end - 1])
      guard let name = SettingName(in: text, endingAt: isAttribute ? end - 1 : end), name.purpose != .value else {
        return nil
      }
      let start = name.range.lowerBound
      let isNamed =
        isAttribute ? Self.isNaming(in: text, before: start) : start > 0 && Self.opening.contains(text[start - 1])
      guard isNamed else { return nil }
      self = name
      return
    }
    let next = sign + 1 < text.count ? text[sign + 1] : 0
    guard next != UInt8(ascii: "="), next != UInt8(ascii: ":") else { return nil }
    // `:=` and `: str =` are read from the last sign.
    if end > 0, text[sign] == UInt8(ascii: "="),
      text[end - 1] == UInt8(ascii: ":") || text[end - 1] == UInt8(ascii: "?")
    {
      end -= 1
    }
    while end > 0, text[end - 1] == 0x20 || text[end - 1] == 0x09 { end -= 1 }
    // `headers["Authorization"] =`
    if end > 1, text[end - 1] == UInt8(ascii: "]"), Self.quotes.contains(text[end - 2]) { end -= 1 }
    if end > 0, Self.quotes.contains(text[end - 1]) { end -= 1 }
    guard let name = SettingName(in: text, endingAt: end) else { return nil }
    guard name.purpose == .value else {
      self = name
      return
    }
    guard let other = Self.other(in: text, before: name.range.lowerBound) else { return nil }
    self = SettingName(range: name.range, purpose: other)
  }

  private init(range: Range<Int>, purpose: Purpose) {
    self.range = range
    self.purpose = purpose
  }

  /// Creates a value from the name that ends at an offset.
  private init?(in text: UnsafeBufferPointer<UInt8>, endingAt end: Int) {
    guard end > 0 else { return nil }
    let candidates = Self.byLast[Int(text[end - 1])]
    guard !candidates.isEmpty else { return nil }
    var start = end
    while start > 0, end - start < 64, SecretForm.Alphabet.dotted.contains(text[start - 1]) { start -= 1 }
    guard end - start < 64, let found = candidates.first(where: { Self.ends(text[start..<end], with: $0.end) }) else {
      return nil
    }
    if found.purpose == .value, end - start != found.end.count { return nil }
    self.init(range: start..<end, purpose: found.purpose)
  }

  private static let quotes = Array("\"'".utf8)
  private static let opening = Array("<:".utf8)
  private static let namings = ["key", "name"].map { Array($0.utf8) }

  /// Returns whether a name ends with letters, whatever separators are between them.
  private static func ends(_ name: Slice<UnsafeBufferPointer<UInt8>>, with letters: [UInt8]) -> Bool {
    var position = name.endIndex
    var index = letters.count
    while index > 0 {
      guard position > name.startIndex else { return false }
      position -= 1
      guard SecretForm.Alphabet.alphanumeric.contains(name[position]) else { continue }
      // The sixth bit makes a letter small and does not change a digit.
      guard name[position] | 0x20 == letters[index - 1] else { return false }
      index -= 1
    }
    return true
  }

  /// Returns the purpose of the name in the attribute before: `key="password" value=`, `name: password`, newline, `value:`.
  private static func other(in text: UnsafeBufferPointer<UInt8>, before offset: Int) -> Purpose? {
    var end = offset
    while end > 0, offset - end < 64, isBetween(text[end - 1]) { end -= 1 }
    guard let name = SettingName(in: text, endingAt: end), name.purpose != .value else { return nil }
    return isNaming(in: text, before: name.range.lowerBound) ? name.purpose : nil
  }

  /// Returns whether the text before an offset says that a name follows: `name="`, `"key": "`.
  private static func isNaming(in text: UnsafeBufferPointer<UInt8>, before offset: Int) -> Bool {
    var end = offset
    while end > 0, offset - end < 16,
      isBetween(text[end - 1]) || text[end - 1] == UInt8(ascii: "=") || text[end - 1] == UInt8(ascii: ":")
    { end -= 1 }
    return end >= 4 && end < offset && namings.contains { ends(text[(end - 4)..<end], with: $0) }
  }

  private static func isBetween(_ byte: UInt8) -> Bool {
    byte == 0x20 || byte == 0x09 || byte == 0x0A || byte == 0x0D || byte == UInt8(ascii: ",") || quotes.contains(byte)
  }
}
