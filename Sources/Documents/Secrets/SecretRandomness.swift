/// Distinguishes a random key from words and examples. Pure.
enum SecretRandomness {
  /// Words that mark a text as an example.
  static let placeholders = ["example", "xxxx", "your", "placeholder", "redacted", "dummy"]

  /// Returns whether letters are as mixed as those of a key, and no word marks them as an example.
  static func isRandom(_ text: Slice<UnsafeBufferPointer<UInt8>>) -> Bool {
    var seen = [Int](repeating: 0, count: 256)
    for byte in text { seen[Int(byte)] += 1 }
    let kinds = seen.count { $0 > 0 }
    // Of 16 random letters 11 or more nearly always differ, of longer texts more; a row of x has one. Joined words have
    // small letters only.
    guard text.contains(where: { !SecretForm.isWordSign($0) }) else { return false }
    guard kinds >= min(9, text.count / 2), let most = seen.max(), most * 3 <= text.count else { return false }
    let word = String(decoding: text, as: UTF8.self).lowercased()
    guard !placeholders.contains(where: word.contains) else { return false }
    // Ascending rows such as abcdef0123456789 are typed, not random.
    var rising = 0
    var previous: UInt8?
    for byte in text {
      if let before = previous, byte == before &+ 1 { rising += 1 }
      previous = byte
    }
    return rising * 3 <= text.count
  }
}
