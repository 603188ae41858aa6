extension RepositoryCheck {
  /// What the lines of an attribute file mean.
  static func attributes(_ file: RepositoryFacts.File) -> [Finding] {
    var found: [Finding] = []
    for (number, raw) in file.text.split(omittingEmptySubsequences: false, whereSeparator: \.isNewline).enumerated() {
      for attribute in words(of: raw) {
        guard let rule = rule(forAttribute: attribute) else { continue }
        found.append(
          Finding(
            verdict: rule.verdict, subject: String(attribute), place: "\(file.path):\(number + 1)",
            explanation: rule.explanation))
      }
    }
    return found
  }

  /// The attributes of a line, without its pattern, which may stand in quotes.
  private static func words(of line: Substring) -> [Substring] {
    var rest = line.drop { $0 == " " || $0 == "\t" }
    guard let first = rest.first, first != "#" else { return [] }
    if first == "\"" {
      rest = rest.dropFirst()
      var isEscaped = false
      while let character = rest.first, character != "\"" || isEscaped {
        isEscaped = character == "\\" && !isEscaped
        rest = rest.dropFirst()
      }
      rest = rest.dropFirst()
    } else {
      rest = rest.drop { $0 != " " && $0 != "\t" }
    }
    return rest.split { $0 == " " || $0 == "\t" }
  }

  private static func rule(forAttribute word: Substring) -> (verdict: Finding.Verdict, explanation: String)? {
    // "-name" and "!name" take an attribute away, which leaves the bytes as they are.
    guard word.first != "-", word.first != "!" else { return nil }
    let parts = word.split(separator: "=", maxSplits: 1)
    let value = parts.count > 1 ? String(parts[1]) : nil
    switch parts.first.map(String.init) {
    case "filter" where value != "lfs" && value != nil:
      return (.handled, "files with this filter are held: kept here, neither recorded raw nor sent anywhere")
    case "text" where value != "auto":
      return (.refused, "line endings would be converted; use 'text=auto', or take the attribute away")
    case "eol": return (.refused, "line endings would be converted; take the attribute away")
    case "crlf": return (.refused, "line endings would be converted; take the attribute away")
    case "working-tree-encoding": return (.refused, "content would be converted; take the attribute away")
    case "ident": return (.refused, "content would be changed at check-out; take the attribute away")
    default: return nil
    }
  }
}
