package import GitObjects
import Glibc
import Synchronization

/// Watches the files below a root and says which are worth a look, when they are.
///
/// One thread waits for the kernel and for the next deadline, and sleeps without end at rest. What it says are hints;
/// the caller looks at what stands there (rule 3). Runs from `start` until `stop`, which must be called.
package final class FileWatcher: Sendable {
  /// Yields when a batch can be taken; several while nobody listens become one. Ends with `stop`.
  package let signals: AsyncStream<Void>
  /// What its thread and its callers share.
  let state: Mutex<WatchState>
  private let signal: AsyncStream<Void>.Continuation
  private let thread = Mutex<WatchThread?>(nil)
  /// Monotonic nanoseconds.
  let clock: @Sendable () -> Int64

  /// Opens the root; nothing is watched yet.
  ///
  /// - Parameters:
  ///   - root: The workspace's folder, absolute; it is followed by its descriptor from here on.
  ///   - clock: Monotonic nanoseconds.
  ///   - isIgnored: Whether a folder is not to be entered. Called on the watcher's thread and under its lock: it must
  ///     not call the watcher.
  /// - Throws: `WatchError.root` where it is no readable folder.
  package init(
    root: String, clock: @escaping @Sendable () -> Int64, isIgnored: @escaping @Sendable (WorkspacePath) -> Bool
  ) throws(WatchError) {
    let folder = try FolderDescriptor(path: root)
    guard let queue = InotifyQueue() else { throw .system(operation: "wait for events", errno: 0) }
    state = Mutex(WatchState(root: folder, queue: queue, isIgnored: isIgnored))
    self.clock = clock
    (signals, signal) = AsyncStream.makeStream(of: Void.self, bufferingPolicy: .bufferingNewest(1))
  }

  /// Puts the watches and starts the thread; returns the number of folders watched.
  ///
  /// When it returns, every later change is seen; what stood there before is for the caller's scan. Blocks while the
  /// folders are listed.
  ///
  /// - Throws: `WatchError.system` where the system gives no thread.
  @discardableResult
  package func start() throws(WatchError) -> Int {
    let count = arm()
    try listen()
    return count
  }

  /// The first half of `start`: the kernel collects events from here on.
  func arm() -> Int {
    let now = clock()
    return state.withLock { state in
      state.armAll(now: now)
      return state.table.count
    }
  }

  /// The second half of `start`: events are taken.
  func listen() throws(WatchError) {
    let thread = try WatchThread { [self] in run() }
    self.thread.withLock { $0 = thread }
  }

  /// What is due now, each once.
  package func takeBatch() -> WatchBatch {
    let now = clock()
    return state.withLock { $0.take(now: now) }
  }

  /// Whether somebody has the document open in an editor.
  package func isOpen(_ path: WorkspacePath) -> Bool {
    state.withLock { $0.pending.isOpen(path) }
  }

  /// Has paths told of as soon as they are closed, or not any more; answers those that have not settled at this moment.
  package func tellAtOnce(_ isWanted: Bool) -> [WorkspacePath] {
    state.withLock { state in
      state.pending.tellsAtOnce = isWanted
      return isWanted ? state.pending.unsettled : []
    }
  }

  /// Has a path that was taken come again at a time (monotonic nanoseconds), or earlier if something is seen of it.
  package func postpone(_ path: WorkspacePath, until time: Int64) {
    change { state, now in state.pending.postpone(path, until: time, now: now) }
  }

  /// Has a path that a scan missed come as `deleted` when the time for lone deletions has passed (rule 4).
  package func noteMissing(_ path: WorkspacePath) {
    change { state, now in state.pending.noteMissing(path, now: now) }
  }

  /// Makes due all that is pending, except deletions of documents that somebody has open.
  package func flush() {
    change { state, now in
      // The other end of a rename is read with the first: what has none by now has left the folder.
      state.giveUpLifted(until: .max, now: now)
      state.pending.flush(now: now)
    }
  }

  /// Puts the watches right after other folders are ignored than before; what is entered now comes as rescans.
  package func lookAgain() {
    change { state, now in
      state.isDoubtful = true
      state.settleTable(now: now)
    }
  }

  /// Ends the watches and the thread, and lets everybody go who waits.
  package func stop() {
    change { state, _ in state.isStopped = true }
    let thread = self.thread.withLock { thread in
      defer { thread = nil }
      return thread
    }
    thread?.join()
    state.withLock { state in
      for barrier in state.barriers.values { barrier.continuation.resume() }
      state.barriers = [:]
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
        let deadline = state.rootGone ? nil : state.nextDeadline
        return (state.queue, deadline.map { max(0, $0 - now) }, state.hasReady, state.isStopped)
      }
      if next.isReady { signal.yield() }
      if next.isStopped { return }
      next.queue.wait(nanoseconds: next.wait)
    }
  }
}
