internal import GitObjects
internal import SearchIndex

/// The texts of a query, as people and agents write them. Pure.
enum QuerySyntax {
  /// The advice on a condition that cannot be read.
  static let conditionForm = "A condition is key=value with =, !=, <, <=, >, >=, or 'key exists', 'key missing'."

  /// Parses a place.
  static func place(_ text: String) throws(QueryTextError) -> PathPattern {
    do throws(WorkspacePathError) { return try PathPattern(text) } catch {
      throw QueryTextError(key: "in", reason: "'\(text)' is no path in the workspace: \(error.description)")
    }
  }

  /// Parses a condition.
  static func condition(_ text: String) throws(QueryTextError) -> DocumentCondition {
    do throws(QueryFault) { return try DocumentCondition(text) } catch {
      throw QueryTextError(key: "where", reason: "The condition \(text) cannot be read: \(error.description)")
    }
  }

  /// Parses a key to sort by.
  static func sorting(_ text: String) throws(QueryTextError) -> DocumentQuery.Sorting {
    guard let sorting = DocumentQuery.Sorting(text) else {
      throw QueryTextError(key: "sort", reason: "'\(text)' is no key to sort by; write key, or -key for the reverse")
    }
    return sorting
  }

  /// Parses a column.
  static func column(_ text: String) throws(QueryTextError) -> DocumentKey {
    guard let key = DocumentKey(text) else { throw QueryTextError(key: "show", reason: "'\(text)' is no key to show") }
    return key
  }
}

/// A text of a query that cannot be understood.
struct QueryTextError: Error, Hashable, Sendable {
  /// The key that it has in `.stet/queries.toml`.
  let key: String
  /// The reason, without a stop at its end.
  let reason: String
}

/// The lines of `.stet/queries.toml`, for messages: the parser keeps no places of values.
struct QueryLines {
  private let lines: [Substring]

  /// Takes the text of the file.
  init(_ text: String) {
    lines = text.split(separator: "\n", omittingEmptySubsequences: false)
  }

  /// Returns the number of the line that begins a query, or that sets a key of it; nil if neither is found.
  func line(of query: String, _ key: String?) -> Int? {
    let header = lines.firstIndex { line in
      let text = line.filter { !" \t\r\"'".contains($0) }
      return text.hasPrefix("[\(query)]") || text.hasPrefix("[\(query).") || text.hasPrefix("\(query)=")
        || text.hasPrefix("\(query).")
    }
    guard let header else { return nil }
    guard let key else { return header + 1 }
    for index in lines.indices.dropFirst(header) {
      let text = lines[index].filter { !" \t\r\"'".contains($0) }
      if index > header, text.hasPrefix("[") { break }
      if text.hasPrefix("\(key)=") || text.hasPrefix("\(query).\(key)=") { return index + 1 }
    }
    return header + 1
  }
}
