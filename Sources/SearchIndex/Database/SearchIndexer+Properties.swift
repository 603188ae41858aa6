package import GitObjects
internal import Values

/// The query of documents by their properties.
extension SearchIndexer {
  /// Returns the documents that match a query, in its order.
  ///
  /// - Throws: `IndexFault`; after `.damaged` and `.unavailable` the next step builds the index anew.
  package func matches(_ query: DocumentQuery) throws(IndexFault) -> [DocumentMatch] {
    try looking { reader in try reader.matches(query) }
  }

  /// Returns the properties of a found document, read from the file; nil if the tip has another version or the file does
  /// not match, so that the index is wrong.
  ///
  /// - Throws: `IndexFault`, `.unreadable` if the content cannot be read.
  package func properties(
    of match: DocumentMatch, for query: DocumentQuery, at tip: ObjectID
  ) throws(IndexFault) -> DocumentProperties? {
    guard let folders = query.folders(of: match.path),
      let document = try document(match.blob, match.kind, at: match.path, in: tip)
    else { return nil }
    let kind = match.kind.isText ? document.kind : match.kind
    var properties = DocumentProperties(path: match.path, title: document.title, kind: kind)
    properties.folders = folders
    properties.matter = document.matter.flatMap { JSONValue(line: $0) }
    let known = properties
    properties = try looking { reader in
      var properties = known
      try reader.addHistory(to: &properties)
      return properties
    }
    return query.holds(for: properties) ? properties : nil
  }
}
