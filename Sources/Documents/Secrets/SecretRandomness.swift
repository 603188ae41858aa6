/// Tells a drawn key from words and examples. Pure.
enum SecretRandomness {
  /// Words that say that a text is an example.
  static let placeholders = ["example", "xxxx", "your", "placeholder", "redacted", "dummy"]

  /// Returns whether letters are as mixed as those of a key, and no word says that it is an example.
  static func isRandom(_ text: Slice<UnsafeBufferPointer<UInt8>>) -> Bool {
    var seen = [Int](repeating: 0, count: 256)
    for byte in text { seen[Int(byte)] += 1 }
    let kinds = seen.count { $0 > 0 }
    // Of 16 random letters 11 or more differ nearly always, of longer ones more; a row of x has one.
    // Words joined by signs have small letters only.
    guard text.contains(where: { !SecretForm.isWordSign($0) }) else { return false }
    guard kinds >= min(9, text.count / 2), let most = seen.max(), most * 3 <= text.count else { return false }
    let word = String(decoding: text, as: UTF8.self).lowercased()
    guard !placeholders.contains(where: word.contains) else { return false }
    // Rising rows such as abcdef0123456789 are typed, not drawn.
    var rising = 0
    var previous: UInt8?
    for byte in text {
      if let before = previous, byte == before &+ 1 { rising += 1 }
      previous = byte
    }
    return rising * 3 <= text.count
  }
}
