internal import GRDB
internal import GRDBSQLite
internal import Glibc

/// The rank of a document for a query: the function `document_rank` of FTS5, lowest first. Belongs to one connection.
///
/// It returns what `bm25` returns (Okapi BM25 with k1 = 1.2 and b = 0.75, https://www.sqlite.org/fts5.html#the_bm25_function)
/// with the weights of the three columns, and keeps the documents' lengths in memory: `bm25` reads the length of each
/// matching document from its table, which takes three quarters of its time.
///
/// With a number as argument it returns null for a document if that many better ones came before it: SQLite then sorts
/// hundreds instead of tens of thousands of documents. A document whose rank equals one of the best is never left out.
final class DocumentRank {
  /// The name of the function.
  static let name = "document_rank"

  private static let saturation = 1.2
  private static let lengthPart = 0.75
  /// The number of documents whose lengths are kept, 4 MB; those with higher ids are read each time.
  private static let longest = 1_000_000
  /// The number of queries whose rarities are kept.
  private static let mostQueries = 64

  /// The weights of a match in the title, the path and the body.
  private let weights = [8.0, 4.0, 1.0]
  /// The number of words of each document by its id; 0 where it was not read yet.
  private var lengths: [Int32] = []
  /// The rarities of the phrases of queries since the last change of the index, by the query's expression.
  private var rarities: [String: [Double]] = [:]
  /// The expression of the query that runs now.
  private var expression: String?

  /// The facts of one query: the weight of each phrase by its rarity, and the average length of a document.
  private final class Query {
    let rarities: [Double]
    let averageLength: Double
    /// The ranks of the best documents so far, if only so many are asked for.
    var best: BestRanks?
    /// The document whose rank was returned last: SQLite asks twice for one that is not left out.
    var last: (document: Int64, score: Double)?

    init(_ rarities: [Double], averageLength: Double) {
      (self.rarities, self.averageLength) = (rarities, averageLength)
    }
  }

  /// Makes the function known to a connection.
  ///
  /// - Throws: an error of SQLite.
  init(_ database: Database) throws {
    let api = FTS5.api(database)
    let status = api.pointee.xCreateFunction?(
      UnsafeMutablePointer(mutating: api), Self.name, Unmanaged.passRetained(self).toOpaque(),
      { api, match, answer, count, arguments in
        guard let api, let match, let answer, let own = api.pointee.xUserData?(match) else { return }
        let rank = Unmanaged<DocumentRank>.fromOpaque(own).takeUnretainedValue()
        let most = count > 0 ? arguments?.pointee.map { Int(sqlite3_value_int64($0)) } : nil
        switch rank.score(of: match, api, among: most) {
        case .success(let score?): sqlite3_result_double(answer, score)
        case .success(nil): sqlite3_result_null(answer)
        case .failure(let fault): sqlite3_result_error_code(answer, fault.status)
        }
      },
      { own in if let own { Unmanaged<DocumentRank>.fromOpaque(own).release() } })
    guard status == SQLITE_OK else { throw DatabaseError(resultCode: ResultCode(rawValue: status ?? SQLITE_ERROR)) }
  }

  /// Forgets the length of a document whose words change.
  func forget(_ document: Int64) {
    if lengths.indices.contains(Int(document)) { lengths[Int(document)] = 0 }
  }

  /// Forgets what is known of queries: the index changes.
  func forgetQueries() { rarities = [:] }

  /// Runs a query, whose rarities are known if it ran before: counting the documents of each phrase takes as long as
  /// finding those that match.
  func run<Value>(_ expression: String, _ body: () throws -> Value) rethrows -> Value {
    self.expression = expression
    defer { self.expression = nil }
    return try body()
  }

  // MARK: Score

  private typealias API = UnsafePointer<Fts5ExtensionApi>

  /// A call of SQLite that failed.
  private struct Fault: Error {
    let status: Int32
  }

