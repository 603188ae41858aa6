/// Finds secrets in Base64 or hexadecimal digits, and an AWS secret key beside a word that indicates one. Pure.
enum EncodedSecrets {
  /// The shortest run that can hold a secret.
  private static let least = 32

  /// Returns the secrets, in order; at most `most`.
  static func secrets(in text: [UInt8], most: Int) -> [FoundSecret] {
    var found: [FoundSecret] = []
    text.withUnsafeBufferPointer { text in
      var position = 0
      while position + least <= text.count, found.count < most {
        // A long enough run covers all of the next bytes; the search continues after the last byte that is not part of
        // a run.
        var last = position + least - 1
        while last >= position, SecretForm.Alphabet.run.contains(text[last]) { last -= 1 }
        guard last < position else {
          position = last + 1
          continue
        }
        let range = run(from: position, in: text)
        position = range.upperBound
        let line = { SecretText.line(at: range.lowerBound, in: text) }
        if let inner = decoded(text[range]) {
          let secrets = SecretScanner.secrets(in: inner)
          found += secrets.map { FoundSecret(kind: $0.kind, bytes: $0.bytes, line: line()) }
        } else if isAWSKey(range, in: text) {
          found.append(FoundSecret(kind: "an AWS secret key", bytes: Array(text[range]), line: line()))
        }
      }
    }
    return Array(found.prefix(most))
  }

  /// Returns the run at an offset; a line of 60 or more continues in the next, as mail programs wrap them.
  private static func run(from start: Int, in text: UnsafeBufferPointer<UInt8>) -> Range<Int> {
    var end = start
    var line = start
    while end < text.count {
      if SecretForm.Alphabet.run.contains(text[end]) {
        end += 1
      } else if end - line >= 60, let next = next(after: end, in: text) {
        end = next
        line = next
      } else {
        break
      }
    }
    return start..<end
  }

  private static func next(after end: Int, in text: UnsafeBufferPointer<UInt8>) -> Int? {
    var next = end
    if next < text.count, text[next] == 0x0D { next += 1 }
    guard next + 1 < text.count, text[next] == 0x0A, SecretForm.Alphabet.run.contains(text[next + 1]) else {
      return nil
    }
    return next + 1
  }

  /// Returns the decoded text of a run; nil if it is not text.
  private static func decoded(_ run: Slice<UnsafeBufferPointer<UInt8>>) -> [UInt8]? {
    // An image or a hash is recognized by its first decoded bytes.
    for decode in [hexadecimal, base64] {
      guard let beginning = decode(run.prefix(24)), beginning.count > 8, isText(beginning) else { continue }
      guard let all = decode(run), isText(all) else { continue }
      return all
    }
    return nil
  }

  private static func isText(_ bytes: [UInt8]) -> Bool {
    bytes.allSatisfy { (0x20..<0x7F).contains($0) || [0x09, 0x0A, 0x0D].contains($0) }
  }

  private static func hexadecimal(_ run: Slice<UnsafeBufferPointer<UInt8>>) -> [UInt8]? {
    var bytes: [UInt8] = []
    var high: UInt8?
    for byte in run where byte != 0x0A && byte != 0x0D {
      let digit: UInt8
      switch byte {
      case 0x30...0x39: digit = byte - 0x30
      case 0x61...0x66: digit = byte - 0x61 + 10
      case 0x41...0x46: digit = byte - 0x41 + 10
      default: return nil
      }
      if let first = high {
        bytes.append(first << 4 | digit)
        high = nil
      } else {
        high = digit
      }
    }
    return high == nil ? bytes : nil
  }

  private static func base64(_ run: Slice<UnsafeBufferPointer<UInt8>>) -> [UInt8]? {
    var bytes: [UInt8] = []
    var bits: UInt32 = 0
    var count = 0
    for byte in run where byte != 0x0A && byte != 0x0D {
      let value: UInt32
      switch byte {
      case 0x41...0x5A: value = UInt32(byte - 0x41)
      case 0x61...0x7A: value = UInt32(byte - 0x61) + 26
      case 0x30...0x39: value = UInt32(byte - 0x30) + 52
      case UInt8(ascii: "+"), UInt8(ascii: "-"): value = 62
      default: value = 63
      }
      bits = bits << 6 | value
      count += 6
      if count >= 8 {
        count -= 8
        bytes.append(UInt8(truncatingIfNeeded: bits >> UInt32(count)))
      }
    }
    return bytes
  }

  private static let cues = ["aws", "akia", "asia", "secret access"]

  /// Returns whether a run is a secret key of AWS: 40 letters, with "aws" or "secret" in its line or the one before.
  private static func isAWSKey(_ range: Range<Int>, in text: UnsafeBufferPointer<UInt8>) -> Bool {
    guard range.count == 40, !text[range].allSatisfy(SecretForm.Alphabet.hex.contains) else { return false }
    let before = text[max(0, range.lowerBound - 200)..<range.lowerBound]
    let lines = String(decoding: before, as: UTF8.self).lowercased().split(
      separator: "\n", omittingEmptySubsequences: false)
    guard lines.suffix(2).contains(where: { line in cues.contains(where: line.contains) }) else { return false }
    return SecretPassword(text[range]).isKey
  }
}
