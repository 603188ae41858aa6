internal import GitObjects

extension WatchState {
  /// Brings the table of folders in line with the disk where events came too late to be followed.
  ///
  /// An event names a place as it was; by the time it is read, folders may have moved on. What is found wrong then is
  /// only noted, and put right here, when the queue is empty.
  mutating func settleTable(now: Int64) {
    let rest = incomplete
    incomplete = []
    for watch in rest {
      guard let parts = table.parts(of: watch) else { continue }
      guard let folder = try? FolderDescriptor(parts, below: root.number) else {
        isDoubtful = true
        continue
      }
      let path = Self.path(parts)
      for entry in folder.entries() where entry.isFolder && table.child(of: watch, name: entry.name) == nil {
        guard entry.name != Self.dotGit, let child = Self.path(path, entry.name) else { continue }
        arm(child, parts: parts + [entry.name], parent: watch, reports: true, now: now)
      }
    }
    if isDoubtful { walk(now: now) }
  }

  /// Looks all folders up again; those that are not where they were known to be are to be read again.
  private mutating func walk(now: Int64) {
    isDoubtful = false
    let old = table
    let onTheirWay = lifted
    table = FolderTable()
    lifted = [:]
    armAll(now: now)
    // Of those that are still inside, the other end of the rename is still to come.
    for (cookie, folder) in onTheirWay where !table.contains(folder.watch) {
      pending.noteUnpaired(cookie: cookie, now: now)
    }
    for watch in old.watches where !table.contains(watch) && special[watch] == nil { queue.end(watch) }
    for watch in table.watches {
      guard let parts = table.parts(of: watch), !parts.isEmpty, let path = Self.path(parts) else { continue }
      if old.parts(of: watch) != parts { pending.note(.unclear, at: path, now: now) }
    }
    // The walk puts every folder for the first time, so it casts no doubt itself.
    isDoubtful = false
  }

  /// Events were lost: the table is made anew, and all is to be read again.
  mutating func rebuild(now: Int64) {
    let old = Set(table.watches)
    table = FolderTable()
    lifted = [:]
    pending.forgetFolders()
    unwatched = []
    armAll(now: now)
    for watch in old where !table.contains(watch) && special[watch] == nil { queue.end(watch) }
    noteAll()
    // Their files may be among what was lost; the overflow itself tells that everything before it has been read.
    for barrier in barriers.values { barrier.continuation.resume() }
    barriers = [:]
  }

  /// The path of names from the root; nil for the root.
  static func path(_ parts: [[UInt8]]) -> WorkspacePath? {
    parts.isEmpty ? nil : try? WorkspacePath(parts.map { NameText.decode($0) }.joined(separator: "/"))
  }
}
