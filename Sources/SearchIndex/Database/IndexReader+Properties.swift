internal import GRDB
internal import GitObjects
internal import Values

/// A document that a query of properties found.
package struct DocumentMatch: Hashable, Sendable {
  package let path: String
  /// The version that was indexed.
  let blob: ObjectID
  /// The kind of the file.
  let kind: DocumentKind
}

extension IndexReader {
  /// Returns the documents that match a query, in its order.
  func matches(_ query: DocumentQuery) throws -> [DocumentMatch] {
    let conditions = query.necessary
    let history = query.needsHistory
    let sql = """
      SELECT file.path, file.blob, file.kind, file.title, \(query.needsMatter ? "file.matter" : "NULL")
        \(history ? "," + Self.historyColumns : "")
      FROM file \(history ? "LEFT JOIN authorship ON authorship.path = file.path" : "")
      \(conditions.isEmpty ? "" : "WHERE " + conditions.map(\.sql).joined(separator: " AND "))
      ORDER BY file.path
      """
    var found: [(match: DocumentMatch, order: [PropertyOrder?])] = []
    let rows = try Row.fetchCursor(
      database, sql: sql, arguments: StatementArguments(conditions.flatMap(\.arguments)))
    while let row = try rows.next() {
      guard let path = String.fromDatabaseValue(row[0]), let hex = String.fromDatabaseValue(row[1]),
        let blob = ObjectID(hex: hex), let word = String.fromDatabaseValue(row[2]),
        let title = String.fromDatabaseValue(row[3])
      else { throw IndexFault.damaged("a row of a file cannot be read") }
      guard let folders = query.folders(of: path) else { continue }
      let kind = DocumentKind(rawValue: word) ?? .binary
      var properties = DocumentProperties(path: path, title: title, kind: kind)
      properties.folders = folders
      if let matter = String.fromDatabaseValue(row[4]) { properties.matter = JSONValue(line: Array(matter.utf8)) }
      if history { (properties.made, properties.changed) = (Self.change(row, at: 5), Self.change(row, at: 8)) }
      guard query.holds(for: properties) else { continue }
      found.append((DocumentMatch(path: path, blob: blob, kind: kind), query.order(of: properties)))
    }
    if !query.sorting.isEmpty {
      // The position decides between equal documents: it is that of their paths.
      let sorted = found.enumerated().sorted { left, right in
        query.isBefore(left.element.order, right.element.order) ?? (left.offset < right.offset)
      }
      return sorted.map(\.element.match)
    }
    return found.map(\.match)
  }

  /// Adds the first and the last change of a document's path.
  func addHistory(to properties: inout DocumentProperties) throws {
    let statement = try database.cachedStatement(sql: "SELECT \(Self.historyColumns) FROM authorship WHERE path = ?")
    guard let row = try Row.fetchOne(statement, arguments: [properties.path]) else { return }
    (properties.made, properties.changed) = (Self.change(row, at: 0), Self.change(row, at: 3))
  }

  /// The columns of the first and the last change.
  static let historyColumns = "madeKind, madeName, madeBy, changedKind, changedName, changedBy"

  /// Returns the change that three columns hold; nil for none.
  static func change(_ row: Row, at column: Int) -> DocumentProperties.Change? {
    guard let kind = String.fromDatabaseValue(row[column]), let time = String.fromDatabaseValue(row[column + 2]) else {
      return nil
    }
    return DocumentProperties.Change(kind: kind, name: String.fromDatabaseValue(row[column + 1]), time: time)
  }
}
