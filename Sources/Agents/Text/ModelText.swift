internal import GitObjects
internal import Values

/// Names and words of agents and remotes in text for a model: no name begins a line or imitates a note of Stet.
///
/// A text that could be mistaken for more than a name becomes a JSON string, with brackets and invisible characters
/// escaped.
enum ModelText {
  /// The greatest length of an author's name.
  private static let longestName = 60
  /// The greatest length of a line.
  private static let longestLine = 300

  /// Returns a file's name on a line of its own, such as one of a list.
  static func name(_ name: String) -> String {
    let isNote = name.utf8.contains(UInt8(ascii: "[")) && name.lowercased().contains("stet")
    return isNote || name.isEmpty || name.utf8.first == UInt8(ascii: "\"")
      || name.unicodeScalars.contains(where: isHidden)
      ? quoted(name) : name
  }

  /// Returns a file's name as the agent may have given it, also absolute, at the beginning of a line or at its end: as
  /// it is, unless characters in it are hidden or it begins like a note or a JSON string.
  static func argument(_ name: String) -> String {
    let isPlain = name.utf8.first != UInt8(ascii: "[") && name.utf8.first != UInt8(ascii: "\"")
    return isPlain && !name.unicodeScalars.contains(where: isHidden) ? name : self.name(name)
  }

  /// Returns a file's name within a sentence.
  static func path(_ path: String) -> String {
    let isPlain = path.unicodeScalars.allSatisfy { scalar in
      !isHidden(scalar) && !scalar.properties.isWhitespace && !marks.contains(scalar)
    }
    return isPlain && !path.isEmpty ? path : quoted(path)
  }

  /// Returns the name of an author within a sentence.
  static func author(_ name: String) -> String {
    let short = cut(name, longestName)
    let isPlain = short.unicodeScalars.allSatisfy { !isHidden($0) && !marks.contains($0) }
    return isPlain && !short.isEmpty ? short : quoted(short)
  }

  /// Returns a short text in quotes.
  static func quotedShort(_ text: String) -> String { quoted(cut(text, longestName)) }

  /// Returns words on one line, such as a commit's subject.
  static func line(_ words: String) -> String {
    let short = cut(words, longestLine)
    return name(short)
  }

  /// Returns a sentence that names files and authors, on one line.
  static func sentence(_ text: String) -> String {
    guard text.unicodeScalars.contains(where: isHidden) else { return text }
    return text.unicodeScalars.map { isHidden($0) ? escaped($0) : String($0) }.joined()
  }

  /// Returns a text of several lines with the characters that control a terminal written out.
  static func lines(_ text: String) -> String {
    guard text.unicodeScalars.contains(where: isHidden) else { return text }
    return text.unicodeScalars.map { scalar in
      scalar == "\n" || scalar == "\t" || !isHidden(scalar) ? String(scalar) : escaped(scalar)
    }.joined()
  }

  /// The characters that may end a name within a sentence.
  private static let marks: Set<Unicode.Scalar> = ["[", "]", "(", ")", "{", "}", "<", ">", "\"", "`", ":", ",", ";"]

  private static func cut(_ text: String, _ length: Int) -> String {
    text.utf8.count > length && text.count > length ? text.prefix(length - 1) + "…" : text
  }

  /// Returns whether a character controls its display, or is invisible.
  private static func isHidden(_ scalar: Unicode.Scalar) -> Bool {
    guard scalar.value < 0x20 || scalar.value > 0x7E else { return false }
    return switch scalar.properties.generalCategory {
    case .control, .format, .lineSeparator, .paragraphSeparator: true
    default: false
    }
  }

  private static func quoted(_ text: String) -> String {
    var line = "\""
    for scalar in text.unicodeScalars {
      switch scalar {
      case "\"", "\\": line += "\\" + String(scalar)
      case "[", "]": line += escaped(scalar)
      default: line += isHidden(scalar) ? escaped(scalar) : String(scalar)
      }
    }
    return line + "\""
  }

  /// Returns a character as JSON escapes it.
  private static func escaped(_ scalar: Unicode.Scalar) -> String {
    switch scalar {
    case "\n": return "\\n"
    case "\t": return "\\t"
    default:
      return String(scalar).utf16.map { "\\u" + NumberText.padded($0, to: 4, radix: 16) }.joined()
    }
  }
}

extension AuthorRecord {
  /// The author in words for an agent.
  var words: String {
    let name = name.map(ModelText.author)
    return switch kind {
    case "agent": "\(name ?? "an agent") (agent)"
    case "unsure": "\(name ?? "an unknown author") (unsure: while an agent was at work)"
    case "sync": "Stet"
    default: name ?? "the person"
    }
  }
}

/// A size in words.
enum SizeText {
  private static let units = ["B", "KB", "MB", "GB", "TB"]

  /// Returns bytes up to 1,023, then larger units with two decimals.
  static func text(_ bytes: Int64) -> String {
    var unit = 0
    var size = Double(bytes)
    while size >= 1_024, unit < units.count - 1 {
      size /= 1_024
      unit += 1
    }
    guard unit > 0 else { return "\(bytes) B" }
    let hundredths = Int64((size * 100).rounded())
    return "\(hundredths / 100).\(NumberText.padded(hundredths % 100, to: 2)) \(units[unit])"
  }
}
