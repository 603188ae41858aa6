/// Rows with aligned columns.
package struct Columns: Sendable {
  /// One cell: the text that determines the width, and the same in colour.
  package struct Cell: Sendable {
    /// The text without colour.
    var text: String
    /// The text with its colour.
    var painted: String

    /// Creates a cell with a text and its colour.
    package init(_ text: String, _ paint: (String) -> String = { $0 }) {
      self.text = text
      painted = paint(text)
    }
  }

  private var rows: [[Cell]] = []

  /// Creates a table without rows.
  package init() {}

  /// Adds a row.
  package mutating func add(_ cells: Cell...) {
    add(cells)
  }

  /// Adds a row.
  package mutating func add(_ cells: [Cell]) {
    rows.append(cells)
  }

  /// The rows, two blanks between columns, each ended by a newline; the last cell with a text is not padded.
  package var text: String {
    var widths: [Int] = []
    for row in rows {
      for (column, cell) in row.enumerated() {
        if column == widths.count { widths.append(0) }
        widths[column] = max(widths[column], cell.text.count)
      }
    }
    var text = ""
    for row in rows {
      let last = row.lastIndex { !$0.text.isEmpty } ?? 0
      for (column, cell) in row.enumerated().prefix(last + 1) {
        text += cell.painted
        if column < last {
          text += String(repeating: " ", count: widths[column] - cell.text.count + 2)
        }
      }
      text += "\n"
    }
    return text
  }
}
