internal import SearchIndex
internal import TOMLKit

/// A query with a name, from `.stet/queries.toml` or built in. Pure.
struct NamedQuery: Hashable, Sendable {
  /// The keys of a query in the file.
  private static let keys = ["about", "in", "where", "sort", "show", "limit"]

  /// The index of what agents and people know about each topic, with a folder for each book.
  static let research = NamedQuery(
    name: "research", about: "Documents below Research, by book", place: "Research/{bookId}", conditions: [], sort: [],
    columns: ["bookId", "path", "title", "createdAt"], limit: nil, isBuiltIn: true)

  /// The queries that exist without a file. A query of the file replaces one of the same name.
  static let builtIn = [research]

  var name: String
  /// The sentence about it; nil for none.
  var about: String?
  /// The place of its documents; nil for the whole folder.
  var place: String?
  var conditions: [String]
  /// The keys to sort by.
  var sort: [String]
  /// The keys to show.
  var columns: [String]
  /// The greatest number of documents; nil for the usual one.
  var limit: Int?
  /// Whether Stet defines it.
  var isBuiltIn: Bool

  /// Parses the queries of a file, in the order of their names.
  ///
  /// - Throws: `NamedQueryError` with the line of the fault.
  static func parse(_ text: String) throws(NamedQueryError) -> [NamedQuery] {
    let file: TOMLTable
    do { file = try TOMLTable(string: text) } catch let error as TOMLParseError {
      throw NamedQueryError(line: Int(error.source.begin.line), reason: error.description)
    } catch { throw NamedQueryError(line: nil, reason: "\(error)") }
    var queries: [NamedQuery] = []
    for name in file.keys.sorted() {
      func fault(_ key: String?, _ reason: String) -> NamedQueryError {
        NamedQueryError(line: QueryLines(text).line(of: name, key), reason: reason)
      }
      guard let table = file[name]?.table else { throw fault(nil, "\(name) is no table; write [\(name)]") }
      guard !name.isEmpty, !name.hasPrefix("-") else { throw fault(nil, "'\(name)' is no name of a query") }
      if let key = table.keys.first(where: { !keys.contains($0) }) {
        throw fault(key, "[\(name)] has no key '\(key)'; there are \(keys.joined(separator: ", "))")
      }
      func list(_ key: String) throws(NamedQueryError) -> [String] {
        guard let value = table[key] else { return [] }
        if let text = value.string { return [text] }
        let found = value.array.map { $0.map(\.string) }
        guard let found, !found.contains(nil) else { throw fault(key, "\(key) is no text and no list of texts") }
        return found.compactMap(\.self)
      }
      func single(_ key: String) throws(NamedQueryError) -> String? {
        let found = try list(key)
        guard found.count < 2, table[key]?.array == nil else { throw fault(key, "\(key) is no text") }
        return found.first
      }
      let limit = table["limit"]?.int
      guard table["limit"] == nil || limit.map({ $0 > 0 }) == true else {
        throw fault("limit", "limit is no number of at least 1")
      }
      let query = NamedQuery(
        name: name, about: try single("about"), place: try single("in"), conditions: try list("where"),
        sort: try list("sort"), columns: try list("show"), limit: limit, isBuiltIn: false)
      do throws(QueryTextError) { _ = try query.parsed() } catch { throw fault(error.key, error.reason) }
      queries.append(query)
    }
    return queries
  }

  /// Returns the query and its columns.
  ///
  /// - Throws: `QueryTextError` with the key of the text that cannot be understood.
  func parsed() throws(QueryTextError) -> (query: DocumentQuery, columns: [DocumentKey]) {
    var query = DocumentQuery()
    if let place { query.places = try [QuerySyntax.place(place)] }
    for text in conditions { query.conditions.append(try QuerySyntax.condition(text)) }
    for text in sort { query.sorting.append(try QuerySyntax.sorting(text)) }
    var keys: [DocumentKey] = []
    for text in columns { keys.append(try QuerySyntax.column(text)) }
    return (query, keys)
  }
}

/// The reason why `.stet/queries.toml` cannot be used.
struct NamedQueryError: Error, Hashable, Sendable {
  /// The number of the line, from 1; nil if it is not known.
  let line: Int?
  let reason: String
}