  private func score(of match: OpaquePointer, _ api: API, among most: Int?) -> Result<Double?, Fault> {
    Result { () throws(Fault) in
      let query = try query(of: match, api)
      guard let most else { return try score(of: match, query, api) }
      let document = api.pointee.xRowid?(match) ?? 0
      if let last = query.last, last.document == document { return last.score }
      let score = try score(of: match, query, api)
      if query.best == nil { query.best = BestRanks(most: most) }
      guard query.best?.take(score) == true else { return nil }
      query.last = (document, score)
      return score
    }
  }

  private func score(of match: OpaquePointer, _ query: Query, _ api: API) throws(Fault) -> Double {
    let length = Double(try length(of: match, api))
    let norm = Self.saturation * (1 - Self.lengthPart + Self.lengthPart * length / query.averageLength)
    var score = 0.0
    for (phrase, rarity) in query.rarities.enumerated() {
      let count = try weightedCount(of: Int32(phrase), in: match, api)
      score += rarity * count * (Self.saturation + 1) / (count + norm)
    }
    return -score
  }

  /// Returns how often a phrase occurs in the document, each time with the weight of its column.
  private func weightedCount(of phrase: Int32, in match: OpaquePointer, _ api: API) throws(Fault) -> Double {
    var (place, column, offset) = (Fts5PhraseIter(), Int32(-1), Int32(-1))
    try Self.check(api.pointee.xPhraseFirst?(match, phrase, &place, &column, &offset))
    var count = 0.0
    while weights.indices.contains(Int(column)) {
      count += weights[Int(column)]
      api.pointee.xPhraseNext?(match, &place, &column, &offset)
    }
    return count
  }

  private func length(of match: OpaquePointer, _ api: API) throws(Fault) -> Int32 {
    let id = Int(api.pointee.xRowid?(match) ?? 0)
    if lengths.indices.contains(id), lengths[id] > 0 { return lengths[id] }
    var length: Int32 = 0
    try Self.check(api.pointee.xColumnSize?(match, -1, &length))
    if (0..<Self.longest).contains(id) {
      if id >= lengths.count { lengths += Array(repeating: 0, count: max(id + 1 - lengths.count, lengths.count)) }
      lengths[id] = length
    }
    return length
  }

  /// Returns the facts of the query, which FTS5 keeps until its end.
  private func query(of match: OpaquePointer, _ api: API) throws(Fault) -> Query {
    if let known = api.pointee.xGetAuxdata?(match, 0) {
      return Unmanaged<Query>.fromOpaque(known).takeUnretainedValue()
    }
    var (documents, words): (Int64, Int64) = (0, 0)
    try Self.check(api.pointee.xRowCount?(match, &documents))
    try Self.check(api.pointee.xColumnTotalSize?(match, -1, &words))
    let rarities: [Double]
    if let expression, let known = self.rarities[expression] {
      rarities = known
    } else {
      rarities = try self.rarities(of: match, documents, api)
      if self.rarities.count >= Self.mostQueries { self.rarities = [:] }
      if let expression { self.rarities[expression] = rarities }
    }
    let query = Query(rarities, averageLength: Double(words) / Double(max(documents, 1)))
    try Self.check(
      api.pointee.xSetAuxdata?(match, Unmanaged.passRetained(query).toOpaque()) { query in
        if let query { Unmanaged<Query>.fromOpaque(query).release() }
      })
    return query
  }

  /// Returns the weight of each phrase of a query by its rarity.
  private func rarities(of match: OpaquePointer, _ documents: Int64, _ api: API) throws(Fault) -> [Double] {
    var rarities: [Double] = []
    for phrase in 0..<(api.pointee.xPhraseCount?(match) ?? 0) {
      var found: Int64 = 0
      try Self.check(
        api.pointee.xQueryPhrase?(match, phrase, &found) { _, _, found in
          found?.assumingMemoryBound(to: Int64.self).pointee += 1
          return SQLITE_OK
        })
      // A phrase of more than half of all documents counts next to nothing, as in `bm25`.
      let rarity = log((Double(documents - found) + 0.5) / (Double(found) + 0.5))
      rarities.append(rarity > 0 ? rarity : 1e-6)
    }
    return rarities
  }

  private static func check(_ status: Int32?) throws(Fault) {
    guard status == SQLITE_OK else { throw Fault(status: status ?? SQLITE_ERROR) }
  }
}
