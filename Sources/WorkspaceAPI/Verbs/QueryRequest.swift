package import Values

/// Requests documents by the keys of their front matter and by their attributes.
package struct QueryRequest: Verb {
  package typealias Answer = QueryReport
  package typealias Notification = IndexState
  package static let name = "query"
  package static let endsWithItsClient = true

  /// The named query that the request begins with; nil for none.
  package var query: String?
  /// Restricts the answer to this file, or to files below this folder; a name in braces is any folder, and a key.
  package var path: String?
  /// The conditions that a document fulfils beside those of the named query, each such as `status=draft`.
  package var conditions: [String]
  /// The keys to sort by, in place of those of the named query; `-` before a key reverses the order.
  package var sort: [String]
  /// The keys to show, in place of those of the named query.
  package var columns: [String]
  /// The greatest number of documents; nil for that of the named query, else `QueryReport.usual`.
  package var limit: Int?
  /// The number of documents to skip at the beginning; nil for none.
  package var skip: Int?
  /// The caller; an agent sees what the policy lets it read.
  package var caller: Caller

  /// Creates a request.
  package init(
    query: String? = nil, path: String? = nil, conditions: [String] = [], sort: [String] = [], columns: [String] = [],
    limit: Int? = nil, skip: Int? = nil, caller: Caller = .person
  ) {
    self.query = query
    self.path = path
    self.conditions = conditions
    self.sort = sort
    self.columns = columns
    self.limit = limit
    self.skip = skip
    self.caller = caller
  }
}

/// The documents that a query found.
package struct QueryReport: Hashable, Sendable, Codable {
  /// The default number of documents.
  package static let usual = 100
  /// The greatest number of documents.
  package static let most = 10_000

  package struct Document: Hashable, Sendable, Codable {
    package var path: String
    /// The value of each column; null where the document has none.
    package var values: [JSONValue]

    /// Creates a document.
    package init(path: String, values: [JSONValue]) {
      self.path = path
      self.values = values
    }
  }

  /// The keys of the columns.
  package var columns: [String]
  /// The documents in the requested order.
  package var documents: [Document]
  /// Whether there are further documents.
  package var hasMore: Bool
  /// Notes about the query for the reader.
  package var notes: [String]

  /// Creates a report.
  package init(columns: [String], documents: [Document], hasMore: Bool, notes: [String] = []) {
    self.columns = columns
    self.documents = documents
    self.hasMore = hasMore
    self.notes = notes
  }
}

extension QueryReport {
  /// The documents as objects with the columns as members.
  package var objects: [JSONValue] {
    documents.map { document in
      .object(zip(columns, document.values).map { JSONMember(name: $0, value: $1) })
    }
  }
}

/// Requests the named queries of the workspace.
package struct NamedQueriesRequest: Verb, Hashable {
  package typealias Answer = [NamedQueryEntry]
  package static let name = "queries"

  /// The caller; an agent that may not read the file of the queries gets those that Stet defines.
  package var caller: Caller

  /// Creates a request.
  package init(caller: Caller = .person) { self.caller = caller }
}

/// A named query in a list.
package struct NamedQueryEntry: Hashable, Sendable, Codable {
  package var name: String
  /// The sentence about it; nil for none.
  package var about: String?
  /// Whether Stet defines it, not the workspace.
  package var isBuiltIn: Bool

  /// Creates an entry.
  package init(name: String, about: String?, isBuiltIn: Bool) {
    self.name = name
    self.about = about
    self.isBuiltIn = isBuiltIn
  }
}
