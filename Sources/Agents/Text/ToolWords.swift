/// The workspace's sentences for an agent without a command line: commands become the tools with the same function.
enum ToolWords {
  /// The tools by the first words of the commands with the same function.
  private static let tools = [
    "list": "list_directory", "list -r": "list_files", "log": "file_history", "read": "read_text_file",
    "write": "write_file", "append": "append_file", "edit": "edit_file", "move": "move_file",
    "delete": "delete_file", "search": "search_text", "download": "download_file", "restore": "restore_version",
    "blame": "blame", "diff": "diff_versions", "provenance": "get_file_info", "status": "workspace_context",
    "questions": "list_questions", "undo --session": "undo_session", "coordinate list": "workspace_context",
    "coordinate claim": "claim_path",
  ]

  /// Returns a sentence with names of files and authors and words of remotes, on one line.
  static func sentence(_ text: String) -> String { ModelText.sentence(self.text(text)) }

  /// Replaces commands in quotes, such as `'stet list'`. A command for the person stays, and is marked as such.
  static func text(_ text: String) -> String {
    var result = ""
    var rest = text[...]
    while let command = next(in: rest) {
      result += rest[..<command.range.lowerBound]
      rest = rest[command.range.upperBound...]
      let clause = result.split(separator: "; ").last.map { $0.split(separator: ". ").last ?? $0 } ?? ""
      if clause.contains("person") {
        result += command.text
      } else if let tool = tool(for: command.words) {
        result += tool
        for joint in [", or ", " and "] where result.hasSuffix(tool + joint + tool) {
          result.removeLast(joint.count + tool.count)
          // One tool takes the place of two commands.
          if rest.hasPrefix(" list ") { rest = " lists " + rest.dropFirst(6) }
        }
      } else {
        result += "the person's " + command.text
      }
    }
    return result + rest
  }

  private static func tool(for words: [Substring]) -> String? {
    let name = tools[words.prefix(2).joined(separator: " ")] ?? words.first.flatMap { tools[String($0)] }
    return name.map(ToolProfile.spelled)
  }

  /// Returns the first command in a text: with its quotes, and its words after `stet`.
  private static func next(in text: Substring) -> (range: Range<Substring.Index>, text: Substring, words: [Substring])?
  {
    var rest = text
    while let quote = rest.firstIndex(where: { $0 == "'" || $0 == "`" }) {
      let inner = rest[rest.index(after: quote)...]
      if inner.hasPrefix("stet ") {
        guard let end = inner.firstIndex(of: rest[quote]) else { return nil }
        let range = quote..<rest.index(after: end)
        return (range, text[range], inner[..<end].dropFirst(5).split(separator: " "))
      }
      rest = inner
    }
    return nil
  }
}
