package import GitObjects

/// The line of `.gitattributes` that marks a path as large for stock git and git-lfs, too.
package enum AttributeLine {
  /// Returns the line for one file without its newline, as `git lfs track --filename` writes it.
  package static func line(for path: WorkspacePath) -> [UInt8] {
    var pattern: [UInt8] = [UInt8(ascii: "/")]
    var isQuoted = false
    for byte in NameText.encode(path.string) {
      switch byte {
      case UInt8(ascii: "*"), UInt8(ascii: "?"), UInt8(ascii: "["), UInt8(ascii: "]"):
        pattern += [UInt8(ascii: "\\"), byte]
      // Escaped twice: the pattern has an escape of its own.
      case UInt8(ascii: "\\"): pattern += [UInt8(ascii: "\\"), byte]
      case UInt8(ascii: " "), UInt8(ascii: "\""), 0..<32, 127...:
        isQuoted = true
        pattern.append(byte)
      default: pattern.append(byte)
      }
    }
    return (isQuoted ? quoted(pattern) : pattern) + Array(" filter=lfs diff=lfs merge=lfs -text".utf8)
  }

  /// Returns the text with the lines of these paths appended; the same text if all of them are in it.
  package static func adding(_ paths: [WorkspacePath], to text: [UInt8]) -> [UInt8] {
    var present = Set(
      text.split(separator: UInt8(ascii: "\n")).map { line in
        Array(line.last == UInt8(ascii: "\r") ? line.dropLast() : line)
      })
    let end = text.firstIndex(of: UInt8(ascii: "\n")).map { $0 > 0 && text[$0 - 1] == UInt8(ascii: "\r") } ?? false
    let newline = Array((end ? "\r\n" : "\n").utf8)
    var result = text
    for line in paths.map({ line(for: $0) }) where present.insert(line).inserted {
      if let last = result.last, last != UInt8(ascii: "\n") { result += newline }
      result += line + newline
    }
    return result
  }

  /// Returns the pattern in double quotes, as git parses a C string.
  private static func quoted(_ pattern: [UInt8]) -> [UInt8] {
    var result: [UInt8] = [UInt8(ascii: "\"")]
    for byte in pattern {
      switch byte {
      case UInt8(ascii: "\""), UInt8(ascii: "\\"): result += [UInt8(ascii: "\\"), byte]
      case 0..<32, 127...:
        result.append(UInt8(ascii: "\\"))
        for shift in [6, 3, 0] { result.append(UInt8(ascii: "0") + (byte >> UInt8(shift) & 7)) }
      default: result.append(byte)
      }
    }
    return result + [UInt8(ascii: "\"")]
  }
}
