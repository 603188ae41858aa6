import Synchronization

/// Watches the branches of a repository on this machine's disks, so that a path remote needs no polling.
///
/// It reports that something changed, not what: the caller reads the references. While the repository cannot be reached
/// (its mount is gone), it is looked up every two seconds. Runs from `start` until `stop`, which must be called.
package final class RefWatcher: Sendable {
  /// Yields when a branch, HEAD or the packed references changed, and when watching was lost or restored. Ends with
  /// `stop`.
  package let changes: AsyncStream<Void>
  private let change: AsyncStream<Void>.Continuation
  private let state: Mutex<RefWatchState>
  private let thread = Mutex<WatchThread?>(nil)

  /// The interval for looking up an unreachable repository, in nanoseconds.
  static let retryInterval: Int64 = 2_000_000_000

  /// Creates a watcher for a repository: a bare one, or a folder that contains one as `.git`.
  ///
  /// - Throws: `WatchError.system` if no descriptor can be created. A missing inotify instance is not an error: it is
  ///   requested every two seconds.
  package convenience init(repository path: String) throws(WatchError) {
    guard let queue = InotifyQueue() else { throw .system(operation: "wait for events", errno: 0) }
    self.init(repository: path, queue: queue)
  }

  /// Creates a watcher for a repository with a given source of events.
  init(repository path: String, queue: InotifyQueue) {
    state = Mutex(RefWatchState(path: path, queue: queue))
    (changes, change) = AsyncStream.makeStream(of: Void.self, bufferingPolicy: .bufferingNewest(1))
  }

  /// Adds the watches and starts the thread. An unreachable repository is not an error: `isWatching` is false then.
  ///
  /// - Throws: `WatchError.system` if no thread can be created.
  package func start() throws(WatchError) {
    state.withLock { $0.arm() }
    let thread = try WatchThread { [self] in run() }
    self.thread.withLock { $0 = thread }
  }

  /// Whether changes are reported; while false, the caller polls.
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
