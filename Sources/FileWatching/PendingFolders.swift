internal import GitObjects

/// What is pending of whole folders; few at a time, so plain tables do.
struct PendingFolders: Sendable {
  /// Folders to be read again, and when.
  var rescans: [WorkspacePath: Int64] = [:]
  /// Renames by the new path, and when they are due.
  var renames: [WorkspacePath: (from: WorkspacePath, due: Int64)] = [:]
  /// Folders that a rename took away, by its cookie.
  var cookies: [UInt32: WorkspacePath] = [:]
  /// Whether everything is to be read again.
  var rescansAll = false
  /// Folders and renames whose time came.
  var readyRescans: Set<WorkspacePath> = []
  /// Renames whose time came, in the order in which they did.
  var readyRenames: [SeenRename] = []

  /// Whether something waits to be taken.
  var hasReady: Bool { rescansAll || !readyRescans.isEmpty || !readyRenames.isEmpty }

  /// When something is next due.
  var nextDeadline: Int64? {
    [rescans.values.min(), renames.values.map(\.due).min()].compactMap { $0 }.min()
  }

  /// Asks for a folder to be read again at a time, or at an earlier one if that was asked for.
  mutating func rescan(_ path: WorkspacePath, at time: Int64) {
    rescans[path] = min(time, rescans[path] ?? time)
  }

  /// Takes a rename, joined to an earlier one of the same folder.
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
    guard origin == to else { return renames[to] = (origin, due) }
    // There and back, or two that were exchanged: events cannot tell.
    rescan(to, at: due)
    rescan(from, at: due)
  }

  /// Moves what is due by a time to what waits to be taken.
  mutating func advance(to now: Int64) {
    for (path, time) in rescans where time <= now {
      rescans[path] = nil
      readyRescans.insert(path)
    }
    let due = renames.filter { $0.value.due <= now }.sorted { ($0.value.due, $0.key) < ($1.value.due, $1.key) }
    for (to, rename) in due {
      renames[to] = nil
      readyRenames.append(SeenRename(from: rename.from, to: to, isFolder: true))
    }
  }

  /// The folders to be read again, without those inside another.
  mutating func takeRescans() -> [WorkspacePath] {
    var top: [WorkspacePath] = []
    let all = readyRescans.union(readyRenames.flatMap { [$0.from, $0.to] })
    readyRescans = []
    // By components, so that a folder comes directly before what is below it: `a`, `a/b`, `a-b`.
    for path in all.sorted(by: { $0.components.lexicographicallyPrecedes($1.components) }) {
      if let last = top.last, path == last || path.isBelow(last) { continue }
      top.append(path)
    }
    return top
  }
}
