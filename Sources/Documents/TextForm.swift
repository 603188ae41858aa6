internal import Values

/// The form of a text apart from its words: newlines and byte order mark, which an agent's write keeps.
package struct TextForm: Hashable, Sendable {
  /// Whether every line ends with `\r\n`.
  package var hasCarriageReturns: Bool
  /// Whether it begins with a byte order mark.
  package var hasMark: Bool

  /// Determines the form of a text.
  package init(_ bytes: [UInt8]) {
    hasMark = bytes.starts(with: ByteOrderMark.bytes)
    var ends = 0
    var pairs = 0
    bytes.withUnsafeBufferPointer { bytes in
      for (index, byte) in bytes.enumerated() where byte == UInt8(ascii: "\n") {
        ends += 1
        if index > 0, bytes[index - 1] == UInt8(ascii: "\r") { pairs += 1 }
      }
    }
    hasCarriageReturns = ends > 0 && pairs == ends
  }

  /// Returns a part of a text in this form: bare newlines get a carriage return if all lines have one.
  package func lines(_ part: [UInt8]) -> [UInt8] {
    guard hasCarriageReturns, part.contains(UInt8(ascii: "\n")) else { return part }
    var result: [UInt8] = []
    result.reserveCapacity(part.count + part.count / 16)
    for byte in part {
      if byte == UInt8(ascii: "\n"), result.last != UInt8(ascii: "\r") { result.append(UInt8(ascii: "\r")) }
      result.append(byte)
    }
    return result
  }

  /// Returns a whole text in this form. A text with carriage returns of its own is not changed.
  package func whole(_ text: [UInt8]) -> [UInt8] {
    let lines = text.contains(UInt8(ascii: "\r")) ? text : lines(text)
    return hasMark && !lines.isEmpty && !lines.starts(with: ByteOrderMark.bytes) ? ByteOrderMark.bytes + lines : lines
  }
}
