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

/// The watches of one repository's references.
struct RefWatchState: Sendable {
  private enum Role { case repository, references, branches }

  /// The repository's absolute path.
  let path: String
  /// The source of events; replaced when an instance becomes available.
  private(set) var queue: InotifyQueue
  /// Whether the thread is to end.
  var isStopped = false
  private var roles: [Int32: Role] = [:]

  /// Creates a state without watches.
  init(path: String, queue: InotifyQueue) {
    self.path = path
    self.queue = queue
  }

  /// Whether the repository and its branches are watched.
  var isWatching: Bool { roles.values.contains(.repository) && roles.values.contains(.branches) }

  /// Watches the repository, its `refs`, and `refs/heads` with all below it; may be repeated.
  mutating func arm() {
    for inner in ["/.git", ""] {
      guard let root = try? FolderDescriptor(path: path + inner), put(root, .repository, also: [.selfMoved])
      else { continue }
      if let refs = try? FolderDescriptor(WatchState.parts("refs"), below: root.number) {
        put(refs, .references)
      }
      var rest = [WatchState.parts("refs/heads")]
      while let parts = rest.popLast() {
        guard let folder = try? FolderDescriptor(parts, below: root.number), put(folder, .branches) else {
          continue
        }
        for entry in (try? folder.entries()) ?? [] where entry.isFolder { rest.append(parts + [entry.name]) }
      }
      return
    }
  }

  /// Reads the available events; returns true if the caller should read the references.
  mutating func turn() -> Bool {
    let wasWatching = isWatching
    if queue.isMissing, let found = InotifyQueue() { queue = found }
    var isChanged = false
    var needsArming = !wasWatching
    while true {
      let events = queue.read()
      guard !events.isEmpty else { break }
      for event in events {
        if event.mask.contains(.overflow) {
          (isChanged, needsArming) = (true, true)
          continue
        }
        guard let role = roles[event.watch] else { continue }
        if event.name.isEmpty {
          if event.mask.contains(.watchEnded) { roles[event.watch] = nil }
          needsArming = true
          if role == .repository { drop() }
          continue
        }
        let isFolder = event.mask.contains(.isFolder)
        if isFolder, role != .repository || String(decoding: event.name, as: UTF8.self) == "refs" {
          needsArming = true
        }
        isChanged = isChanged || tells(event.name, isFolder: isFolder, role)
      }
    }
    if needsArming { arm() }
    return isChanged || isWatching != wasWatching
  }

  private func tells(_ bytes: [UInt8], isFolder: Bool, _ role: Role) -> Bool {
    let name = String(decoding: bytes, as: UTF8.self)
    return switch role {
    case .repository: name == "HEAD" || name == "packed-refs"
    case .references: isFolder && name == "heads"
    case .branches: !name.hasSuffix(".lock")
    }
  }

  /// Ends all watches after the repository was moved or deleted: they no longer belong to the path.
  private mutating func drop() {
    for watch in roles.keys { queue.end(watch) }
    roles = [:]
  }

  @discardableResult
  private mutating func put(
    _ folder: borrowing FolderDescriptor, _ role: Role, also: InotifyMask = []
  ) -> Bool {
    guard let watch = try? queue.watch(folder, for: InotifyMask.names.union(also)) else { return false }
    roles[watch] = role
    return true
  }
}
