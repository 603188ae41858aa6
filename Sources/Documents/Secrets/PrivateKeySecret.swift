/// A private key after its header: `-----BEGIN … PRIVATE KEY-----`, or a key file of PuTTY. Pure.
struct PrivateKeySecret {
  let text: UnsafeBufferPointer<UInt8>
  /// The offset of the header.
  let anchor: Int

  private static let header = Array("-----BEGIN ".utf8)
  private static let dashes = Array("-----".utf8)
  private static let puttyHeader = Array("PuTTY-User-Key-File-".utf8)
  private static let puttyKey = Array("Private-Lines:".utf8)
  /// The shortest line of a key.
  private static let least = 40

  /// The range of the key; nil if there is none.
  var place: SecretPlace? {
    text.hasBytes(Self.header, at: anchor) ? pem : text.hasBytes(Self.puttyHeader, at: anchor) ? putty : nil
  }

  private var pem: SecretPlace? {
    let end = min(text.count, anchor + 80)
    var line = anchor
    while line < end, text[line] != UInt8(ascii: "\n"), text[line] != UInt8(ascii: "\\") { line += 1 }
    let header = String(decoding: text[anchor..<line], as: UTF8.self)
    guard header.contains("PRIVATE KEY") else { return nil }
    // In a program or in JSON, newlines are written `\n`.
    var last = line
    while last < text.count, last - line < 400, text[last] != 0, !text.hasBytes(Self.dashes, at: last) {
      last += 1
    }
    return hasKey(in: line..<last) ? SecretPlace(kind: "a private key", range: anchor..<last) : nil
  }

  /// The private lines are within 4,000 bytes of the header.
  private var putty: SecretPlace? {
    let limit = min(text.count, anchor + 4_000)
    guard let key = (anchor..<limit).first(where: { text.hasBytes(Self.puttyKey, at: $0) }) else { return nil }
    let end = min(text.count, key + 400)
    return hasKey(in: (key + Self.puttyKey.count)..<end) ? SecretPlace(kind: "a private key", range: key..<end) : nil
  }

  /// Returns whether a line of a key is in a range: a program that names the header has no such word.
  private func hasKey(in range: Range<Int>) -> Bool {
    var start = range.lowerBound
    for position in range.lowerBound...range.upperBound {
      guard position == range.upperBound || !SecretForm.Alphabet.base64.contains(text[position]) else { continue }
      let line = text[start..<position]
      start = position + 1
      if line.count >= Self.least, line.contains(where: { (0x30...0x39).contains($0) }),
        line.contains(where: { (0x41...0x5A).contains($0) }), SecretRandomness.isRandom(line)
      {
        return true
      }
    }
    return false
  }
}
