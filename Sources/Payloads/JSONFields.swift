internal import Values

/// The members of a JSON object; a field without a value is left out.
struct JSONFields {
  /// The members in order.
  private(set) var members: [JSONMember] = []

  var value: JSONValue { .object(members) }

  /// Adds a field.
  mutating func add(_ name: String, _ value: JSONValue?) {
    if let value { members.append(JSONMember(name: name, value: value)) }
  }

  /// Adds a text.
  mutating func add(_ name: String, _ text: String?) { add(name, text.map { JSONValue.string($0) }) }

  /// Adds a number; one that JSON lacks is left out.
  mutating func add(_ name: String, _ number: Double?) { add(name, number.flatMap(NumberText.json)) }

  /// Adds an integer.
  mutating func add(_ name: String, _ number: Int?) { add(name, number.map { JSONValue.number(String($0)) }) }

  /// Adds a truth value.
  mutating func add(_ name: String, _ truth: Bool) { add(name, JSONValue.bool(truth)) }

  /// Adds a list of texts.
  mutating func add(_ name: String, _ texts: [String]) { add(name, JSONValue.array(texts.map { .string($0) })) }

  /// Adds a list of objects, each with the fields that a function adds for an element.
  mutating func add<Element>(_ name: String, _ list: [Element], _ fill: (inout JSONFields, Element) -> Void) {
    let objects = list.map { element in
      var fields = JSONFields()
      fill(&fields, element)
      return fields.value
    }
    add(name, .array(objects))
  }
}

/// Lines of which the parts are aligned.
struct AlignedLines {
  private var rows: [[String]] = []

  /// Adds a line of parts.
  mutating func add(_ parts: String...) { rows.append(parts) }

  /// The lines, with two blanks between the parts and none at the end.
  var lines: [String] {
    let count = rows.map(\.count).max() ?? 0
    let widths = (0..<count).map { column in rows.map { $0.count > column ? $0[column].count : 0 }.max() ?? 0 }
    return rows.map { row in
      var line = ""
      for (column, part) in row.enumerated() where widths[column] > 0 {
        line += part + String(repeating: " ", count: widths[column] - part.count + 2)
      }
      while line.last == " " { line.removeLast() }
      return line
    }
  }
}
