internal import GRDB
internal import GitObjects

/// Brings the rows of single files to a tree's content, within a transaction. Belongs to one isolation domain.
struct IndexWriter {
  /// A row of the table `file`.
  private struct Row {
    var id: Int64
    var blob: ObjectID
    var kind: String
  }

  /// The mark of a content that could not be read: it is tried again when the index is opened.
  static let unreadable = "unreadable"

  private let database: Database
  private let rank: DocumentRank
  private let store: any ObjectStore

  /// Creates a writer for a transaction; the rank forgets what it knows of queries and of changed files.
  init(_ database: Database, _ rank: DocumentRank, store: any ObjectStore) {
    rank.forgetQueries()
    self.database = database
    self.rank = rank
    self.store = store
  }

  /// Brings one path to an entry; nil removes it. Does nothing for a row with this content.
  ///
  /// - Throws: an error of SQLite; `IndexFault.damaged` if the old words cannot be found out.
  func put(_ entry: TreeEntry?, at path: String) throws {
    let wanted = entry.flatMap { $0.mode.isFile || $0.mode == .symlink ? $0 : nil }
    let old = try row(at: path)
    if let old {
      if let wanted, wanted.id == old.blob, old.kind != Self.unreadable,
        (wanted.mode == .symlink) == (old.kind == DocumentKind.link.rawValue)
      {
        return
      }
      try remove(old, path)
    }
    if let wanted { try add(wanted, path, id: old?.id) }
  }

  /// Reads the files again whose content could not be read.
  ///
  /// - Throws: an error of SQLite.
  func retryUnreadable() throws {
    let rows = try GRDB.Row.fetchAll(
      database, sql: "SELECT path, blob FROM file WHERE kind = ?", arguments: [Self.unreadable])
    for row in rows {
      guard let path = String.fromDatabaseValue(row[0]), let hex = String.fromDatabaseValue(row[1]),
        let blob = ObjectID(hex: hex)
      else { throw IndexFault.damaged("a row of a file cannot be read") }
      try put(TreeEntry(name: path, mode: .file, id: blob), at: path)
    }
  }

  private func row(at path: String) throws -> Row? {
    let statement = try database.cachedStatement(sql: "SELECT id, blob, kind FROM file WHERE path = ?")
    guard let row = try GRDB.Row.fetchOne(statement, arguments: [path]) else { return nil }
    guard let id = Int64.fromDatabaseValue(row["id"]), let hex = String.fromDatabaseValue(row["blob"]),
      let blob = ObjectID(hex: hex), let kind = String.fromDatabaseValue(row["kind"])
    else { throw IndexFault.damaged("a row of a file cannot be read") }
    return Row(id: id, blob: blob, kind: kind)
  }

  /// Adds a file; a changed one keeps its id.
  private func add(_ entry: TreeEntry, _ path: String, id: Int64?) throws {
    var kind: String
    let document: ExtractedDocument
    do {
      document = try Self.document(entry.id, isLink: entry.mode == .symlink, at: path, in: store)
      kind = document.kind.rawValue
    } catch {
      document = ExtractedDocument([], path: path, isLink: true)
      kind = Self.unreadable
    }
    try database.cachedStatement(
      sql: "INSERT INTO file (id, path, blob, kind, title, matter, isPartial) VALUES (?, ?, ?, ?, ?, ?, ?)"
    ).execute(
      arguments: [
        id, path, entry.id.hex, kind, document.title, document.matter.map { String(decoding: $0, as: UTF8.self) },
        document.isPartial,
      ])
    try write(
      DocumentWords(document, path: path), id: database.lastInsertedRowID,
      sql: "INSERT INTO words (rowid, title, path, body) VALUES (?, ?, ?, ?)")
  }

  private func remove(_ row: Row, _ path: String) throws {
    let document: ExtractedDocument
    if let kind = DocumentKind(rawValue: row.kind), kind != .link {
      do { document = try Self.document(row.blob, isLink: false, at: path, in: store) } catch {
        throw IndexFault.damaged("the former content of a file is not in the repository any more")
      }
    } else {
      document = ExtractedDocument([], path: path, isLink: true)
    }
    try write(
      DocumentWords(document, path: path), id: row.id,
      sql: "INSERT INTO words (words, rowid, title, path, body) VALUES ('delete', ?, ?, ?, ?)")
    try database.cachedStatement(sql: "DELETE FROM file WHERE id = ?").execute(arguments: [row.id])
  }

  private func write(_ words: DocumentWords, id: Int64, sql: String) throws {
    rank.forget(id)
    try database.cachedStatement(sql: sql).execute(
      arguments: [
        id, String(decoding: words.title.joined, as: UTF8.self), String(decoding: words.path.joined, as: UTF8.self),
        String(decoding: words.body.joined, as: UTF8.self),
      ])
  }

  /// Reads and extracts a document; of a long one only the part that is searched is read.
  ///
  /// - Throws: `ObjectStoreError` if the content cannot be read.
  static func document(
    _ blob: ObjectID, isLink: Bool, at path: String, in store: any ObjectStore
  ) throws(ObjectStoreError) -> ExtractedDocument {
    if isLink { return ExtractedDocument([], path: path, isLink: true) }
    if let bytes = try store.blob(blob, ofAtMost: ExtractedDocument.longestText) {
      return ExtractedDocument(bytes, path: path)
    }
    if try store.header(of: blob).size > ExtractedDocument.largestFile { return .unread(path) }
    struct Enough: Error {}
    var bytes: [UInt8] = []
    do {
      try store.readBlob(blob) { piece in
        bytes += piece.prefix(ExtractedDocument.longestText + 1 - bytes.count)
        if bytes.count > ExtractedDocument.longestText { throw Enough() }
      }
    } catch let error as ObjectStoreError { throw error } catch {}
    return ExtractedDocument(bytes, path: path)
  }
}
