internal import Values

/// The rows of a CSV or JSON file. Pure.
struct RecordTable: Hashable {
  /// The reason why a file has no rows.
  struct Fault: Error, Hashable {
    /// The reason, without a full stop.
    var reason: String
  }

  /// The most columns, and the most cells of a JSON file, in which each row is as long as its last column needs.
  private static let mostColumns = 500, mostCells = 5_000_000

  /// The names of the columns, as they are written.
  private(set) var columns: [String] = []
  /// The cells of each row by the place of the column; missing ones are empty.
  private(set) var rows: [[String]] = []
  /// The separator of a CSV file; nil for JSON.
  private(set) var separator: Character?

  /// Parses a file: JSON if it begins with a bracket, else CSV.
  init(_ text: String) throws(Fault) {
    let first = text.first { !$0.isWhitespace }
    if first == "[" || first == "{" { try self.init(json: text) } else { try self.init(csv: text) }
  }

  private init(csv text: String) throws(Fault) {
    let header = text.prefix { !$0.isNewline }
    let separator = [",", ";", "\t"].max { one, other in
      header.count { $0 == one } < header.count { $0 == other }
    }
    self.separator = separator ?? ","
    var records = try Self.records(text, separator ?? ",")
    guard !records.isEmpty else { throw Fault(reason: "it is empty") }
    columns = records.removeFirst().map(Self.trimmed)
    guard columns.count <= Self.mostColumns else { throw Self.tooWide }
    rows = records.filter { $0.contains { !$0.isEmpty } }
  }

  /// Returns the records of RFC 4180: a cell in quotes may contain separators, newlines and doubled quotes.
  private static func records(_ text: String, _ separator: Character) throws(Fault) -> [[String]] {
    var records: [[String]] = []
    var record: [String] = []
    var cell = ""
    var isQuoted = false
    var wasQuote = false
    for letter in text {
      if isQuoted {
        if letter == "\"" { (isQuoted, wasQuote) = (false, true) } else { cell.append(letter) }
        continue
      }
      switch letter {
      case "\"":
        if wasQuote { cell.append("\"") } else if !cell.isEmpty, !cell.allSatisfy(\.isWhitespace) { cell.append("\"") }
        // A quote within a cell without quotes is a letter.
        isQuoted = wasQuote || cell.allSatisfy(\.isWhitespace)
        wasQuote = false
      case separator, "\n", "\r\n", "\r":
        record.append(cell)
        (cell, wasQuote) = ("", false)
        if letter != separator {
          records.append(record)
          record = []
        }
      default:
        cell.append(letter)
        wasQuote = false
      }
    }
    guard !isQuoted else { throw Fault(reason: "a quote is not closed") }
    if !cell.isEmpty || !record.isEmpty { records.append(record + [cell]) }
    return records.filter { $0 != [""] }
  }

  /// Reads a list of objects, or an object of days with an object each.
  private init(json text: String) throws(Fault) {
    let value: JSONValue
    do throws(JSONFault) { value = try JSONValue(Array(text.utf8)) } catch { throw Fault(reason: "it is not JSON") }
    var objects: [[JSONMember]] = []
    if let members = value.members {
      for member in members {
        guard let inner = member.value.members else {
          throw Fault(reason: "it is neither a list of objects nor an object of days")
        }
        objects.append([JSONMember(name: "date", value: .string(member.name))] + inner)
      }
    } else {
      for element in value.elements ?? [] {
        guard let members = element.members else { throw Fault(reason: "its list has an element that is no object") }
        objects.append(members)
      }
    }
    var places: [String: Int] = [:]
    var cells = 0
    for object in objects {
      var row: [String] = []
      for member in object {
        guard let cell = Self.cell(member.value) else { continue }
        let place = places[member.name] ?? columns.count
        if place == columns.count {
          guard place < Self.mostColumns else { throw Self.tooWide }
          places[member.name] = place
          columns.append(member.name)
        }
        while row.count <= place { row.append("") }
        row[place] = cell
      }
      cells += row.count
      guard cells <= Self.mostCells else { throw Fault(reason: "it has more than \(Self.mostCells) cells") }
      rows.append(row)
    }
  }

  private static var tooWide: Fault { Fault(reason: "it has more than \(mostColumns) columns") }

  private static func cell(_ value: JSONValue) -> String? {
    switch value {
    case .string(let text): text
    case .number(let text): text
    case .bool(let truth): truth ? "1" : "0"
    default: nil
    }
  }

  private static func trimmed(_ text: String) -> String {
    var text = text[...]
    while text.first?.isWhitespace == true { text.removeFirst() }
    while text.last?.isWhitespace == true { text.removeLast() }
    return String(text)
  }
}

extension RecordTable {
  /// Returns the place of the first column with one of some names; nil if there is none.
  func column(_ names: String...) -> Int? {
    columns.firstIndex { names.contains($0.lowercased()) }
  }

  /// Returns a cell without blanks at its ends.
  func cell(_ row: [String], _ column: Int?) -> String {
    guard let column, column < row.count else { return "" }
    return Self.trimmed(row[column])
  }

  /// Returns the number of a cell; words of agreement are 1, those of denial 0, and nil for any other text.
  func number(_ row: [String], _ column: Int) -> Double? {
    let text = cell(row, column).lowercased()
    switch text {
    case "": return nil
    case "yes", "y", "true", "done", "x", "✓", "✔": return 1
    case "no", "n", "false", "-": return 0
    default:
      // Spreadsheets with a decimal comma separate cells by semicolons.
      let number = separator == "," ? text : text.replacing(",", with: ".")
      return Double(number).flatMap { $0.isFinite ? $0 : nil }
    }
  }
}
