/// A unified diff.
enum DiffText {
  /// Returns the diff with its added and removed lines in colour.
  static func text(_ patch: String, _ style: TextStyle) -> String {
    guard style.usesColour else { return patch }
    let lines = patch.split(separator: "\n", omittingEmptySubsequences: false).map { line in
      if line.hasPrefix("+++") || line.hasPrefix("---") || line.hasPrefix("diff ") { return style.bold(String(line)) }
      if line.hasPrefix("@@") { return style.cyan(String(line)) }
      if line.hasPrefix("+") { return style.green(String(line)) }
      if line.hasPrefix("-") { return style.red(String(line)) }
      return String(line)
    }
    return lines.joined(separator: "\n")
  }
}
