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
        for entry in folder.entries() where entry.isFolder { rest.append(parts + [entry.name]) }
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
