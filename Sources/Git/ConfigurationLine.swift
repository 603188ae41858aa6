/// One setting of a git configuration file with its line.
struct ConfigurationLine {
  /// The name in lower case except for the subsection: `core.autocrlf`, `remote.origin.url`.
  var name: String
  /// The value without quotes; `true` if none is given.
  var value: String
  /// The line number, from 1.
  var line: Int

  /// Whether the value is a true boolean.
  var isTrue: Bool { ["true", "yes", "on", "1"].contains(value.lowercased()) }
  /// Whether the value is a false boolean.
  var isFalse: Bool { ["false", "no", "off", "0", ""].contains(value.lowercased()) }

  /// Parses a file's settings; ignores other lines.
  static func parse(_ text: String) -> [ConfigurationLine] {
    var section = ""
    var found: [ConfigurationLine] = []
    for (number, raw) in text.split(omittingEmptySubsequences: false, whereSeparator: \.isNewline).enumerated() {
      var line = raw.drop { $0 == " " || $0 == "\t" }
      if line.first == "[", let close = line.lastIndex(of: "]") {
        let head = line[line.index(after: line.startIndex)..<close]
        let words = head.split(separator: " ", maxSplits: 1)
        section = words.first.map { $0.lowercased() } ?? ""
        if words.count > 1 { section += "." + words[1].filter { $0 != "\"" && $0 != "\\" } }
        line = line[line.index(after: close)...].drop { $0 == " " || $0 == "\t" }
      }
      guard let first = line.first, first.isLetter, !section.isEmpty else { continue }
      let sign = line.firstIndex(of: "=")
      let key = line[..<(sign ?? line.endIndex)].filter { $0 != " " && $0 != "\t" }
      let value = sign.map { Self.value(line[line.index(after: $0)...]) } ?? "true"
      found.append(ConfigurationLine(name: section + "." + key.lowercased(), value: value, line: number + 1))
    }
    return found
  }

  private static func value(_ text: Substring) -> String {
    var value = ""
    var isQuoted = false
    for character in text.drop(while: { $0 == " " || $0 == "\t" }) {
      if character == "\"" {
        isQuoted.toggle()
      } else if !isQuoted, character == "#" || character == ";" {
        break
      } else {
        value.append(character)
      }
    }
    while let last = value.last, last == " " || last == "\t" { value.removeLast() }
    return value
  }
}
