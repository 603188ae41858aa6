internal import Values
internal import WorkspaceAPI

/// Documents in a table.
enum QueryText {
  /// Returns a line with the keys, and one for each document; nothing without documents.
  static func table(_ report: QueryReport, _ style: TextStyle) -> String {
    guard !report.documents.isEmpty else { return "" }
    var rows = Columns()
    rows.add(report.columns.map { Columns.Cell(TerminalText.name($0), style.dim) })
    for document in report.documents {
      rows.add(
        zip(report.columns, document.values).map { column, value in
          let isPath = column == "path"
          let text = cell(value)
          return Columns.Cell(isPath ? TerminalText.name(text) : TerminalText.short(text), isPath ? style.cyan : { $0 })
        })
    }
    return rows.text
  }

  /// Returns a line for each named query: its name and the sentence about it.
  static func names(_ queries: [NamedQueryEntry], _ style: TextStyle) -> String {
    var rows = Columns()
    for query in queries {
      let about = [query.about, query.isBuiltIn ? "(built in)" : nil].compactMap(\.self).joined(separator: " ")
      rows.add(Columns.Cell(TerminalText.name(query.name), style.cyan), Columns.Cell(TerminalText.name(about)))
    }
    return rows.text
  }

  /// Returns a value as people write it: a list with commas, nothing for null.
  private static func cell(_ value: JSONValue) -> String {
    switch value {
    case .null: ""
    case .string(let text): text
    case .array(let elements): elements.map(cell).joined(separator: ", ")
    default: String(decoding: value.line, as: UTF8.self)
    }
  }
}
