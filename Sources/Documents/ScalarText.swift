internal import Values
internal import Yams

/// Scalars of one line, written so that YAML reads them back.
enum ScalarText {
  /// Returns a value with the kind of quotes of another; without quotes only if YAML then reads the same text.
  static func render(_ value: String, like old: ArraySlice<UInt8>) -> String {
    switch old.first {
    case UInt8(ascii: "\""): doubleQuoted(value)
    case UInt8(ascii: "'") where !value.unicodeScalars.contains(where: TrailerText.isUnsafe):
      "'" + value.replacing("'", with: "''") + "'"
    default: plain(value)
    }
  }

  /// Returns the value without quotes if YAML reads it as the same text or as a time, else in double quotes.
  static func plain(_ value: String) -> String {
    guard !value.unicodeScalars.contains(where: TrailerText.isUnsafe),
      let scalar = (try? Yams.compose(yaml: "key: " + value + " # end\n"))?.mapping?["key"],
      scalar.scalar?.string.utf8.elementsEqual(value.utf8) == true,
      scalar.tag == Tag(.str) || scalar.tag == Tag(.timestamp)
    else { return doubleQuoted(value) }
    return value
  }

  private static func doubleQuoted(_ value: String) -> String {
    var text = "\""
    for scalar in value.unicodeScalars {
      switch scalar {
      case "\"": text += "\\\""
      case "\\": text += "\\\\"
      case "\n": text += "\\n"
      case "\r": text += "\\r"
      case "\t": text += "\\t"
      default:
        if TrailerText.isUnsafe(scalar) {
          text += "\\u" + NumberText.padded(scalar.value, to: 4, radix: 16, uppercase: true)
        } else {
          text.unicodeScalars.append(scalar)
        }
      }
    }
    return text + "\""
  }

  /// Returns the range of a quoted scalar at a position; nil if it does not end in the line, or more text follows.
  static func quoted(_ line: ArraySlice<UInt8>, from start: Int) -> Range<Int>? {
    let quote = line[start]
    var position = start + 1
    while position < line.endIndex {
      if quote == UInt8(ascii: "\""), line[position] == UInt8(ascii: "\\") {
        position += 2
        continue
      }
      guard line[position] == quote else {
        position += 1
        continue
      }
      if quote == UInt8(ascii: "'"), position + 1 < line.endIndex, line[position + 1] == quote {
        position += 2
        continue
      }
      return DocumentLines.isBlankOrComment(line[(position + 1)...]) ? start..<(position + 1) : nil
    }
    return nil
  }
}
