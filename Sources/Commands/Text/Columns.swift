/// Rows whose columns stand below each other.
struct Columns: Sendable {
  /// One cell: the text that counts for the width, and how it is set.
  struct Cell: Sendable {
    var text: String
    var painted: String

    init(_ text: String, _ paint: (String) -> String = { $0 }) {
      self.text = text
      painted = paint(text)
    }
  }

  private var rows: [[Cell]] = []

  /// Adds a row.
  mutating func add(_ cells: Cell...) {
    rows.append(cells)
  }

  /// The rows, two blanks between columns, each ended by a newline; the last column is not filled up.
  var text: String {
    var widths: [Int] = []
    for row in rows {
      for (column, cell) in row.enumerated() {
        if column == widths.count { widths.append(0) }
        widths[column] = max(widths[column], cell.text.count)
      }
    }
    var text = ""
    for row in rows {
      for (column, cell) in row.enumerated() {
        text += cell.painted
        if column < row.count - 1 {
          text += String(repeating: " ", count: widths[column] - cell.text.count + 2)
        }
      }
      text += "\n"
    }
    return text
  }
}
