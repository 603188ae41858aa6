/// The encoded words of a header's text (RFC 2047): `=?UTF-8?Q?caf=C3=A9?=`. Pure but for the tables of encodings.
enum EncodedWords {
  /// Returns a text with its words decoded; a word that cannot be decoded stays. Control characters become blanks.
  static func decode(_ text: String) -> String {
    var result = ""
    var rest = text[...]
    var pending: (charset: String, bytes: [UInt8])?
    func flush() {
      guard let words = pending else { return }
      result += Charset.decode(words.bytes, words.charset) ?? String(decoding: words.bytes, as: UTF8.self)
      pending = nil
    }
    while let start = rest.firstRange(of: "=?") {
      let before = rest[..<start.lowerBound]
      // Blanks between two encoded words belong to neither.
      if pending == nil || before.contains(where: { !$0.isWhitespace }) {
        flush()
        result += before
      }
      guard let (word, end) = word(in: rest[start.upperBound...]) else {
        flush()
        result += "=?"
        rest = rest[start.upperBound...]
        continue
      }
      // A letter may be split between two words of one encoding.
      if pending?.charset != word.charset { flush() }
      pending = (word.charset, (pending?.bytes ?? []) + word.bytes)
      rest = rest[end...]
    }
    flush()
    result += rest
    return result.onOneLine
  }

  private static func word(in text: Substring) -> (word: (charset: String, bytes: [UInt8]), end: String.Index)? {
    let parts = text.split(separator: "?", maxSplits: 3, omittingEmptySubsequences: false)
    guard parts.count == 4, parts[3].hasPrefix("="), !parts[0].isEmpty,
      !parts[2].contains(where: \.isWhitespace) || parts[1].lowercased() == "q"
    else { return nil }
    // RFC 2231 puts a language behind the encoding.
    let charset = parts[0].prefix { $0 != "*" }.uppercased()
    let end = parts[3].index(after: parts[3].startIndex)
    switch parts[1].lowercased() {
    case "q":
      let spaced = parts[2].utf8.map { $0 == UInt8(ascii: "_") ? 32 : $0 }
      return ((charset, TransferEncoding.quotedPrintable(spaced)), end)
    case "b": return ((charset, TransferEncoding.base64(Array(parts[2].utf8))), end)
    default: return nil
    }
  }
}

/// The encodings of a part's body. Pure.
enum TransferEncoding {
  /// Decodes quoted-printable; an escape that is not valid stays.
  static func quotedPrintable(_ bytes: [UInt8]) -> [UInt8] {
    var result: [UInt8] = []
    result.reserveCapacity(bytes.count)
    var position = 0
    while position < bytes.count {
      let byte = bytes[position]
      position += 1
      guard byte == UInt8(ascii: "=") else {
        result.append(byte)
        continue
      }
      let next = bytes[position...].prefix(2)
      if next.first == 10 {
        position += 1
      } else if next.elementsEqual([13, 10]) {
        position += 2
      } else if next.count == 2, let high = hex(next[position]), let low = hex(next[position + 1]) {
        result.append(high << 4 | low)
        position += 2
      } else {
        result.append(byte)
      }
    }
    return result
  }

  private static func hex(_ byte: UInt8) -> UInt8? {
    switch byte {
    case UInt8(ascii: "0")...UInt8(ascii: "9"): byte - UInt8(ascii: "0")
    case UInt8(ascii: "A")...UInt8(ascii: "F"): byte - UInt8(ascii: "A") + 10
    case UInt8(ascii: "a")...UInt8(ascii: "f"): byte - UInt8(ascii: "a") + 10
    default: nil
    }
  }

  /// Decodes base64 up to its end mark; other letters are left out.
  static func base64(_ bytes: [UInt8]) -> [UInt8] {
    var result: [UInt8] = []
    var bits: UInt32 = 0
    var count = 0
    for byte in bytes {
      let value: UInt8
      switch byte {
      case UInt8(ascii: "A")...UInt8(ascii: "Z"): value = byte - UInt8(ascii: "A")
      case UInt8(ascii: "a")...UInt8(ascii: "z"): value = byte - UInt8(ascii: "a") + 26
      case UInt8(ascii: "0")...UInt8(ascii: "9"): value = byte - UInt8(ascii: "0") + 52
      case UInt8(ascii: "+"): value = 62
      case UInt8(ascii: "/"): value = 63
      case UInt8(ascii: "="): return result
      default: continue
      }
      bits = bits << 6 | UInt32(value)
      count += 6
      guard count >= 8 else { continue }
      count -= 8
      result.append(UInt8(truncatingIfNeeded: bits >> UInt32(count)))
    }
    return result
  }
}
