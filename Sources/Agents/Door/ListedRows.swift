internal import MCP
internal import Values
internal import WorkspaceAPI

/// A list as a model reads it, a text, and as programs do, values: a page has the same rows in both.
struct ListedRows {
  /// An element of the list.
  struct Row {
    /// Its line, or its lines.
    var text: String
    /// The same for programs.
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
  /// The line that says how to get more than was looked for, and what to pass for it if the list has a cursor.
  var more: (line: String, cursor: String?)?

  /// Returns the page that a call asks for with `first_line`.
  ///
  /// - Throws: `ToolFailure` for a line behind the last.
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

  /// The values of the rows that begin on a page; all without one.
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
