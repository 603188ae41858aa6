internal import GitObjects

/// The state shared by the watcher's thread and its callers, under one lock.
struct WatchState: ~Copyable {
  /// A folder that was renamed away and whose new path is not known yet.
  struct Lifted { var watch: Int32, until: Int64 }
  /// A caller that waits until all earlier events were read.
  struct Barrier { var continuation: CheckedContinuation<Void, Never>, until: Int64 }

  /// The root; all other folders are opened below it.
  let root: FolderDescriptor
  /// The root's mount; no other one is entered.
  let mount: UInt64?
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
  /// The folders without a watch, because a limit is reached; nil means the root.
  var unwatched: Set<WorkspacePath?> = []
  /// The time of the next rescan of folders without a watch.
  var nextPoll: Int64?
  /// Folders with an event for a subfolder that was not found there: they are listed again.
  var incomplete: Set<Int32> = []
  /// Whether the table differs from the disk, so that all folders are looked up again.
  var isDoubtful = false
  /// The time of the next check whether the root itself was deleted.
  var nextRootCheck: Int64?
  /// The largest number of watches; set by tests.
  var watchLimit = Int.max
  /// The changed parts of the repository since the last batch.
  var repository: Set<RepositoryPart> = []
  /// Whether the root is gone; final.
  var rootGone = false
  /// Whether the thread is to end.
  var isStopped = false
  /// The waiting callers by the name of the file that they wait for.
  var barriers: [String: Barrier] = [:]
  /// The number of such files created so far.
  var cookieCount: UInt64 = 0

  /// The interval of rescans of folders without a watch, in nanoseconds.
  static let pollInterval: Int64 = 2_000_000_000
  /// The time within which the other end of a folder's rename must be reported, in nanoseconds; the kernel sends both
  /// in one call.
  static let renameGap: Int64 = 50_000_000
  /// The delay between the last deletion in the root and the check of the root itself, in nanoseconds: `rm -r` deletes
  /// the root last, and no event reports that, because the watcher's descriptor keeps it.
  static let rootCheckDelay: Int64 = 100_000_000

  /// Creates a state without watches.
  init(
    root: consuming FolderDescriptor, queue: InotifyQueue, isIgnored: @escaping @Sendable (WorkspacePath) -> Bool
  ) {
    mount = root.mount
    self.root = root
    self.queue = queue
    self.isIgnored = isIgnored
  }

  /// The time of the thread's next action; nil at rest.
  var nextDeadline: Int64? {
    var deadlines = [pending.nextDeadline, late.nextDeadline, nextPoll, nextRootCheck]
    deadlines.append(lifted.values.map(\.until).min())
    deadlines.append(barriers.values.map(\.until).min())
    return deadlines.compactMap { $0 }.min()
  }

  /// Whether the next batch would not be empty.
  var hasReady: Bool {
    pending.hasReady || !repository.isEmpty || rootGone || late.hasReady
  }

  /// Reads the available events and advances the state.
  mutating func turn(now: Int64) {
    while !rootGone {
      let events = queue.read()
      guard !events.isEmpty else { break }
      for event in events where !rootGone { handle(event, now: now) }
    }
    settleTable(now: now)
    advance(now: now)
  }

  /// Moves everything that is due to the ready items.
  mutating func advance(now: Int64) {
    giveUpLifted(until: now, now: now)
    if let nextRootCheck, nextRootCheck <= now { checkRoot() }
    if let nextPoll, nextPoll <= now { poll(now: now) }
    late.advance(to: now)
    for (name, barrier) in barriers where barrier.until <= now || rootGone {
      noteAll()
      barriers[name] = nil
      barrier.continuation.resume()
    }
    let root = root.number
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
    batch.degraded = unwatched.isEmpty ? nil : WatchDegradation(folders: unwatched.count)
    if pending.hasReady { checkRoot() }
    guard !rootGone else {
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

  /// Checks whether the root was deleted: then no file in it was deleted by itself.
  private mutating func checkRoot() {
    nextRootCheck = nil
    if root.isRemoved { rootGone = true }
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
