internal import GitObjects

/// What the watcher's thread and its callers share, under one lock.
struct WatchState: ~Copyable {
  /// A folder that was renamed away and whose new place is not yet known.
  struct Lifted { var watch: Int32, until: Int64 }
  /// Somebody who waits until all events up to now are seen.
  struct Barrier { var continuation: CheckedContinuation<Void, Never>, until: Int64 }

  /// The root; all other folders are opened below it.
  let root: FolderDescriptor
  /// The mount that the root stands on; no other is entered.
  let mount: UInt64?
  /// Whether a folder is not to be entered.
  let isIgnored: @Sendable (WorkspacePath) -> Bool
  /// Where the events come from; replaced when an instance can be had at last.
  var queue: InotifyQueue
  /// The folders of documents under watch.
  var table = FolderTable()
  /// The folders of the repository under watch.
  var special: [Int32: SpecialFolder] = [:]
  /// The documents that something was seen of.
  var pending = PendingPaths()
  /// The displaced files that something was seen of.
  var late = LateWrites(policy: SettlePolicy())
  /// Folders that were renamed away, by the cookie of the rename.
  var lifted: [UInt32: Lifted] = [:]
  /// Folders without a watch, because a limit is reached; nil stands for the root.
  var unwatched: Set<WorkspacePath?> = []
  /// When folders without a watch are read again.
  var nextPoll: Int64?
  /// Folders in which a folder was named that could not be found there: they are listed again.
  var incomplete: Set<Int32> = []
  /// Whether the table and the disk were seen to differ: all folders are looked up again.
  var isDoubtful = false
  /// When to look whether the root itself was removed.
  var nextRootCheck: Int64?
  /// More watches than this are not asked for; tests set it.
  var watchLimit = Int.max
  /// What was seen of the repository since the last batch.
  var repository: Set<RepositoryPart> = []
  /// Whether the root is gone; final.
  var rootGone = false
  /// Whether the thread is to end.
  var isStopped = false
  /// Who waits, by the name of the file that is waited for.
  var barriers: [String: Barrier] = [:]
  /// How many such files were made.
  var cookieCount: UInt64 = 0

  /// How often folders without a watch are read again, nanoseconds.
  static let pollInterval: Int64 = 2_000_000_000
  /// How long the other end of a folder's rename may take to come, nanoseconds; the kernel sends both in one call.
  static let renameGap: Int64 = 50_000_000
  /// How long after the last deletion in the root it is looked for itself, nanoseconds: `rm -r` takes it away last,
  /// and no event tells, because our own descriptor keeps it.
  static let rootCheckDelay: Int64 = 100_000_000

  /// Nothing is watched yet.
  init(
    root: consuming FolderDescriptor, queue: InotifyQueue, isIgnored: @escaping @Sendable (WorkspacePath) -> Bool
  ) {
    mount = root.mount
    self.root = root
    self.queue = queue
    self.isIgnored = isIgnored
  }

  /// When the thread is next needed; nil at rest.
  var nextDeadline: Int64? {
    var deadlines = [pending.nextDeadline, late.nextDeadline, nextPoll, nextRootCheck]
    deadlines.append(lifted.values.map(\.until).min())
    deadlines.append(barriers.values.map(\.until).min())
    return deadlines.compactMap { $0 }.min()
  }

  /// Whether a batch would hold something.
  var hasReady: Bool {
    pending.hasReady || !repository.isEmpty || rootGone || late.hasReady
  }

  /// Takes the events that are there and decides what has come due.
  mutating func turn(now: Int64) {
    while !rootGone {
      let events = queue.read()
      guard !events.isEmpty else { break }
      for event in events where !rootGone { handle(event, now: now) }
    }
    settleTable(now: now)
    advance(now: now)
  }

  /// Decides what has come due.
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

  /// Has all documents and the whole repository read again: what happened to them was not heard.
  mutating func noteAll() {
    pending.noteOverflow()
    repository.formUnion(RepositoryPart.allCases)
  }

  /// Takes folders that were renamed away, and came nowhere until a time, for gone.
  mutating func giveUpLifted(until time: Int64, now: Int64) {
    for (cookie, folder) in lifted where folder.until <= time {
      lifted[cookie] = nil
      drop(folder.watch)
      pending.noteUnpaired(cookie: cookie, now: now)
    }
  }

  /// What is due, taken once.
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

  /// Looks whether the root was removed: then nothing in it was deleted by its own.
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
