internal import GitObjects

/// The state shared by the watcher's thread and its callers, under one lock.
struct WatchState: ~Copyable {
  /// A folder that was renamed away and whose new path is not known yet.
  struct Lifted { var watch: Int32, until: Int64 }
  /// The doubts that events leave about the table.
  struct Doubts {
    /// Folders with an event for a subfolder that was not found there: they are listed again.
    var incomplete: Set<Int32> = []
    /// Whether the table differs from the disk, so that all folders are looked up again.
    var isOfAll = false
  }

  var root: WatchedRoot
  /// Returns whether a folder is not entered.
  let isIgnored: @Sendable (WorkspacePath) -> Bool
  /// The source of events; replaced when an instance becomes available.
  var queue: InotifyQueue
  /// The watched folders of documents.
  var table = FolderTable()
  /// The watched folders of the repository.
  var special: [Int32: SpecialFolder] = [:]
  /// The documents with pending events.
  var pending = PendingPaths()
  /// The displaced files with pending events.
  var late = LateWrites(policy: SettlePolicy())
  /// The folders that were renamed away, by the rename's cookie.
  var lifted: [UInt32: Lifted] = [:]
  /// The folders without a watch.
  var unwatched = UnwatchedFolders()
  /// The doubts about the table.
  var doubts = Doubts()
  /// The largest number of watches; set by tests.
  var watchLimit = Int.max
  /// The changed parts of the repository since the last batch.
  var repository: Set<RepositoryPart> = []
  /// Whether the thread is to end.
  var isStopped = false
  /// The callers that wait until all earlier events were read.
  var barriers = WatchBarriers()

  /// The time within which the other end of a folder's rename must be reported, in nanoseconds; the kernel sends both
  /// in one call.
  static let renameGap: Int64 = 50_000_000

  /// Creates a state without watches.
  init(
    root: consuming FolderDescriptor, queue: InotifyQueue, isIgnored: @escaping @Sendable (WorkspacePath) -> Bool
  ) {
    self.root = WatchedRoot(root)
    self.queue = queue
    self.isIgnored = isIgnored
  }

  /// The time of the thread's next action; nil at rest.
  var nextDeadline: Int64? {
    var deadlines = [pending.nextDeadline, late.nextDeadline, unwatched.nextPoll, root.nextCheck]
    deadlines.append(lifted.values.map(\.until).min())
    deadlines.append(barriers.nextDeadline)
    return deadlines.compactMap { $0 }.min()
  }

  /// Whether the next batch would not be empty.
  var hasReady: Bool {
    pending.hasReady || !repository.isEmpty || root.isGone || late.hasReady
  }

  /// The largest number of reads in a turn: those of a full queue of the longest names, so that a turn reads everything
  /// that was queued at its start. The callers wait for its end, also while programs make events without end.
  static let mostReads = 72

  /// Reads the available events and advances the state.
  mutating func turn(now: Int64, mostReads: Int = Self.mostReads) {
    var (reads, endsInRename) = (0, false)
    // The other end of a rename follows at once.
    while !root.isGone, reads < mostReads || endsInRename {
      let events = queue.read()
      guard let last = events.last else { break }
      for event in events where !root.isGone { handle(event, now: now) }
      reads += 1
      endsInRename = last.mask.contains(.movedAway)
    }
    settleTable(now: now)
    advance(now: now)
  }

  /// Moves everything that is due to the ready items.
  mutating func advance(now: Int64) {
    giveUpLifted(until: now, now: now)
    root.checkIfDue(at: now)
    if let next = unwatched.nextPoll, next <= now { poll(now: now) }
    late.advance(to: now)
    for caller in barriers.takeDue(at: root.isGone ? .max : now) {
      noteAll()
      caller.resume()
    }
    let root = root.folder.number
    pending.advance(to: now) { Self.size(of: $0, below: root) }
  }

  /// Requests a rescan of all documents and the whole repository, after their events were lost.
  mutating func noteAll() {
    pending.noteOverflow()
    repository.formUnion(RepositoryPart.allCases)
  }

  /// Counts folders that were renamed away and did not reappear by a time as deleted.
  mutating func giveUpLifted(until time: Int64, now: Int64) {
    for (cookie, folder) in lifted where folder.until <= time {
      lifted[cookie] = nil
      drop(folder.watch)
      pending.noteUnpaired(cookie: cookie, now: now)
    }
  }

  /// Returns everything that is due, each item once.
  mutating func take(now: Int64) -> WatchBatch {
    var batch = WatchBatch()
    advance(now: now)
    batch.degraded = unwatched.degradation
    if pending.hasReady { root.check() }
    guard !root.isGone else {
      batch.rootGone = true
      return batch
    }
    let settled = pending.take()
    batch.settled = settled.paths
    batch.renames = settled.renames
    batch.rescans = settled.rescans
    batch.rescansAll = settled.rescansAll
    batch.closed = settled.closed
    batch.repository = repository
    batch.lateWrites = late.take()
    batch.presence = pending.openDocuments
    repository = []
    return batch
  }

  /// Ends the watches of a folder and all below it.
  mutating func drop(_ watch: Int32) {
    for ended in table.remove(watch) { queue.end(ended) }
  }

  private static func size(of path: WorkspacePath, below root: Int32) -> Int64? {
    let parts = path.components.map { NameText.encode($0) }
    guard let name = parts.last, let folder = try? FolderDescriptor(Array(parts.dropLast()), below: root) else {
      return nil
    }
    return folder.size(of: name)
  }
}
