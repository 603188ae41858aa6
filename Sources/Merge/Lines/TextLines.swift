/// A text as bytes, split into lines that keep their ends.
///
/// A line ends after `\n`, `\r\n` or a lone `\r`; the last may have no end. Joined, the lines are the bytes again,
/// whatever their encoding.
package struct TextLines: Hashable, Sendable {
  /// The whole text.
  package let bytes: [UInt8]
  /// The start of each line, then the length of the text.
  private let starts: [Int]

  /// Splits a text.
  package init(_ bytes: [UInt8]) {
    self.bytes = bytes
    var starts = [0]
    starts.reserveCapacity(bytes.count / 32 + 2)
    bytes.withUnsafeBufferPointer { text in
      var position = 0
      while position < text.count {
        let byte = text[position]
        position += 1
        guard byte == UInt8(ascii: "\n") || byte == UInt8(ascii: "\r") else { continue }
        if byte == UInt8(ascii: "\r"), position < text.count, text[position] == UInt8(ascii: "\n") { continue }
        starts.append(position)
      }
      if starts.last != text.count { starts.append(text.count) }
    }
    self.starts = starts
  }

  /// The number of lines; 0 for an empty text.
  package var count: Int { starts.count - 1 }

  /// Returns the byte range of a line.
  package func range(of line: Int) -> Range<Int> { starts[line]..<starts[line + 1] }

  /// Returns the byte range of consecutive lines.
  func range(of lines: Range<Int>) -> Range<Int> { starts[lines.lowerBound]..<starts[lines.upperBound] }

  /// Returns whether a line has nothing but spaces.
  func isBlank(_ line: Int) -> Bool { bytes[range(of: line)].allSatisfy(DocumentLayout.isSpace) }

  /// Returns the line that contains a byte; after the last byte, the number of lines.
  func line(at offset: Int) -> Int {
    var low = 0
    var high = count
    while low < high {
      let middle = (low + high + 1) / 2
      if starts[middle] <= offset { low = middle } else { high = middle - 1 }
    }
    return low
  }

  /// Returns the lines that contain some bytes; for no bytes, the place before the line at that offset.
  func lines(of bytes: Range<Int>) -> Range<Int> {
    let first = line(at: bytes.lowerBound)
    if bytes.isEmpty { return first..<first }
    return first..<(line(at: bytes.upperBound - 1) + 1)
  }

  /// The end of the first line; nil if it has none.
  var lineEnd: ArraySlice<UInt8>? {
    guard count > 0 else { return nil }
    let end = self[0..<1].drop { $0 != UInt8(ascii: "\n") && $0 != UInt8(ascii: "\r") }
    return end.isEmpty ? nil : end
  }

  /// Returns whether bytes end in a line end.
  static func endsLine(_ bytes: some BidirectionalCollection<UInt8>) -> Bool {
    bytes.last == UInt8(ascii: "\n") || bytes.last == UInt8(ascii: "\r")
  }

  /// Returns a text whose last line has an end, of the same kind as the first.
  static func ended(_ text: [UInt8]) -> [UInt8] {
    if text.isEmpty || endsLine(text) { return text }
    return text + (TextLines(text).lineEnd ?? [UInt8(ascii: "\n")])
  }

  /// The bytes of consecutive lines.
  package subscript(lines: Range<Int>) -> ArraySlice<UInt8> {
    bytes[starts[lines.lowerBound]..<starts[lines.upperBound]]
  }
}

/// Assigns equal numbers to equal lines across several texts, so that lines are compared as integers.
///
/// Lines are equal if their bytes are; the hash (seeded anew in each process) only finds candidates.
struct LineNumbering {
  private var texts: [TextLines] = []
  private var known: [Int: Int32] = [:]
  private var examples: [(text: Int, line: Int)] = []

  /// Returns the numbers of a text's lines.
  mutating func number(_ text: TextLines) -> [Int32] {
    let own = texts.count
    texts.append(text)
    known.reserveCapacity(known.count + text.count)
    var numbers: [Int32] = []
    numbers.reserveCapacity(text.count)
    text.bytes.withUnsafeBytes { bytes in
      for line in 0..<text.count {
        let range = text.range(of: line)
        let slice = UnsafeRawBufferPointer(rebasing: bytes[range])
        var hasher = Hasher()
        hasher.combine(bytes: slice)
        var slot = hasher.finalize()
        while true {
          guard let number = known[slot] else {
            known[slot] = Int32(examples.count)
            numbers.append(Int32(examples.count))
            examples.append((own, line))
            break
          }
          if isExample(number, slice) {
            numbers.append(number)
            break
          }
          slot &+= 1
        }
      }
    }
    return numbers
  }

  private func isExample(_ number: Int32, _ line: UnsafeRawBufferPointer) -> Bool {
    let example = examples[Int(number)]
    let text = texts[example.text]
    let range = text.range(of: example.line)
    guard range.count == line.count else { return false }
    return text.bytes.withUnsafeBytes { UnsafeRawBufferPointer(rebasing: $0[range]).elementsEqual(line) }
  }
}
