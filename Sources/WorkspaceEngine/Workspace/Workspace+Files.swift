package import WorkspaceAPI

/// The verbs about files.
extension Workspace {
  /// Returns a file's content and token.
  package func read(_ request: ReadRequest) async throws(VerbError) -> ReadResult {
    try await desks.reads.read(request)
  }

  /// Returns the names in a folder.
  package func list(_ request: ListRequest) async throws(VerbError) -> [ListEntry] {
    try await desks.reads.list(request)
  }

  /// Returns the entries of the folder on disk.
  package func look(_ request: LookRequest) async throws(VerbError) -> LookReport {
    try await desks.reads.look(request)
  }

  /// Carries out one change and returns when it is durable.
  package func write(_ request: WriteRequest) async throws(VerbError) -> WriteReceipt {
    try await desks.writes.write(request)
  }

  /// Carries out several changes, all or none, and returns when they are durable.
  package func writeTogether(_ request: BatchRequest) async throws(VerbError) -> [WriteReceipt] {
    try await desks.writes.writeTogether(request)
  }

  /// Makes a folder and its parents unless it exists.
  package func makeFolder(_ request: MakeFolderRequest) async throws(VerbError) {
    try await desks.writes.makeFolder(request)
  }

  /// Returns the records of the feed, newest first.
  package func feed(_ request: FeedRequest) async throws(VerbError) -> FeedReport {
    try await desks.feed.list(request)
  }

  /// Adds a record to the feed and returns when it is durable.
  package func publish(_ request: PublishRequest) async throws(VerbError) -> PublishReceipt {
    try await desks.feed.publish(request)
  }

  /// Returns the state of large files after the requested action on them.
  package func large(_ request: LargeRequest) async throws(VerbError) -> LargeReport {
    try await largeFiles.report(request)
  }

  /// Returns the lines in recorded files that contain a text.
  package func search(_ request: SearchRequest, progress: (@Sendable (SearchProgress) -> Void)? = nil)
    async throws(VerbError) -> [SearchHit]
  {
    try await desks.searches.search(request, progress: progress)
  }

  /// Returns documents by the keys of their front matter and by their attributes.
  package func query(
    _ request: QueryRequest, progress: (@Sendable (IndexState) -> Void)? = nil
  ) async throws(VerbError) -> QueryReport {
    try await desks.searches.queries.answer(request, progress: progress)
  }

  /// Returns the named queries.
  package func namedQueries(
    _ request: NamedQueriesRequest = NamedQueriesRequest()
  ) async throws(VerbError) -> [NamedQueryEntry] { try await desks.searches.queries.names(request) }
}
