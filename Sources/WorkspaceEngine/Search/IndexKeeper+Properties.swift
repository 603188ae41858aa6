internal import GitObjects
internal import SearchIndex

/// The query of documents by their properties.
extension IndexKeeper {
  /// Queries the index if it is complete for the tip: the documents that match, in the order of the query.
  ///
  /// - Throws: `IndexFault` if the repository or the disk fails.
  func matches(_ query: DocumentQuery, at tip: ObjectID) throws(IndexFault) -> Answer<[DocumentMatch]> {
    try answer(at: tip) { indexer throws(IndexFault) in try indexer.matches(query) }
  }

  /// Returns the properties of found documents, read from the files; nil if the index has moved on, and for a document
  /// that is not as the index has it, after which the index is built anew.
  ///
  /// - Throws: `IndexFault` if the repository fails.
  func properties(
    of matches: [DocumentMatch], for query: DocumentQuery, at tip: ObjectID
  ) throws(IndexFault) -> [DocumentProperties]? {
    let indexer = try opened()
    guard indexer.isComplete(for: tip) else { return nil }
    var found: [DocumentProperties] = []
    for match in matches {
      guard let properties = try indexer.properties(of: match, for: query, at: tip) else {
        indexer.reset()
        return nil
      }
      found.append(properties)
    }
    return found
  }
}
