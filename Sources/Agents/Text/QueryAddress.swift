internal import WorkspaceAPI

/// The `stet:` address of a query: `stet://query/research?where=bookId%3Dbook_123`.
enum QueryAddress {
  /// The beginning of all addresses.
  static let beginning = "stet://query/"
  /// The template of all addresses (RFC 6570).
  static let template = beginning + "{name}{?where*,path,sort*,show*,limit}"

  /// Returns the address of a named query.
  static func text(_ name: String) -> String { beginning + FileAddress.escaped(name) }

  /// Returns the query of an address; nil for another address, and for an unknown parameter.
  static func request(_ address: String) -> QueryRequest? {
    guard address.utf8.starts(with: beginning.utf8) else { return nil }
    let rest = Array(address.utf8.dropFirst(beginning.utf8.count))
    let mark = rest.firstIndex(of: UInt8(ascii: "?")) ?? rest.endIndex
    guard let name = FileAddress.unescaped(rest[..<mark]) else { return nil }
    var request = QueryRequest(query: name.isEmpty ? nil : name)
    for parameter in rest[mark...].dropFirst().split(separator: UInt8(ascii: "&")) {
      guard let sign = parameter.firstIndex(of: UInt8(ascii: "=")),
        let key = FileAddress.unescaped(parameter[..<sign]),
        let value = FileAddress.unescaped(parameter[(sign + 1)...])
      else { return nil }
      switch key {
      case "where": request.conditions.append(value)
      case "sort": request.sort += Self.keys(value)
      case "show": request.columns += Self.keys(value)
      case "path": request.path = value
      case "limit":
        guard let limit = Int(value), limit > 0 else { return nil }
        request.limit = limit
      default: return nil
      }
    }
    return request
  }

  private static func keys(_ text: String) -> [String] { text.split(separator: ",").map(String.init) }
}
