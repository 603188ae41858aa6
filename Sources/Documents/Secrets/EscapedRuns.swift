/// The parts of a text with percent signs (`%5F`), and its quoted-printable lines (`=5F`, soft ends). Pure.
struct EscapedRuns {
  /// The longest part, and the longest text before its first escape.
  private static let longest = 65_536
  private static let longestBefore = 4_096
  /// The length of a quoted-printable line.
  private static let line = 40...78

  private let text: UnsafeBufferPointer<UInt8>
  private var position = 0
  /// The end of the last part.
  private var end = 0

  /// Creates the parts of a text.
  init(text: UnsafeBufferPointer<UInt8>) { self.text = text }

  /// Returns the next part; nil at the end.
  mutating func next() -> (start: Int, decoded: [UInt8])? {
    while position < text.count {
      let sign = text[position]
      guard sign == UInt8(ascii: "%") || sign == UInt8(ascii: "="),
        let range = sign == UInt8(ascii: "%") ? word(at: position) : lines(at: position)
      else {
        position += 1
        continue
      }
      (position, end) = (range.upperBound, range.upperBound)
      return (range.lowerBound, SecretEncoding.escaped(text[range], by: sign))
    }
    return nil
  }

  /// Returns the word around a percent sign with two digits of a visible character.
  private func word(at sign: Int) -> Range<Int>? {
    guard let letter = letter(at: sign), (0x21...0x7E).contains(letter) else { return nil }
    var start = sign
    while start > end, sign - start < Self.longestBefore, Self.isWord(text[start - 1]) { start -= 1 }
    var last = sign + 3
    while last < text.count, last - sign < Self.longest, Self.isWord(text[last]) { last += 1 }
    return start..<last
  }

  /// Returns the line around a sign `=` that ends it or encodes `=`, `-` or `_`, and the lines in which it continues.
  private func lines(at sign: Int) -> Range<Int>? {
    var isSoftEnd = isSoftEnd(sign)
    if !isSoftEnd {
      guard let letter = letter(at: sign), [UInt8(ascii: "="), UInt8(ascii: "-"), UInt8(ascii: "_")].contains(letter)
      else { return nil }
    }
    var start = sign
    while start > end, sign - start <= Self.line.upperBound, text[start - 1] != 0x0A { start -= 1 }
    guard sign - start <= Self.line.upperBound, !isSoftEnd || sign - start >= Self.line.lowerBound else { return nil }
    var last = sign + 1
    var line = start
    while last < text.count, last - start < Self.longest, last - line <= Self.line.upperBound {
      if text[last] == 0x0A {
        guard isSoftEnd else { break }
        (line, isSoftEnd) = (last + 1, false)
      } else if text[last] == UInt8(ascii: "="), self.isSoftEnd(last) {
        isSoftEnd = true
      }
      last += 1
    }
    return start..<last
  }

  private func isSoftEnd(_ sign: Int) -> Bool {
    let next = sign + 1 < text.count ? text[sign + 1] : 0
    return next == 0x0A || next == 0x0D && sign + 2 < text.count && text[sign + 2] == 0x0A
  }

  /// Returns the byte whose two digits follow a sign.
  private func letter(at sign: Int) -> UInt8? {
    guard sign + 2 < text.count, let high = SecretEncoding.digit(text[sign + 1]),
      let low = SecretEncoding.digit(text[sign + 2])
    else { return nil }
    return high << 4 | low
  }

  private static func isWord(_ byte: UInt8) -> Bool {
    byte > 0x20 && byte != UInt8(ascii: "\"") && byte != UInt8(ascii: "'") && byte != UInt8(ascii: "<")
      && byte != UInt8(ascii: ">") && byte != UInt8(ascii: "`")
  }
}
