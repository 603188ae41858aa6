internal import GitObjects
internal import SearchIndex
internal import WorkspaceAPI

/// The query of documents by their properties.
extension IndexDesk {
  /// The documents that a query found.
  struct FoundDocuments: Sendable {
    /// The documents in the order of the query.
    var documents: [DocumentProperties] = []
    /// Whether there are further documents.
    var hasMore = false
    /// Notes about the query for the reader.
    var notes: [String] = []
  }

  /// The number of times that a query is begun again when the index proves wrong or moves on.
  private static let mostQueryTries = 10

  /// Returns the documents that match a query, after the index has reached the tip.
  ///
  /// - Parameters:
  ///   - range: the positions among the admitted documents to return.
  ///   - withheld: returns those of some paths that the caller must not see.
  ///   - behind: receives the progress while the index is behind.
  /// - Throws: `VerbError` if the repository fails, or the index fails on disk and in memory.
  func documents(
    _ query: DocumentQuery, range: Range<Int>, withheld: ([String]) async -> Set<NameKey>,
    behind: (IndexState) -> Void
  ) async throws(VerbError) -> FoundDocuments {
    var tries = 0
    do throws(IndexFault) {
      while tries < Self.mostQueryTries, !Task.isCancelled {
        guard let tip = await keeper.tip else { return FoundDocuments() }
        switch try await indexKeeper.matches(query, at: tip) {
        case .behind(let progress):
          note(progress, isDone: false)
          behind(IndexState(progress))
        case .found(let matches, let problem):
          note(SearchIndexer.Progress(problem: problem), isDone: true)
          let seen = await Self.admitted(matches, count: range.upperBound + 1, withheld)
          let page = Array(seen.dropFirst(range.lowerBound).prefix(range.count))
          guard let documents = try await indexKeeper.properties(of: page, for: query, at: tip) else {
            tries += 1
            continue
          }
          var found = FoundDocuments(documents: documents, hasMore: seen.count > range.upperBound)
          if let problem { found.notes.append(Self.memoryNote(problem)) }
          return found
        }
      }
    } catch {
      throw VerbError(.failed, "The query failed: \(error.reason)")
    }
    throw VerbError(.busy, "The files change faster than they can be queried.", next: "Try again.")
  }

  /// Returns the first matches that are not withheld.
  private static func admitted(
    _ matches: [DocumentMatch], count: Int, _ withheld: ([String]) async -> Set<NameKey>
  ) async -> [DocumentMatch] {
    var seen: [DocumentMatch] = []
    var rest = matches[...]
    while !rest.isEmpty, seen.count < count {
      let next = rest.prefix(max(count - seen.count, 100))
      rest = rest.dropFirst(next.count)
      let hidden = await withheld(next.map(\.path))
      seen += next.filter { !hidden.contains(NameKey($0.path)) }
    }
    return seen
  }
}
