internal import GRDB

/// The database of the index, on disk or in memory. Belongs to one isolation domain.
///
/// The words are stored without the texts, which are in the repository: a file's words are removed by extracting them
/// again from its old content.
final class IndexDatabase {
  /// The version of the schema and of all that `ExtractedDocument` and `WordList` return. A database of another version
  /// is built anew.
  static let version = 4

  private let connection: DatabaseQueue
  /// The rank of documents, which keeps their lengths.
  let rank: DocumentRank

  /// Opens a database, and creates its tables if it is new.
  ///
  /// - Parameters:
  ///   - path: the file; nil for a database in memory.
  ///   - isTrusted: whether the file is known to be as it was written; otherwise SQLite checks it, which reads it all.
  /// - Throws: `IndexFault.damaged` if it must be built anew, `.unavailable` if the disk fails.
  init(path: String?, isTrusted: Bool = false) throws(IndexFault) {
    var configuration = Configuration()
    configuration.label = "stet.index"
    configuration.prepareDatabase { database in
      // No other process uses the file; without shared memory it also works on file systems that have none.
      try database.execute(sql: "PRAGMA locking_mode = EXCLUSIVE")
      try database.execute(sql: "PRAGMA journal_mode = WAL")
      // A power cut loses the last transactions with their marker, and damages nothing.
      try database.execute(sql: "PRAGMA synchronous = NORMAL")
      try database.execute(sql: "PRAGMA cache_size = -8000")
      try database.execute(sql: "PRAGMA temp_store = MEMORY")
      try database.execute(sql: "PRAGMA journal_size_limit = 4000000")
    }
    do {
      connection =
        try path.map { try DatabaseQueue(path: $0, configuration: configuration) }
        ?? DatabaseQueue(configuration: configuration)
      rank = try connection.inDatabase(DocumentRank.init)
      try connection.write { database in
        let found = try Int.fetchOne(database, sql: "PRAGMA user_version") ?? 0
        if found == 0, try !database.tableExists("file") { return try Self.create(database) }
        guard found == Self.version else { throw IndexFault.damaged("version \(found)") }
        if !isTrusted { try Self.check(database) }
      }
    } catch { throw IndexFault(error) }
  }

  private static func create(_ database: Database) throws {
    try database.execute(
      sql: """
        CREATE TABLE state (name TEXT PRIMARY KEY, value TEXT) WITHOUT ROWID;
        CREATE TABLE file (
          id INTEGER PRIMARY KEY, path TEXT NOT NULL UNIQUE, blob TEXT NOT NULL, kind TEXT NOT NULL,
          title TEXT NOT NULL, matter TEXT, isPartial INTEGER NOT NULL);
        CREATE INDEX partial ON file (path) WHERE isPartial;
        CREATE TABLE authorship (
          path TEXT PRIMARY KEY, madeKind TEXT, madeName TEXT, madeSession TEXT, madeAt INTEGER, madeBy TEXT,
          changedKind TEXT, changedName TEXT, changedSession TEXT, changedAt INTEGER, changedBy TEXT) WITHOUT ROWID;
        CREATE VIRTUAL TABLE words USING fts5(title, path, body, content='', tokenize='ascii');
        PRAGMA user_version = \(version);
        """)
  }

  private static func check(_ database: Database) throws {
    let answer = try String.fetchOne(database, sql: "PRAGMA quick_check(1)")
    guard answer == "ok" else { throw IndexFault.damaged(answer ?? "no answer to the check") }
    try database.execute(sql: "INSERT INTO words(words) VALUES('integrity-check')")
  }

  /// Runs statements in one transaction.
  ///
  /// - Throws: `IndexFault`; nothing is changed then.
  func transaction<Value>(_ body: (Database) throws -> Value) throws(IndexFault) -> Value {
    do { return try connection.write(body) } catch { throw IndexFault(error) }
  }

  /// Runs statements that change nothing.
  ///
  /// - Throws: `IndexFault`.
  func look<Value>(_ body: (Database) throws -> Value) throws(IndexFault) -> Value {
    do { return try connection.read(body) } catch { throw IndexFault(error) }
  }

  /// Returns a marker; nil if it is not set.
  func marker(_ name: Marker) throws(IndexFault) -> String? {
    try look { database in
      try String.fetchOne(database, sql: "SELECT value FROM state WHERE name = ?", arguments: [name.rawValue])
    }
  }

  /// Sets a marker within a transaction; nil removes it.
  static func set(_ name: Marker, _ value: String?, _ database: Database) throws {
    guard let value else {
      return try database.execute(sql: "DELETE FROM state WHERE name = ?", arguments: [name.rawValue])
    }
    try database.execute(
      sql: "INSERT OR REPLACE INTO state (name, value) VALUES (?, ?)", arguments: [name.rawValue, value])
  }

  /// Writes everything to the file and closes it.
  func close() {
    // The journal of SQLite is then empty, so that the file alone is the database.
    _ = try? connection.writeWithoutTransaction { database in
      try database.execute(sql: "PRAGMA wal_checkpoint(TRUNCATE)")
    }
    try? connection.close()
  }
}

/// The durable progress of the index.
enum Marker: String {
  /// The tree that is indexed.
  case tree
  /// The tree whose indexing has begun; it is completed before another begins.
  case target
  /// The commit up to which the authors are known.
  case history
}
