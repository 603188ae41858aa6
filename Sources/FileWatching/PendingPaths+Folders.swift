package import GitObjects

extension PendingPaths {
  /// Applies an event of a folder.
  package mutating func note(_ event: FolderEvent, at folder: WorkspacePath, now: Int64) {
    switch event {
    case .appeared:
      guard folders.rescans[folder] != nil else { return }
      folders.rescans[folder] = now + policy.afterClose
    case .unclear:
      folders.rescan(folder, at: now + policy.afterClose)
    case .released:
      folders.release(folder, at: now + policy.loneDeletion)
    case .gone:
      folders.noteDeletion(of: folder, due: now + policy.loneDeletion)
      presences.removeFolder(folder)
      for (path, var entry) in entries where path.isBelow(folder) {
        entry.kind = .deleted
        entry.isReady = false
        entry.last = now
        entry.due = now + policy.loneDeletion
        set(path, entry)
      }
      folders.rescan(folder, at: now + policy.loneDeletion)
    case .movedAway(let cookie):
      folders.cookies[cookie] = folder
    case .movedHere(let cookie):
      guard let from = folders.cookies.removeValue(forKey: cookie), from != folder else { return }
      move(from: from, to: folder, now: now)
    }
  }

  /// Notes that the other end of a folder's rename was not reported: the folder left the workspace.
  package mutating func noteUnpaired(cookie: UInt32, now: Int64) {
    guard let folder = folders.cookies.removeValue(forKey: cookie) else { return }
    note(.gone, at: folder, now: now)
  }

  /// Notes that events were lost: everything must be rescanned.
  package mutating func noteOverflow() {
    folders.rescansAll = true
  }

  /// Clears the folder state before all folders are read again.
  mutating func forgetFolders() {
    presences = PresenceTable()
    folders = PendingFolders()
  }

  private mutating func move(from: WorkspacePath, to: WorkspacePath, now: Int64) {
    for path in entries.keys where path.isBelow(from) {
      guard let moved = path.moved(from: from, to: to), var entry = remove(path) else { continue }
      entry.due = max(entry.due, now + policy.afterClose)
      entry.isReady = false
      if let cookie = entry.cookie { cookies[cookie] = moved }
      set(moved, entry)
    }
    for (target, source) in renames where target.isBelow(from) || source.isBelow(from) {
      renames[target] = nil
      let newTarget = target.moved(from: from, to: to) ?? target
      let newSource = source.moved(from: from, to: to) ?? source
      renames[newTarget] = newSource
      entries[newSource]?.movedTo = newTarget
    }
    for (path, taken) in prefixes where path.isBelow(from) {
      prefixes[path] = nil
      if let moved = path.moved(from: from, to: to) { prefixes[moved] = taken }
    }
    presences.moveFolder(from, to: to)
    folders.rename(from: from, to: to, due: now + policy.afterClose)
  }
}
