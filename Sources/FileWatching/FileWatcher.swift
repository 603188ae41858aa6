package import GitObjects
import Glibc
import Synchronization

/// Watches the files below a root and reports the paths to check when they have settled.
///
/// One thread waits for the kernel and for the next deadline, and sleeps without a timeout at rest. Its reports are
/// hints; the caller reads the files (rule 3). Runs from `start` until `stop`, which must be called.
package final class FileWatcher: Sendable {
  /// Yields when a batch can be taken; several signals become one while nobody reads them. Ends with `stop`.
  package let signals: AsyncStream<Void>
  /// The state shared by the thread and its callers.
  let state: Mutex<WatchState>
  private let signal: AsyncStream<Void>.Continuation
  private let thread = Mutex<WatchThread?>(nil)
  /// The monotonic clock in nanoseconds.
  let clock: @Sendable () -> Int64

  /// Opens the root; nothing is watched yet.
  ///
  /// - Parameters:
  ///   - root: the workspace's folder, absolute; its descriptor is used from here on.
  ///   - clock: the monotonic clock in nanoseconds.
  ///   - isIgnored: returns whether a folder is not entered. Called on the watcher's thread and under its lock, so it
  ///     must not call the watcher.
  /// - Throws: `WatchError.root` if it is not a readable folder.
  package init(
    root: String, clock: @escaping @Sendable () -> Int64, isIgnored: @escaping @Sendable (WorkspacePath) -> Bool
  ) throws(WatchError) {
    let folder = try FolderDescriptor(path: root)
    guard let queue = InotifyQueue() else { throw .system(operation: "wait for events", errno: 0) }
    state = Mutex(WatchState(root: folder, queue: queue, isIgnored: isIgnored))
    self.clock = clock
    (signals, signal) = AsyncStream.makeStream(of: Void.self, bufferingPolicy: .bufferingNewest(1))
  }

  /// Adds the watches and starts the thread; returns the number of watched folders.
  ///
  /// After it returns, every later change is reported; the caller's scan finds earlier ones. Blocks while the folders
  /// are listed.
  ///
  /// - Throws: `WatchError.system` if no thread can be created.
  @discardableResult
  package func start() throws(WatchError) -> Int {
    let count = arm()
    try listen()
    return count
  }

  /// Adds the watches, the first half of `start`: the kernel collects events from here on.
  func arm() -> Int {
    let now = clock()
    return state.withLock { state in
      state.armAll(now: now)
      return state.table.count
    }
  }

  /// Starts the thread, the second half of `start`: events are read from here on.
  func listen() throws(WatchError) {
    let thread = try WatchThread { [self] in run() }
    self.thread.withLock { $0 = thread }
  }

  /// Returns everything that is due now, each item once.
  package func takeBatch() -> WatchBatch {
    let now = clock()
    return state.withLock { $0.take(now: now) }
  }

  /// Returns whether the document is open in an editor.
  package func isOpen(_ path: WorkspacePath) -> Bool {
    state.withLock { $0.pending.isOpen(path) }
  }

  /// Returns a file that shows that the document is open; if there is none, the time when the last one was deleted
  /// (monotonic nanoseconds), if that was recent.
  package func presence(of path: WorkspacePath) -> (file: WorkspacePath?, closed: Int64?) {
    state.withLock { $0.pending.presence(of: path) }
  }

  /// Turns reports of closed paths before they settle on or off; returns the paths that have not settled now.
  package func tellAtOnce(_ isWanted: Bool) -> [WorkspacePath] {
    state.withLock { state in
      state.pending.tellsAtOnce = isWanted
      return isWanted ? state.pending.unsettled : []
    }
  }

  /// Reports a taken path again at a time (monotonic nanoseconds), or earlier after an event.
  package func postpone(_ path: WorkspacePath, until time: Int64) {
    change { state, now in state.pending.postpone(path, until: time, now: now) }
  }

  /// Reports both paths of a taken rename of a file again, together with the rename, at a time or earlier after an event.
  package func postpone(_ rename: SeenRename, until time: Int64) {
    change { state, now in state.pending.postpone(rename, until: time, now: now) }
  }

  /// Reports a path that a scan missed as `deleted` after the time for lone deletions (rule 4).
  package func noteMissing(_ path: WorkspacePath) {
    change { state, now in state.pending.noteMissing(path, now: now) }
  }

  /// Makes everything pending due, except deletions of open documents.
  package func flush() {
    change { state, now in
      // Both ends of a rename are read together: one without the other end has left the folder by now.
      state.giveUpLifted(until: .max, now: now)
      state.pending.flush(now: now)
    }
  }

  /// Corrects the watches after a change of the ignored folders; newly entered folders are reported as rescans.
  package func lookAgain() {
    change { state, now in
      state.doubts.isOfAll = true
      state.settleTable(now: now)
    }
  }

  /// Ends the watches and the thread, and resumes all waiters.
  package func stop() {
    change { state, _ in state.isStopped = true }
    let thread = self.thread.withLock { thread in
      defer { thread = nil }
      return thread
    }
    thread?.join()
    state.withLock { state in
      for caller in state.barriers.takeDue(at: .max) { caller.resume() }
      state.queue.end()
    }
    signal.finish()
  }

  private func change(_ body: (inout WatchState, Int64) -> Void) {
    let now = clock()
    let isReady = state.withLock { state in
      body(&state, now)
      state.queue.wake()
      return state.hasReady
    }
    if isReady { signal.yield() }
  }

  private func run() {
    var storm = EventStorm()
    while true {
      if storm.wakes(at: clock()) { poll(nil, 0, Int32(EventStorm.pause / 1_000_000)) }
      let now = clock()
      let next: (queue: InotifyQueue, wait: Int64?, isReady: Bool, isStopped: Bool) = state.withLock { state in
        state.turn(now: now)
        let deadline = state.root.isGone ? nil : state.nextDeadline
        return (state.queue, deadline.map { max(0, $0 - now) }, state.hasReady, state.isStopped)
      }
      if next.isReady { signal.yield() }
      if next.isStopped { return }
      next.queue.wait(nanoseconds: next.wait)
    }
  }
}

extension FileWatcher {
  /// The number of paths that wait to settle or to be taken.
  package var pendingCount: Int { state.withLock { $0.pending.entries.count } }

  /// The deletions of open documents that are not due yet.
  package var attendedDeletions: [WorkspacePath] { state.withLock { $0.pending.attendedDeletions } }

  /// The open documents, each with the file that shows it.
  package var editorFiles: [WorkspacePath: WorkspacePath] { state.withLock { $0.pending.openDocuments } }
}

/// The detection of dense events, which the watcher then reads together; depends only on the times of wakes.
///
/// When 100,000 files are exchanged one by one, each would wake the watcher, and a wake costs more than its event. A
/// single save is not delayed; in a storm an event is read at most `pause` later, out of the 20 ms for which a path
/// settles.
struct EventStorm {
  /// The time for which events are collected, in nanoseconds.
  static let pause: Int64 = 2_000_000
  /// The largest distance between consecutive wakes of a storm, in nanoseconds.
  static let gap: Int64 = 500_000
  /// The number of such wakes in a row that make a storm.
  static let fewest = 16

  private var last = Int64.min / 2
  private var row = 0

  /// Notes a wake; returns whether to wait for `pause` before the events are read.
  mutating func wakes(at now: Int64) -> Bool {
    // In a storm the pause itself lies between two wakes.
    let isDense = now - last < Self.gap + (row >= Self.fewest ? Self.pause : 0)
    last = now
    row = isDense ? min(row + 1, Self.fewest) : 0
    return row >= Self.fewest
  }
}
