/// Distinguishes a password or key from an example, a name and a reference. Pure.
struct SecretPassword {
  private let bytes: Slice<UnsafeBufferPointer<UInt8>>
  private let small: Int
  private let capitals: Int
  private let digits: Int
  private let signs: Int

  /// Creates a value from the value of a setting.
  init(_ bytes: Slice<UnsafeBufferPointer<UInt8>>) {
    self.bytes = bytes
    small = bytes.count { (0x61...0x7A).contains($0) }
    capitals = bytes.count { (0x41...0x5A).contains($0) }
    digits = bytes.count { (0x30...0x39).contains($0) }
    signs = bytes.count - small - capitals - digits
  }

  /// Returns whether the value is likely a password that a person or a program made: eight or more characters of three
  /// kinds, or twelve or more letters, with a digit.
  ///
  /// A value that is not literal may be an identifier of a program: `user.password1` does not count.
  func isLikely(isLiteral: Bool) -> Bool {
    guard (8...128).contains(bytes.count), isMixed else { return false }
    if isKey { return true }
    let kinds = [small, capitals, digits, signs].count { $0 > 0 }
    guard digits > 0, isNoReference else { return false }
    return kinds >= 3 && (isLiteral || hasPasswordSign || digits >= 3) || isPhrase
  }

  /// Whether it is twelve or more letters and digits, most of them small letters: `correcthorse12x`.
  private var isPhrase: Bool { bytes.count >= 12 && small * 2 >= bytes.count && signs == 0 }

  /// Whether the value is likely generated: twenty or more letters and digits as mixed as those of a key.
  var isKey: Bool {
    guard (20...256).contains(bytes.count), !isUUID else { return false }
    guard bytes.allSatisfy({ SecretForm.Alphabet.base64.contains($0) || SecretForm.Alphabet.dotted.contains($0) })
    else {
      return false
    }
    // `Curve25519.PrivateKey` is the name of a type.
    if let dot = bytes.lastIndex(of: UInt8(ascii: ".")) {
      guard bytes.endIndex - dot > 16, bytes.count > 40 || !bytes.contains(UInt8(ascii: "_")) else { return false }
    }
    return (hasDigitsOfKey || hasCasesOfKey) && SecretRandomness.isRandom(bytes) && isNoReference
  }

  /// Whether the value is a generated key of capitals, small letters and digits, none of them rare.
  var isMixedKey: Bool {
    capitals >= 4 && small >= 4 && digits >= 1 && changes * 5 >= bytes.count * 2 && isKey
  }

  /// Whether digits are as frequent and spread as in a key: joined words have few, and those at their ends.
  private var hasDigitsOfKey: Bool {
    guard digits * 12 >= bytes.count, small + capitals > 2 else { return false }
    if bytes.allSatisfy(SecretForm.Alphabet.hex.contains) { return changes * 5 >= bytes.count }
    // With letters of one case, fewer neighbors differ.
    let isOneCase = signs == 0 && (small == 0 || capitals == 0) && digits * 6 >= bytes.count
    return changes * (isOneCase ? 4 : 3) >= bytes.count
  }

  /// Whether capitals are as frequent and spread as in a key with few digits: joined words have one each.
  private var hasCasesOfKey: Bool {
    digits > 0 && small >= 5 && capitals >= 5 && capitals * 2 >= small && changes * 5 >= bytes.count * 2
  }

  /// The number of changes between kinds of characters.
  private var changes: Int {
    var count = 0
    var previous: Int?
    for byte in bytes {
      let kind =
        (0x61...0x7A).contains(byte) ? 0 : (0x41...0x5A).contains(byte) ? 1 : (0x30...0x39).contains(byte) ? 2 : 3
      if let previous, previous != kind { count += 1 }
      previous = kind
    }
    return count
  }

  /// Whether it contains characters that names and paths of programs do not have.
  private var hasPasswordSign: Bool { bytes.contains { Array("!@#%^&*+?=".utf8).contains($0) } }

  private var isMixed: Bool { Set(bytes).count * 2 >= min(bytes.count, 20) }

  /// Whether it is not a reference to something else: a variable, a path, an address, an example.
  private var isNoReference: Bool {
    guard let first = bytes.first, !Array("$@%&*/.~<{\\".utf8).contains(first) else { return false }
    guard bytes.allSatisfy({ $0 > 0x20 && $0 < 0x7F }) else { return false }
    let text = String(decoding: bytes, as: UTF8.self).lowercased()
    // A JSON web token does not show what it opens.
    return !text.hasPrefix("eyj") && !Self.references.contains(where: text.contains)
  }

  /// Texts that occur in references and examples.
  private static let references =
    SecretRandomness.placeholders + [
      "${", "$(", "{{", "%(", "://", "::", "->", "()", "process.env", "os.env", "getenv", "secrets.", "changeme",
      "password", "passwd", "passw0rd", "secret", "hunter2", "****", "....", "1234", "abcd", "test", "fake", "sample",
      "foobar", "qwert",
    ]

  /// Whether it is a UUID, which is a name.
  private var isUUID: Bool {
    bytes.count == 36
      && bytes.enumerated().allSatisfy { index, byte in
        [8, 13, 18, 23].contains(index) ? byte == UInt8(ascii: "-") : SecretForm.Alphabet.alphanumeric.contains(byte)
      }
  }
}
