internal import FileSystem
internal import FolderKeeping
internal import Git
internal import GitObjects
internal import SearchIndex
internal import Threads

/// The owner of the search index, on its own serial executor with a repository handle of its own.
actor IndexKeeper {
  /// The length of a step in nanoseconds: a search waits for at most one step.
  private static let slice = Duration.milliseconds(40)
  /// The time after which a disk that failed is tried again.
  private static let retry = Duration.seconds(60)

  /// The result of a request.
  enum Answer<Value: Sendable>: Sendable {
    /// The index is behind the tip; more steps are needed.
    case behind(SearchIndexer.Progress)
    /// The result.
    case found(Value, problem: String?)
  }

  private let executor = SerialQueue(label: "stet.index", isBackground: true)
  private let root: String
  private let makers: CommitMakers
  private var indexer: SearchIndexer?
  private var graph: CommitGraph?
  private var failedAt: ContinuousClock.Instant?
  private var isClosed = false

  /// Makes the keeper of a folder's index; nothing is opened.
  init(root: String, makers: CommitMakers) {
    self.root = root
    self.makers = makers
  }

  /// The executor, whose thread may block.
  nonisolated var unownedExecutor: UnownedSerialExecutor { executor.asUnownedSerialExecutor() }

  /// Works on the index for a slice.
  ///
  /// - Returns: the progress, and whether the index is complete for the tip.
  /// - Throws: `IndexFault` if the repository or the disk fails.
  func step(to tip: ObjectID) throws(IndexFault) -> (isDone: Bool, progress: SearchIndexer.Progress) {
    let indexer = try opened()
    let clock = ContinuousClock()
    let start = clock.now
    if let graph { makers.prepare(graph) }
    let isDone = try indexer.step(to: tip) { start.duration(to: clock.now) < Self.slice }
    if indexer.progress.problem == nil {
      failedAt = nil
    } else if let failed = failedAt {
      if failed.duration(to: clock.now) > Self.retry {
        failedAt = nil
        indexer.retryDisk()
      }
    } else {
      failedAt = clock.now
    }
    return (isDone, indexer.progress)
  }

  /// Returns free memory to the system. The allocator keeps what the scan at the start and a long run of steps needed,
  /// about 12 MB at 100,000 files.
  func releaseMemory() { ProcessMemory.release() }

  /// Searches the index if it is complete for the tip: the files, best first, and the texts that are not searched as a
  /// whole.
  ///
  /// - Throws: `IndexFault` if the repository or the disk fails.
  func search(
    _ query: SearchQuery, _ filter: SearchFilter, limit: Int, at tip: ObjectID
  ) throws(IndexFault) -> Answer<(files: [IndexedFile], partial: [PartialFile])> {
    try answer(at: tip) { indexer throws(IndexFault) in try indexer.search(query, filter, limit: limit) }
  }

  /// Reads the index if it is complete for the tip.
  ///
  /// - Throws: `IndexFault` if the repository or the disk fails.
  func answer<Value: Sendable>(
    at tip: ObjectID, _ body: (SearchIndexer) throws(IndexFault) -> Value
  ) throws(IndexFault) -> Answer<Value> {
    let (isDone, progress) = try step(to: tip)
    guard isDone else { return .behind(progress) }
    do throws(IndexFault) { return .found(try body(opened()), problem: progress.problem) } catch {
      if case .unreadable = error { throw error }
      return .behind(progress)
    }
  }

  /// Returns the parts of found files that show the query; nil for a file that is not as the index has it, after which
  /// the index is built anew.
  ///
  /// - Throws: `IndexFault` if the repository fails.
  func excerpts(
    of files: [IndexedFile], for query: SearchQuery, at tip: ObjectID
  ) throws(IndexFault) -> [Excerpt]? {
    let indexer = try opened()
    var excerpts: [Excerpt] = []
    for file in files {
      guard let excerpt = try indexer.excerpt(of: file, for: query, at: tip) else {
        indexer.reset()
        return nil
      }
      excerpts.append(excerpt)
    }
    return excerpts
  }

  /// Closes the database; later requests fail.
  func close() {
    isClosed = true
    indexer?.close()
    indexer = nil
  }

  /// Returns the index, and opens it first if necessary.
  func opened() throws(IndexFault) -> SearchIndexer {
    if let indexer { return indexer }
    guard !isClosed else { throw .unavailable("the workspace is closed") }
    do {
      let store = try Repository(root: root)
      let graph = CommitGraph(store: store)
      let opened = SearchIndexer(
        files: IndexFiles(root: root, tree: try DiskTree(root: root)), store: store, graph: graph)
      (self.graph, indexer) = (graph, opened)
      return opened
    } catch { throw .unreadable("\(error)") }
  }
}
