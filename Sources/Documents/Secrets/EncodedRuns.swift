/// The encoded parts of a text, one after the other: Base64 and hexadecimal digits, then percent signs and
/// quoted-printable lines. Pure.
///
/// Each byte is looked at a constant number of times.
struct EncodedRuns {
  /// An encoded part.
  enum Run {
    /// A secret key of AWS, which has the same letters as Base64.
    case key(SecretPlace)
    /// A part with its decoded bytes.
    case text(at: Int, decoded: [UInt8])
  }

  /// The shortest run of letters that can hold a secret.
  private static let least = 32
  /// The shortest line that continues in the next one.
  private static let shortestLine = 16

  private let text: UnsafeBufferPointer<UInt8>
  private var position = 0
  /// The end of lines that are no text together, and are decoded one by one.
  private var separate = 0
  private var escapes: EscapedRuns

  /// Creates the parts of a text.
  init(text: UnsafeBufferPointer<UInt8>) {
    self.text = text
    escapes = EscapedRuns(text: text)
  }

  /// Returns the next part; nil at the end.
  mutating func next() -> Run? {
    while position + Self.least <= text.count {
      // A long enough run covers all of the next bytes; the search continues after the last byte that is not part of a
      // run.
      var last = position + Self.least - 1
      while last >= position, SecretForm.Alphabet.run.contains(text[last]) { last -= 1 }
      guard last < position else {
        position = last + 1
        continue
      }
      let range = run(from: position)
      if let decoded = Self.decoded(text[range]) {
        position = range.upperBound
        return .text(at: range.lowerBound, decoded: decoded)
      }
      if position >= separate, endOfLine(position) < range.upperBound {
        separate = range.upperBound
        continue
      }
      position = range.upperBound
      if AWSKey.isKey(range, in: text) {
        return .key(SecretPlace(kind: "an AWS secret key", range: range))
      }
    }
    return escapes.next().map { .text(at: $0.start, decoded: $0.decoded) }
  }

  /// Returns the run at an offset; full lines continue in the next, as mail and configuration wrap them.
  private func run(from start: Int) -> Range<Int> {
    var line = start..<endOfLine(start)
    guard start >= separate else { return line }
    var width = startsLine(start) ? line.count : nil
    while line.count >= Self.shortestLine, line.count == width ?? line.count,
      let next = nextLine(after: line.upperBound)
    {
      let following = next..<endOfLine(next)
      guard following.count <= width ?? following.count else { break }
      width = width ?? following.count
      line = following
    }
    return start..<line.upperBound
  }

  private func endOfLine(_ start: Int) -> Int {
    var end = start
    while end < text.count, SecretForm.Alphabet.run.contains(text[end]) { end += 1 }
    return end
  }

  private func startsLine(_ start: Int) -> Bool {
    var before = start
    while before > 0, start - before < 64, Self.isBlank(text[before - 1]) { before -= 1 }
    return before == 0 || text[before - 1] == 0x0A
  }

  /// Returns the beginning of the run in the next line.
  private func nextLine(after end: Int) -> Int? {
    var next = end
    if next < text.count, text[next] == 0x0D { next += 1 }
    guard next < text.count, text[next] == 0x0A else { return nil }
    next += 1
    let line = next
    while next < text.count, next - line < 64, Self.isBlank(text[next]) { next += 1 }
    return next < text.count && SecretForm.Alphabet.run.contains(text[next]) ? next : nil
  }

  private static func isBlank(_ byte: UInt8) -> Bool { byte == 0x20 || byte == 0x09 }

  /// Returns the decoded text or gzip file of a run; nil if it is neither.
  ///
  /// A text ends at the first byte that is none.
  private static func decoded(_ run: SecretEncoding.Part) -> [UInt8]? {
    // An image or a hash is recognized by its first decoded bytes.
    if let beginning = SecretEncoding.hexadecimal(run.prefix(48)), isReadable(beginning),
      let all = SecretEncoding.hexadecimal(run)
    {
      return readable(all)
    }
    return isReadable(SecretEncoding.base64(run.prefix(24))) ? readable(SecretEncoding.base64(run)) : nil
  }

  private static func isReadable(_ beginning: [UInt8]) -> Bool {
    guard beginning.count > 8 else { return false }
    if beginning.starts(with: SecretText.gzipBeginning) || SecretText.width(of: beginning) != nil { return true }
    return beginning.allSatisfy(SecretText.isText) && beginning.count { $0 > 0x7F } * 2 <= beginning.count
  }

  private static func readable(_ bytes: [UInt8]) -> [UInt8] {
    if bytes.starts(with: SecretText.gzipBeginning) || SecretText.width(of: bytes) != nil { return bytes }
    return Array(bytes.prefix(while: SecretText.isText))
  }
}
