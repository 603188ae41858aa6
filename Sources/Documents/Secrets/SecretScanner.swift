/// Finds secrets in a text: keys and tokens of well-known forms. Pure.
///
/// One pass; where no form begins, a byte costs one look into a table. What looks like a placeholder (`ghp_xxxx…`,
/// `AKIA…EXAMPLE`) is none: too few different letters, or a word that says so.
package enum SecretScanner {
  /// More are not looked for: one is enough to hold a file.
  static let most = 32

  /// The forms by their first byte.
  private static let byFirst: [[SecretForm]] = {
    var table = [[SecretForm]](repeating: [], count: 256)
    for form in SecretForm.all { if let first = form.beginning.first { table[Int(first)].append(form) } }
    return table
  }()
  /// Whether a form begins with two bytes; the first counts 256.
  private static let isPair: [Bool] = {
    var table = [Bool](repeating: false, count: 1 << 16)
    for form in SecretForm.all where form.beginning.count > 1 {
      table[Int(form.beginning[0]) << 8 | Int(form.beginning[1])] = true
    }
    table[Int(UInt8(ascii: "-")) << 8 | Int(UInt8(ascii: "-"))] = true
    return table
  }()
  private static let header = Array("-----BEGIN ".utf8)

  /// The secrets in a text, in order; none in what is not text.
  package static func secrets(in bytes: [UInt8]) -> [FoundSecret] {
    var found: [FoundSecret] = []
    isPair.withUnsafeBufferPointer { isPair in
      bytes.withUnsafeBufferPointer { text in
        var position = 0
        while position < text.count, found.count < most {
          let byte = text[position]
          let next = position + 1 < text.count ? text[position + 1] : 1
          // A file with zero bytes is no text that anybody wrote a key into.
          if byte == 0 {
            found = []
            return
          }
          guard isPair[Int(byte) << 8 | Int(next)], let secret = secret(at: position, in: text) else {
            position += 1
            continue
          }
          found.append(secret)
          position = secret.range.upperBound
        }
      }
    }
    return found
  }

  private static func secret(at position: Int, in text: UnsafeBufferPointer<UInt8>) -> FoundSecret? {
    let byte = text[position]
    if byte == UInt8(ascii: "-") { return privateKey(at: position, in: text) }
    // In the middle of a word nothing begins.
    if position > 0, SecretForm.Alphabet.url.contains(text[position - 1]) { return nil }
    for form in byFirst[Int(byte)] {
      guard starts(text, with: form.beginning, at: position) else { continue }
      let start = position + form.beginning.count
      var end = start
      while end < text.count, end - start <= form.length.upperBound, form.alphabet.contains(text[end]) { end += 1 }
      // A dot that ends a sentence is none of the token.
      while end > start, text[end - 1] == UInt8(ascii: ".") { end -= 1 }
      guard form.length.contains(end - start), isRandom(text[start..<end]), holds(text[start..<end], form.marker)
      else { continue }
      return FoundSecret(kind: form.kind, range: position..<end)
    }
    return nil
  }

  /// `-----BEGIN … PRIVATE KEY-----` with what could be a key behind it.
  private static func privateKey(at position: Int, in text: UnsafeBufferPointer<UInt8>) -> FoundSecret? {
    guard starts(text, with: header, at: position) else { return nil }
    let end = min(text.count, position + 80)
    var line = position
    while line < end, text[line] != UInt8(ascii: "\n"), text[line] != UInt8(ascii: "\\") { line += 1 }
    let header = String(decoding: text[position..<line], as: UTF8.self)
    guard header.contains("PRIVATE KEY") else { return nil }
    // In a program or in JSON line ends are written `\n`.
    var letters = 0
    var last = line
    while last < text.count, last - line < 400, text[last] != UInt8(ascii: "-") {
      if SecretForm.Alphabet.alphanumeric.contains(text[last]) { letters += 1 }
      last += 1
    }
    guard letters >= 64, isRandom(text[line..<last]) else { return nil }
    return FoundSecret(kind: "a private key", range: position..<last)
  }

  private static func starts(_ text: UnsafeBufferPointer<UInt8>, with beginning: [UInt8], at position: Int) -> Bool {
    guard position + beginning.count <= text.count else { return false }
    for offset in beginning.indices where text[position + offset] != beginning[offset] { return false }
    return true
  }

  private static func holds(_ text: Slice<UnsafeBufferPointer<UInt8>>, _ marker: [UInt8]) -> Bool {
    guard let first = marker.first else { return true }
    return text.indices.contains { index in
      text[index] == first && text[index...].starts(with: marker)
    }
  }

  /// Whether letters are as mixed as those of a key, and no word says that it is an example.
  private static func isRandom(_ text: Slice<UnsafeBufferPointer<UInt8>>) -> Bool {
    var seen = [Int](repeating: 0, count: 256)
    for byte in text { seen[Int(byte)] += 1 }
    let kinds = seen.count { $0 > 0 }
    // Of 16 random letters 11 or more differ nearly always, of longer ones more; a row of x has one.
    // Words joined by signs have small letters only.
    guard text.contains(where: { !SecretForm.isWordSign($0) }) else { return false }
    guard kinds >= min(9, text.count / 2), let most = seen.max(), most * 3 <= text.count else { return false }
    let word = String(decoding: text, as: UTF8.self).lowercased()
    guard !["example", "xxxx", "your", "placeholder", "redacted", "dummy"].contains(where: word.contains) else {
      return false
    }
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
