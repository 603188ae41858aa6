package import GitObjects
internal import Documents
internal import Values

/// The index of a folder: it follows the tip in small steps, and answers queries. Belongs to one isolation domain.
///
/// Everything in the database is derived from the tip. A database that is missing, damaged or of another version is
/// built anew. While the disk fails, the index is built in memory, and gives the same answers.
package final class SearchIndexer {
  /// The progress of the index.
  package struct Progress: Hashable, Sendable {
    /// The number of files that are done.
    package var done = 0
    /// The number of files that differ from the index.
    package var total = 0
    /// The reason why the index is not on the disk, or not complete; nil if it is.
    package var problem: String?

    /// Creates a state in which nothing is known to be left.
    package init(problem: String? = nil) { self.problem = problem }
  }

  /// The work on the target tree.
  private struct Job {
    var target: ObjectID
    var changes: [TreeChange]
    var next = 0
  }

  private let files: IndexFiles
  private let store: any ObjectStore
  private let graph: CommitGraph
  private var database: IndexDatabase?
  private var job: Job?
  private var authors: AuthorJob?
  /// The commit for which nothing is left to do.
  private var currentTip: ObjectID?
  /// The number of times that the database was built anew since the last complete one.
  private var rebuilds = 0
  package private(set) var progress = Progress()

  /// Creates an index over a repository; nothing is opened.
  ///
  /// - Parameter graph: the history, with the makers of its commits.
  package init(files: IndexFiles, store: any ObjectStore, graph: CommitGraph) {
    self.files = files
    self.store = store
    self.graph = graph
  }

  /// Works on the index for a time.
  ///
  /// - Parameter mayGoOn: returns whether the time is not used up; asked after each file.
  /// - Returns: whether the index is complete for the tip.
  /// - Throws: `IndexFault.unreadable` if the tip cannot be read; the index stays as it was.
  package func step(to tip: ObjectID, while mayGoOn: () -> Bool) throws(IndexFault) -> Bool {
    if currentTip == tip, database != nil { return true }
    do throws(IndexFault) {
      let database = try opened()
      guard try indexFiles(of: tip, in: database, mayGoOn), try indexAuthors(of: tip, in: database, mayGoOn) else {
        return false
      }
      currentTip = tip
      rebuilds = 0
      (progress.done, progress.total) = (0, 0)
      return true
    } catch {
      try recover(from: error)
      return false
    }
  }

  /// Returns the files that match a query, best first, and the first texts that are not searched as a whole.
  ///
  /// - Throws: `IndexFault`; after `.damaged` and `.unavailable` the next step builds the index anew.
  package func search(
    _ query: SearchQuery, _ filter: SearchFilter, limit: Int
  ) throws(IndexFault) -> (files: [IndexedFile], partial: [PartialFile]) {
    try looking { reader in
      try (reader.files(query, filter, limit: limit), reader.partialFiles(filter, limit: 1_000))
    }
  }

  /// Reads the database; after a fault the next step builds the index anew.
  func looking<Value>(_ body: (IndexReader) throws -> Value) throws(IndexFault) -> Value {
    do throws(IndexFault) {
      let opened = try opened()
      return try opened.look { database in try body(IndexReader(database, opened.rank)) }
    } catch {
      try recover(from: error)
      throw error
    }
  }

  /// Returns the part of a found file that shows the query; nil if the tip has another version or the file does not
  /// match, so that the index is wrong.
  ///
  /// - Throws: `IndexFault.unreadable` if the content cannot be read.
  package func excerpt(
    of file: IndexedFile, for query: SearchQuery, at tip: ObjectID
  ) throws(IndexFault) -> Excerpt? {
    guard let document = try document(file.blob, file.kind, at: file.path, in: tip) else { return nil }
    let words = DocumentWords(document, path: file.path, places: true)
    guard words.match(query) else { return nil }
    return Excerpt(of: document.text, around: words.place(of: query))
  }

  /// Returns the document of an indexed file; nil if the tip has another version of it.
  ///
  /// - Throws: `IndexFault.unreadable` if the content cannot be read.
  func document(
    _ blob: ObjectID, _ kind: DocumentKind, at path: String, in tip: ObjectID
  ) throws(IndexFault) -> ExtractedDocument? {
    do throws(ObjectStoreError) {
      let tree = try graph.commit(tip).tree
      guard try Tree.entry(at: path, of: tree, in: store)?.id == blob else { return nil }
      return try IndexWriter.document(blob, isLink: !kind.isText, at: path, in: store)
    } catch { throw .unreadable(error.description) }
  }

  /// Whether the index is complete for a commit.
  package func isComplete(for tip: ObjectID) -> Bool { currentTip == tip && database != nil }

  /// Deletes the database; the next step builds it anew.
  package func reset() {
    database?.close()
    (database, job, authors, currentTip) = (nil, nil, nil, nil)
    files.remove()
  }

  /// Closes the in-memory database, so that the next step tries the disk again.
  package func retryDisk() {
    guard progress.problem != nil else { return }
    progress.problem = nil
    (database, job, authors, currentTip) = (nil, nil, nil, nil)
  }

  /// Closes the database.
  package func close() {
    guard let database else { return }
    database.close()
    self.database = nil
    (job, authors, currentTip) = (nil, nil, nil)
    if progress.problem == nil { files.seal() }
  }

  private func opened() throws(IndexFault) -> IndexDatabase {
    if let database { return database }
    let seal = files.readSeal()
    if seal == .broken { files.remove() } else { files.unseal() }
    files.prepare()
    let opened = try IndexDatabase(path: files.path, isTrusted: seal == .intact)
    try opened.transaction { database in try IndexWriter(database, opened.rank, store: store).retryUnreadable() }
    database = opened
    return opened
  }

  /// Replaces a damaged database by an empty one, and one on a failing disk by one in memory.
  private func recover(from fault: IndexFault) throws(IndexFault) {
    if case .unreadable = fault { throw fault }
    let wasInMemory = progress.problem != nil
    if case .damaged = fault, rebuilds < 2 {
      rebuilds += 1
      reset()
      if !wasInMemory { return }
    } else {
      guard !wasInMemory else { throw fault }
      database?.close()
      (database, job, authors, currentTip) = (nil, nil, nil, nil)
      progress.problem = fault.reason
    }
    database = try IndexDatabase(path: nil)
  }

  // MARK: Files

  private func indexFiles(
    of tip: ObjectID, in database: IndexDatabase, _ mayGoOn: () -> Bool
  ) throws(IndexFault) -> Bool {
    let tree: ObjectID
    do throws(ObjectStoreError) { tree = try graph.commit(tip).tree } catch { throw .unreadable(error.description) }
    repeat {
      if job == nil { job = try nextJob(for: tree, in: database) }
      guard var current = job else { return true }
      progress.total = current.changes.count
      let rank = database.rank
      try database.transaction { database in
        let writer = IndexWriter(database, rank, store: store)
        while current.next < current.changes.count {
          let change = current.changes[current.next]
          try writer.put(change.new, at: change.path)
          current.next += 1
          if !mayGoOn() { break }
        }
        guard current.next == current.changes.count else { return }
        try IndexDatabase.set(.tree, current.target.hex, database)
        try IndexDatabase.set(.target, nil, database)
      }
      progress.done = current.next
      job = current.next == current.changes.count ? nil : current
    } while job == nil && mayGoOn()
    guard job == nil else { return false }
    return try database.marker(.tree) == tree.hex
  }

  /// Returns the work that comes next: what an earlier run began, else the way to the tip's tree; nil for none.
  private func nextJob(for tree: ObjectID, in database: IndexDatabase) throws(IndexFault) -> Job? {
    let indexed = try database.marker(.tree)
    var target = tree
    if let begun = try database.marker(.target) {
      guard let id = ObjectID(hex: begun) else { throw .damaged("a marker cannot be read") }
      target = id
    } else if indexed == tree.hex {
      return nil
    }
    var old: ObjectID?
    if let indexed {
      guard let id = ObjectID(hex: indexed) else { throw .damaged("a marker cannot be read") }
      old = id
    }
    let changes: [TreeChange]
    do throws(ObjectStoreError) {
      changes = try TreeDiff.changes(from: old, to: target, in: store)
    } catch {
      // A tree of the past may be gone after 'git gc'; that of the tip must be readable.
      if target == tree, (try? store.tree(tree)) == nil { throw .unreadable(error.description) }
      if old == nil, target == tree { throw .unreadable(error.description) }
      throw .damaged(error.description)
    }
    try database.transaction { database in try IndexDatabase.set(.target, target.hex, database) }
    return Job(target: target, changes: changes)
  }

  // MARK: Authors

  private func indexAuthors(
    of tip: ObjectID, in database: IndexDatabase, _ mayGoOn: () -> Bool
  ) throws(IndexFault) -> Bool {
    if authors?.tip != tip {
      let known = try database.marker(.history).flatMap { ObjectID(hex: $0) }
      if known == tip { return true }
      do throws(ObjectStoreError) { authors = try AuthorJob(from: known, to: tip, in: graph) } catch {
        guard known != nil else { throw .unreadable(error.description) }
        // The known commit may be gone after 'git gc', or a commit near it may be lost.
        try database.transaction { database in try AuthorJob.forget(database) }
        return false
      }
    }
    guard var job = authors else { return true }
    try database.transaction { database in
      try job.run(in: database, store: store, graph: graph, while: mayGoOn)
    }
    authors = job.isDone ? nil : job
    return job.isDone
  }
}
