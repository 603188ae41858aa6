internal import GitObjects

/// The pending events of whole folders; few at a time, so plain tables suffice.
struct PendingFolders: Sendable {
  /// The folders to rescan, with their due times.
  var rescans: [WorkspacePath: Int64] = [:]
  /// The folders among those whose rescan waits for the end of deletions below them.
  private var released: Set<WorkspacePath> = []
  /// The renames by the new path, with their due times.
  var renames: [WorkspacePath: (from: WorkspacePath, due: Int64)] = [:]
  /// The folders that were renamed away, by the rename's cookie.
  var cookies: [UInt32: WorkspacePath] = [:]
  /// Whether everything must be rescanned.
  var rescansAll = false
  /// The folders whose time was reached.
  var readyRescans: Set<WorkspacePath> = []
  /// The renames whose time was reached, in that order.
  var readyRenames: [SeenRename] = []

  /// Whether anything is ready to be taken.
  var hasReady: Bool { rescansAll || !readyRescans.isEmpty || !readyRenames.isEmpty }

  /// The time of the next due item.
  var nextDeadline: Int64? {
    [rescans.values.min(), renames.values.map(\.due).min()].compactMap { $0 }.min()
  }

  /// Requests a rescan of a folder at a time, or at an earlier one that was requested before.
  mutating func rescan(_ path: WorkspacePath, at time: Int64) {
    rescans[path] = min(time, rescans[path] ?? time)
  }

  /// Requests a rescan of a folder that is no longer a nested repository.
  mutating func release(_ path: WorkspacePath, at time: Int64) {
    released.insert(path)
    rescan(path, at: time)
  }

  /// Postpones the rescans of released folders above a path that was deleted.
  mutating func noteDeletion(of path: WorkspacePath, due time: Int64) {
    for folder in released where path.isBelow(folder) && rescans[folder] != nil { rescans[folder] = time }
  }

  /// Adds a rename, joined with an earlier one of the same folder.
  mutating func rename(from: WorkspacePath, to: WorkspacePath, due: Int64) {
    let origin = renames.removeValue(forKey: from)?.from ?? from
    for (target, pending) in renames where target.isBelow(from) {
      renames[target] = nil
      if let moved = target.moved(from: from, to: to) { renames[moved] = pending }
    }
    for (path, time) in rescans where path == from || path.isBelow(from) {
      guard let moved = path.moved(from: from, to: to) else { continue }
      rescans[moved] = min(time, rescans[moved] ?? time)
    }
    guard origin == to else {
      // The folder that was renamed to here before is gone, and nothing else reports its old name.
      if let before = renames.updateValue((origin, due), forKey: to) { rescan(before.from, at: due) }
      return
    }
    // The folder was renamed there and back, or two were exchanged: events cannot distinguish that.
    rescan(to, at: due)
    rescan(from, at: due)
  }

  /// Moves the items that are due by a time to the ready ones.
  mutating func advance(to now: Int64) {
    for (path, time) in rescans where time <= now {
      rescans[path] = nil
      released.remove(path)
      readyRescans.insert(path)
    }
    let due = renames.filter { $0.value.due <= now }.sorted { ($0.value.due, $0.key) < ($1.value.due, $1.key) }
    for (to, rename) in due {
      renames[to] = nil
      readyRenames.append(SeenRename(from: rename.from, to: to, isFolder: true))
    }
  }

  /// Returns the folders to rescan, without those inside another.
  mutating func takeRescans() -> [WorkspacePath] {
    var top: [WorkspacePath] = []
    let all = readyRescans.union(readyRenames.flatMap { [$0.from, $0.to] })
    readyRescans = []
    // By components, so that a folder is directly before its descendants: `a`, `a/b`, `a-b`.
    for path in all.sorted(by: { $0.components.lexicographicallyPrecedes($1.components) }) {
      if let last = top.last, path == last || path.isBelow(last) { continue }
      top.append(path)
    }
    return top
  }
}
