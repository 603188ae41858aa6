internal import GRDB
internal import GitObjects
internal import Values

/// Queries of the database, within a transaction. Belongs to one isolation domain.
struct IndexReader {
  /// The database in its transaction.
  let database: Database
  private let rank: DocumentRank

  /// Creates a reader for a transaction.
  init(_ database: Database, _ rank: DocumentRank) {
    self.database = database
    self.rank = rank
  }

  /// Returns the files that match, best first: matches in the title count eight times, in the path four times. Files of
  /// equal rank are in the order of their paths.
  func files(_ query: SearchQuery, _ filter: SearchFilter, limit: Int) throws -> [IndexedFile] {
    guard limit > 0 else { return [] }
    guard filter.fields.isEmpty else { return try chosen(query, filter, limit: limit) }
    // The tables of the files are read for the best ranks alone. Only a tie across the whole reserve needs them all.
    let reserve = min(limit, .max / 2) * 2
    let best = try ranked(query, filter, limit: reserve)
    let isDecided = best.count < reserve || best[limit - 1].score < best[reserve - 1].score
    return try (isDecided ? best : ranked(query, filter, limit: -1)).prefix(limit).map(\.file)
  }

  /// Returns the best files with their scores, of which the lowest is the best; -1 as limit returns all.
  private func ranked(
    _ query: SearchQuery, _ filter: SearchFilter, limit: Int
  ) throws -> [(file: IndexedFile, score: Double)] {
    let conditions = filter.conditions
    // The rank leaves documents out before the other conditions are checked.
    let bound = conditions.isEmpty && limit > 0 ? ", \(limit)" : ""
    let score = "\(DocumentRank.name)(words\(bound))"
    let terms = ["words MATCH ?"] + (bound.isEmpty ? conditions.map(\.sql) : ["\(score) IS NOT NULL"])
    let sql = """
      SELECT \(Self.columns), score
      FROM (
        SELECT words.rowid AS document, \(score) AS score
        FROM words \(conditions.isEmpty ? "" : Self.files("words.rowid"))
        WHERE \(terms.joined(separator: " AND ")) ORDER BY score LIMIT \(limit))
      \(Self.files("document"))
      ORDER BY score, file.path
      """
    let arguments = [query.expression] + conditions.flatMap(\.arguments)
    let rows = try rank.run(query.expression) {
      try Row.fetchAll(database.cachedStatement(sql: sql), arguments: StatementArguments(arguments))
    }
    return try rows.map { row in (try Self.file(row), row[9]) }
  }

  /// Returns the best files whose properties fit, which are read in the order of the ranks until there are enough.
  private func chosen(_ query: SearchQuery, _ filter: SearchFilter, limit: Int) throws -> [IndexedFile] {
    let conditions = filter.conditions
    let ranked = """
      SELECT words.rowid, \(DocumentRank.name)(words) AS score FROM words \(Self.files("words.rowid"))
      WHERE \((["words MATCH ?"] + conditions.map(\.sql)).joined(separator: " AND ")) ORDER BY score, file.path
      """
    let file = try database.cachedStatement(
      sql: """
        SELECT \(Self.columns), file.matter, \(Self.historyColumns)
        FROM file LEFT JOIN authorship ON authorship.path = file.path WHERE file.id = ?
        """)
    let arguments = StatementArguments([query.expression] + conditions.flatMap(\.arguments))
    let ids = try rank.run(query.expression) {
      try Int64.fetchAll(database.cachedStatement(sql: ranked), arguments: arguments)
    }
    var chosen: [IndexedFile] = []
    for id in ids {
      guard chosen.count < limit else { break }
      guard let row = try Row.fetchOne(file, arguments: [id]) else { continue }
      let found = try Self.file(row)
      var properties = DocumentProperties(path: found.path, title: found.title, kind: found.kind)
      properties.matter = String.fromDatabaseValue(row[9]).flatMap { JSONValue(line: Array($0.utf8)) }
      (properties.made, properties.changed) = (Self.change(row, at: 10), Self.change(row, at: 13))
      if filter.fits(properties) { chosen.append(found) }
    }
    return chosen
  }

  /// The columns of a found file.
  private static let columns =
    "file.path, file.blob, file.kind, file.title, changedKind, changedName, changedSession, changedBy, file.isPartial"

  /// Returns the join of the tables of files by an id.
  private static func files(_ id: String) -> String {
    "JOIN file ON file.id = \(id) LEFT JOIN authorship ON authorship.path = file.path"
  }

  /// Returns the texts that are not searched as a whole.
  func partialFiles(_ filter: SearchFilter, limit: Int) throws -> [PartialFile] {
    var scope = SearchFilter()
    scope.path = filter.path
    let conditions = scope.conditions
    let sql = """
      SELECT path, kind FROM file WHERE \((["isPartial"] + conditions.map(\.sql)).joined(separator: " AND "))
      ORDER BY path LIMIT \(limit)
      """
    let arguments = StatementArguments(conditions.flatMap(\.arguments))
    return try Row.fetchAll(database, sql: sql, arguments: arguments).map { row in
      PartialFile(path: row[0], isUnread: row[1] == DocumentKind.large.rawValue)
    }
  }

  private static func file(_ row: Row) throws -> IndexedFile {
    guard let path = String.fromDatabaseValue(row[0]), let hex = String.fromDatabaseValue(row[1]),
      let blob = ObjectID(hex: hex), let word = String.fromDatabaseValue(row[2]),
      let title = String.fromDatabaseValue(row[3])
    else { throw IndexFault.damaged("a row of a file cannot be read") }
    let author = String.fromDatabaseValue(row[4]).map {
      AuthorRecord(kind: $0, name: String.fromDatabaseValue(row[5]), session: String.fromDatabaseValue(row[6]))
    }
    return IndexedFile(
      path: path, blob: blob, kind: DocumentKind(rawValue: word) ?? .binary, title: title, author: author,
      time: String.fromDatabaseValue(row[7]), isPartial: Bool.fromDatabaseValue(row[8]) == true)
  }
}
