import Synchronization

/// Watches the branches of a repository on this machine's disks, so that a path remote is heard without polling.
///
/// It says that something changed, never what: the caller reads the references. While the repository cannot be
/// reached (a mount that is gone) it looks for it each two seconds. Runs from `start` until `stop`, which must be
/// called.
package final class RefWatcher: Sendable {
  /// Yields when a branch, HEAD or the packed references changed, and when watching was lost or came back. Ends with
  /// `stop`.
  package let changes: AsyncStream<Void>
  private let change: AsyncStream<Void>.Continuation
  private let state: Mutex<RefWatchState>
  private let thread = Mutex<WatchThread?>(nil)

  /// How often a repository that cannot be reached is looked for, nanoseconds.
  static let retryInterval: Int64 = 2_000_000_000

  /// Takes a repository: a bare one, or a folder that holds one as `.git`.
  ///
  /// - Throws: `WatchError.system` where the system gives no descriptor. No inotify instance is not an error: one is asked
  ///   for each two seconds.
  package convenience init(repository path: String) throws(WatchError) {
    guard let queue = InotifyQueue() else { throw .system(operation: "wait for events", errno: 0) }
    self.init(repository: path, queue: queue)
  }

  /// Takes a repository and where the events come from.
  init(repository path: String, queue: InotifyQueue) {
    state = Mutex(RefWatchState(path: path, queue: queue))
    (changes, change) = AsyncStream.makeStream(of: Void.self, bufferingPolicy: .bufferingNewest(1))
  }

  /// Puts the watches and starts the thread. A repository that cannot be reached is not an error: `isWatching` is
  /// false then.
  ///
  /// - Throws: `WatchError.system` where the system gives no thread.
  package func start() throws(WatchError) {
    state.withLock { $0.arm() }
    let thread = try WatchThread { [self] in run() }
    self.thread.withLock { $0 = thread }
  }

  /// Whether changes are heard; while false, the caller polls.
  package var isWatching: Bool { state.withLock { $0.isWatching } }

  /// Ends the watches and the thread.
  package func stop() {
    state.withLock { state in
      state.isStopped = true
      state.queue.wake()
    }
    let thread = self.thread.withLock { thread in
      defer { thread = nil }
      return thread
    }
    thread?.join()
    change.finish()
  }

  private func run() {
    while true {
      let next: (queue: InotifyQueue, isChanged: Bool, isStopped: Bool, isWatching: Bool) = state.withLock { state in
        let isChanged = state.turn()
        return (state.queue, isChanged, state.isStopped, state.isWatching)
      }
      if next.isChanged { change.yield() }
      if next.isStopped { return }
      next.queue.wait(nanoseconds: next.isWatching ? nil : Self.retryInterval)
    }
  }
}
