internal import GitObjects

extension WatchState {
  /// Corrects the table of folders if events were read too late to be followed.
  ///
  /// An event names a path at its own time; when it is read, folders may have moved on. Such errors are only noted
  /// then, and corrected here when the queue is empty.
  mutating func settleTable(now: Int64) {
    let rest = doubts.incomplete
    doubts.incomplete = []
    for watch in rest {
      guard let parts = table.parts(of: watch) else { continue }
      guard let folder = try? FolderDescriptor(parts, below: root.folder.number), let entries = try? folder.entries()
      else {
        doubts.isOfAll = true
        continue
      }
      let path = Self.path(parts)
      for entry in entries where entry.isFolder && table.child(of: watch, name: entry.name) == nil {
        guard entry.name != Self.dotGit, let child = Self.path(path, entry.name) else { continue }
        arm(child, parts: parts + [entry.name], parent: watch, reports: true, now: now)
      }
    }
    if doubts.isOfAll { walk(now: now) }
  }

  /// Looks up all folders again, and requests rescans of those that are not where they were.
  private mutating func walk(now: Int64) {
    doubts.isOfAll = false
    let old = table
    let onTheirWay = lifted
    table = FolderTable()
    lifted = [:]
    armAll(now: now)
    // Folders that are still inside wait for the other end of their rename.
    for (cookie, folder) in onTheirWay where !table.contains(folder.watch) {
      pending.noteUnpaired(cookie: cookie, now: now)
    }
    for watch in old.watches where !table.contains(watch) && special[watch] == nil { queue.end(watch) }
    for watch in table.watches {
      guard let parts = table.parts(of: watch), !parts.isEmpty, let path = Self.path(parts) else { continue }
      if old.parts(of: watch) != parts { pending.note(.unclear, at: path, now: now) }
    }
    // The walk adds every folder for the first time, which is no reason for doubt.
    doubts.isOfAll = false
  }

  /// Rebuilds the table after events were lost, and requests a rescan of everything.
  mutating func rebuild(now: Int64) {
    let old = Set(table.watches)
    table = FolderTable()
    lifted = [:]
    pending.forgetFolders()
    unwatched.removeAll()
    armAll(now: now)
    for watch in old where !table.contains(watch) && special[watch] == nil { queue.end(watch) }
    noteAll()
    // The barriers' files may be among the lost events; the overflow itself proves that everything before it was read.
    for caller in barriers.takeDue(at: .max) { caller.resume() }
  }

  /// Returns the path of names from the root; nil for the root.
  static func path(_ parts: [[UInt8]]) -> WorkspacePath? {
    parts.isEmpty ? nil : try? WorkspacePath(parts.map { NameText.decode($0) }.joined(separator: "/"))
  }
}
