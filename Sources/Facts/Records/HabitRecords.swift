internal import Payloads
internal import Values

/// The entries of habits, from a table with the columns `date`, `habit` and `amount`, or with a column for each habit.
/// Pure.
struct HabitRecords {
  /// The columns of a new file.
  static let header = "date,habit,amount"
  /// The days before the last one within which a habit without a goal must have an entry to be listed.
  private static let kept = 90

  private var names: [String] = []
  /// The first name of each spelling in lowercase.
  private var known: [String: String] = [:]
  private var amounts: [String: [CalendarDay: Double]] = [:]

  /// Reads a table.
  ///
  /// - Throws: `RecordTable.Fault` if it has no column of dates.
  init(_ table: RecordTable) throws(RecordTable.Fault) {
    guard let date = table.column("date", "day") else { throw RecordTable.Fault(reason: "it has no column 'date'") }
    let habit = table.column("habit", "name")
    let amount = table.column("amount", "value", "count", "done")
    // A column for each habit; a habit is listed although it has no entry yet.
    if habit == nil {
      names = table.columns.indices.filter { $0 != date }.map { table.columns[$0] }
      known = Dictionary(names.map { ($0.lowercased(), $0) }) { first, _ in first }
    }
    for row in table.rows {
      guard let day = CalendarDay(String(table.cell(row, date).prefix(10))) else { continue }
      if let habit {
        let number = amount.map { table.cell(row, $0).isEmpty ? 1 : table.number(row, $0) } ?? 1
        if let number { add(number, table.cell(row, habit), day) }
        continue
      }
      for column in table.columns.indices where column != date {
        if let number = table.number(row, column) { add(number, table.columns[column], day) }
      }
    }
  }

  private mutating func add(_ number: Double, _ title: String, _ day: CalendarDay) {
    guard !title.isEmpty else { return }
    let key = title.lowercased()
    if known[key] == nil {
      known[key] = title
      names.append(title)
    }
    amounts[known[key] ?? title, default: [:]][day, default: 0] += number
  }

  /// Returns the habits with their entries of some days.
  func habits(on days: DaySpan, _ source: Source) -> [Habit] {
    let goals = source.goals.keys.sorted().filter { known[$0.lowercased()] == nil }
    let first = days.last.adding(-Self.kept)
    return (names + goals).compactMap { name in
      func setting<Value>(_ table: [String: Value]) -> Value? {
        table.first { $0.key.lowercased() == name.lowercased() }?.value
      }
      let all = amounts[name] ?? [:]
      let goal = setting(source.goals)
      guard goal != nil || all.isEmpty || all.keys.contains(where: { first <= $0 && $0 <= days.last }) else {
        return nil
      }
      return Habit(
        name: name, amounts: all.filter { days.contains($0.key) }, goal: goal ?? 1, unit: setting(source.units) ?? "")
    }
  }

  /// Returns the line of a new entry for a file.
  ///
  /// - Throws: `RecordTable.Fault` if the file is JSON, or has no column for the habit.
  static func line(
    _ table: RecordTable, habit name: String, day: CalendarDay, amount: Double
  ) throws(RecordTable.Fault) -> String {
    guard let separator = table.separator else {
      throw RecordTable.Fault(reason: "entries can be added to CSV files only")
    }
    guard let date = table.column("date", "day") else { throw RecordTable.Fault(reason: "it has no column 'date'") }
    var cells = [String](repeating: "", count: table.columns.count)
    cells[date] = day.text
    let text = NumberText.plain(amount)
    let number = separator == "," ? text : text.replacing(".", with: ",")
    if let habit = table.column("habit", "name") {
      cells[habit] = name
      if let column = table.column("amount", "value", "count", "done") {
        cells[column] = number
      } else if amount != 1 {
        throw RecordTable.Fault(reason: "it has no column 'amount'")
      }
    } else if let column = table.columns.firstIndex(where: { $0.lowercased() == name.lowercased() }), column != date {
      cells[column] = number
    } else {
      throw RecordTable.Fault(reason: "it has no column '\(name)'")
    }
    return cells.map { quoted($0, separator) }.joined(separator: String(separator))
  }

  private static func quoted(_ cell: String, _ separator: Character) -> String {
    let plain = String(cell.map { $0.isNewline ? " " : $0 })
    guard plain.contains(where: { $0 == separator || $0 == "\"" }) else { return plain }
    return "\"" + plain.replacing("\"", with: "\"\"") + "\""
  }
}
