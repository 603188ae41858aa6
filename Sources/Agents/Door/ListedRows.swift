internal import MCP
internal import Values
internal import WorkspaceAPI

/// A list as text for a model and as values for programs: a page has the same rows in both.
struct ListedRows {
  /// An element of the list.
  struct Row {
    /// The row's line or lines.
    var text: String
    /// The same as a value, for programs.
    var value: JSONValue
  }

  /// The name of the list for programs.
  let name: String
  /// The rows in order.
  var rows: [Row]
  /// The text between two rows.
  var separator = "\n"
  /// The text without any row.
  var empty: String
  /// The line about how to get rows beyond the list, and the value to pass for them if the list has a cursor.
  var more: (line: String, cursor: String?)?

  /// Returns the page that a call requests with `first_line`.
  ///
  /// - Throws: `ToolFailure` for a line after the last one.
  func result(_ arguments: ToolArguments, _ surroundings: ToolSurroundings) throws(ToolFailure) -> ToolResult {
    let longest = surroundings.budget.longest
    let first = try arguments.count(ResultPage.argument, most: .max)
    let whole = rows.isEmpty ? empty : rows.map(\.text).joined(separator: separator)
    let page = try ResultPage.page(.text(whole), from: first, longest: longest)
    guard case .text(var text)? = page.result.content.first else { return page.result }
    var members = [
      JSONMember(name: "content", value: .string(text)),
      JSONMember(name: name, value: .array(values(on: page.excerpt).map { ResultPage.shortened($0, to: longest) })),
    ]
    if page.excerpt?.next == nil, let more {
      text += "\n" + more.line
      members[0].value = .string(text)
      if let cursor = more.cursor { members.append(JSONMember(name: "cursor", value: .string(cursor))) }
    }
    return ToolResult(content: [.text(text)], structured: .object(members)).telling(page.notes)
  }

  /// Returns the values of the rows that begin on a page; all without one.
  private func values(on excerpt: LineExcerpt?) -> [JSONValue] {
    guard let excerpt else { return rows.map(\.value) }
    let newline = UInt8(ascii: "\n")
    let gap = separator.utf8.count { $0 == newline }
    var line = 1
    var values: [JSONValue] = []
    for row in rows {
      if (excerpt.first...max(excerpt.first, excerpt.last)).contains(line) { values.append(row.value) }
      line += row.text.utf8.count { $0 == newline } + gap
    }
    return values
  }
}
