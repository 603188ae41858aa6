/// A text as bytes, cut into lines that keep their ends.
///
/// A line ends behind `\n`, `\r\n` or a `\r` that stands alone; the last may have no end. Joined, the lines are the
/// bytes again, whatever their encoding.
package struct TextLines: Hashable, Sendable {
  /// The whole text.
  package let bytes: [UInt8]
  /// Where each line begins, and behind the last one the length of the text.
  private let starts: [Int]

  /// Cuts a text.
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

  /// How many lines there are; none in an empty text.
  package var count: Int { starts.count - 1 }

  /// Where a line's bytes stand.
  package func range(of line: Int) -> Range<Int> { starts[line]..<starts[line + 1] }

  /// Where the bytes of some lines stand that follow each other.
  func range(of lines: Range<Int>) -> Range<Int> { starts[lines.lowerBound]..<starts[lines.upperBound] }

  /// Whether a line has nothing but spaces.
  func isBlank(_ line: Int) -> Bool { bytes[range(of: line)].allSatisfy(DocumentLayout.isSpace) }

  /// The line in which a byte stands; behind the last byte, the number of lines.
  func line(at offset: Int) -> Int {
    var low = 0
    var high = count
    while low < high {
      let middle = (low + high + 1) / 2
      if starts[middle] <= offset { low = middle } else { high = middle - 1 }
    }
    return low
  }

  /// The lines that some bytes are part of; for no bytes, the place before the line they stand in.
  func lines(of bytes: Range<Int>) -> Range<Int> {
    let first = line(at: bytes.lowerBound)
    if bytes.isEmpty { return first..<first }
    return first..<(line(at: bytes.upperBound - 1) + 1)
  }

  /// How the first line that has an end has it; nil where none has.
  var lineEnd: ArraySlice<UInt8>? {
    guard count > 0 else { return nil }
    let end = self[0..<1].drop { $0 != UInt8(ascii: "\n") && $0 != UInt8(ascii: "\r") }
    return end.isEmpty ? nil : end
  }

  /// Whether bytes end in a line end.
  static func endsLine(_ bytes: some BidirectionalCollection<UInt8>) -> Bool {
    bytes.last == UInt8(ascii: "\n") || bytes.last == UInt8(ascii: "\r")
  }

  /// The bytes of some lines that follow each other.
  package subscript(lines: Range<Int>) -> ArraySlice<UInt8> {
    bytes[starts[lines.lowerBound]..<starts[lines.upperBound]]
  }
}
