extension RepositoryCheck {
  /// Returns the findings for the lines of an attribute file.
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

  /// Returns the attributes of a line without its pattern, which may be quoted.
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
    // "-name" and "!name" remove an attribute, which leaves the bytes unchanged.
    guard word.first != "-", word.first != "!" else { return nil }
    let parts = word.split(separator: "=", maxSplits: 1)
    let value = parts.count > 1 ? String(parts[1]) : nil
    switch parts.first.map(String.init) {
    case "filter" where value != "lfs" && value != nil:
      return (.handled, "files with this filter are held: kept here, neither recorded raw nor sent anywhere")
    case "text" where value != "auto":
      return (.refused, "line endings would be converted; use 'text=auto', or remove the attribute")
    case "eol": return (.refused, "line endings would be converted; remove the attribute")
    case "crlf": return (.refused, "line endings would be converted; remove the attribute")
    case "working-tree-encoding": return (.refused, "content would be converted; remove the attribute")
    case "ident": return (.refused, "content would be changed at check-out; remove the attribute")
    default: return nil
    }
  }
}
