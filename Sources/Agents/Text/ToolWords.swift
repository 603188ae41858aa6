/// Sentences of the workspace as an agent without a command line needs them: commands become the tools that do the same.
enum ToolWords {
  private static let tools = [
    "list": "list_directory", "log": "file_history", "read": "read_text_file", "write": "write_file",
    "append": "append_file",
    "edit": "edit_file", "move": "move_file", "delete": "delete_file", "search": "search_text",
    "download": "download_file", "restore": "restore_version", "blame": "blame", "diff": "diff_versions",
    "provenance": "get_file_info", "status": "workspace_context",
  ]

  /// Replaces commands in quotes, such as `'stet list'`. What only a person does stays as it is.
  static func text(_ text: String) -> String {
    var result = ""
    var rest = text[...]
    while let start = rest.firstRange(of: "'stet ") {
      let command = rest[start.upperBound...].prefix { $0 != "'" }
      guard command.endIndex < rest.endIndex else { break }
      let end = rest.index(after: command.endIndex)
      let tool = tools[String(command.prefix { $0 != " " })]
      result += rest[..<start.lowerBound] + (tool ?? String(rest[start.lowerBound..<end]))
      if let tool, result.hasSuffix("\(tool), or \(tool)") { result.removeLast(tool.count + 5) }
      rest = rest[end...]
    }
    return result + rest
  }
}
