internal import GitObjects

extension WatchState {
  /// Applies one event of the kernel.
  mutating func handle(_ event: InotifyEvent, now: Int64) {
    if event.mask.contains(.overflow) { return rebuild(now: now) }
    if let role = special[event.watch] { return handle(event, in: role, now: now) }
    guard table.contains(event.watch) else { return }
    guard !event.name.isEmpty else { return handleSelf(event) }
    guard let parts = table.parts(of: event.watch) else { return }
    let folder = Self.path(parts)
    guard parts.isEmpty || folder != nil else { return }
    if event.name == Self.dotGit {
      guard let folder else { return handleRepository(event, now: now) }
      return handleNested(event, in: folder, parts: parts, now: now)
    }
    if table.isForeign(event.watch) { return }
    if folder == nil, event.mask.contains(.deleted) || event.mask.contains(.movedAway) {
      root.noteDeletion(at: now)
    }
    guard let path = Self.path(folder, event.name) else { return handleForbidden(event, in: folder, now: now) }
    if event.mask.contains(.isFolder) {
      handleFolder(event, at: path, parts: parts + [event.name], now: now)
    } else if let seen = event.pathEvent {
      pending.note(seen, at: path, now: now)
    }
  }

  /// Handles a name that no document may have (`.GIT`): the scan of its folder notifies the person.
  private mutating func handleForbidden(_ event: InotifyEvent, in folder: WorkspacePath?, now: Int64) {
    guard event.mask.contains(.created) || event.mask.contains(.movedHere) else { return }
    if let folder { pending.note(.unclear, at: folder, now: now) } else { pending.noteOverflow() }
  }

  private mutating func handleSelf(_ event: InotifyEvent) {
    if event.watch == table.root {
      if !event.mask.isDisjoint(with: [.selfDeleted, .selfMoved, .unmounted, .watchEnded]) { root.noteGone() }
    } else if event.mask.contains(.watchEnded) {
      // The parent folder's event will remove the name, unless another folder was moved onto it.
      table.removeCovered(event.watch)
    }
  }

  /// Handles the workspace's own repository, which was created or deleted.
  private mutating func handleRepository(_ event: InotifyEvent, now: Int64) {
    if event.mask.contains(.created) || event.mask.contains(.movedHere) {
      armSpecial()
    } else {
      root.noteDeletion(at: now)
      guard event.mask.contains(.isFolder), event.mask.contains(.deleted) || event.mask.contains(.movedAway) else {
        return
      }
    }
    repository.formUnion([.references, .index, .operation, .configuration])
  }

  /// Handles a nested repository that was created or deleted: the disk decides whether the folder is entered.
  private mutating func handleNested(
    _ event: InotifyEvent, in folder: WorkspacePath, parts: [[UInt8]], now: Int64
  ) {
    let names: InotifyMask = [.created, .movedHere, .deleted, .movedAway]
    guard !event.mask.isDisjoint(with: names), let parent = table.parent(of: event.watch) else { return }
    drop(event.watch)
    unwatched.removeAll(below: folder)
    arm(folder, parts: parts, parent: parent, reports: false, now: now)
    // Its `.git` may be the first part of the folder that is deleted.
    let isEnd = event.mask.contains(.deleted) || event.mask.contains(.movedAway)
    pending.note(isEnd ? .released : .unclear, at: folder, now: now)
  }

  private mutating func handleFolder(_ event: InotifyEvent, at path: WorkspacePath, parts: [[UInt8]], now: Int64) {
    let child = table.child(of: event.watch, name: event.name)
    if event.mask.contains(.created) {
      appear(path, parts: parts, parent: event.watch, now: now)
    } else if event.mask.contains(.deleted) {
      unwatched.removeAll(below: path)
      // No event reported the files of a folder that was not entered.
      if child.map({ table.isForeign($0) }) ?? !isIgnored(path) { pending.note(.gone, at: path, now: now) }
      if let child { drop(child) }
    } else if event.mask.contains(.movedAway) {
      unwatched.removeAll(below: path)
      if let watch = table.lift(from: event.watch, name: event.name) {
        lifted[event.cookie] = Lifted(watch: watch, until: now + Self.renameGap)
        pending.note(FolderEvent.movedAway(cookie: event.cookie), at: path, now: now)
      } else if !isIgnored(path) {
        pending.note(.gone, at: path, now: now)
      }
    } else if event.mask.contains(.movedHere) {
      guard let moved = lifted.removeValue(forKey: event.cookie) else {
        pending.note(FolderEvent.movedHere(cookie: event.cookie), at: path, now: now)
        return appear(path, parts: parts, parent: event.watch, now: now)
      }
      guard !isIgnored(path) else {
        drop(moved.watch)
        return pending.noteUnpaired(cookie: event.cookie, now: now)
      }
      table.put(moved.watch, in: event.watch, name: event.name)
      pending.note(FolderEvent.movedHere(cookie: event.cookie), at: path, now: now)
      verify(moved.watch, path, parts: parts, parent: event.watch, now: now)
    } else if event.mask.contains(.attributes), child == nil {
      // The folder may have become readable.
      appear(path, parts: parts, parent: event.watch, now: now)
    }
  }

  private mutating func appear(_ path: WorkspacePath, parts: [[UInt8]], parent: Int32, now: Int64) {
    guard !isIgnored(path) else { return }
    pending.note(.appeared, at: path, now: now)
    arm(path, parts: parts, parent: parent, reports: true, now: now)
  }

  /// Checks whether a moved folder is where the events say: many renames may have followed this one.
  private mutating func verify(_ watch: Int32, _ path: WorkspacePath, parts: [[UInt8]], parent: Int32, now: Int64) {
    let found: Int32? =
      if let folder = try? FolderDescriptor(parts, below: root.folder.number) {
        try? queue.watch(folder, for: table.isForeign(watch) ? .nested : .documents)
      } else { nil }
    guard found != watch else { return }
    doubts.isOfAll = true
    if found != nil { arm(path, parts: parts, parent: parent, reports: true, now: now) }
    pending.note(.unclear, at: path, now: now)
  }
}

extension InotifyEvent {
  /// The event of a file that is not a folder; nil for irrelevant ones.
  var pathEvent: PathEvent? {
    if mask.contains(.closedAfterWrite) { return .closedAfterWrite }
    if mask.contains(.modified) { return .modified }
    if mask.contains(.created) { return .created }
    if mask.contains(.movedAway) { return .movedAway(cookie: cookie) }
    if mask.contains(.movedHere) { return .movedHere(cookie: cookie) }
    if mask.contains(.deleted) { return .deleted }
    return mask.contains(.attributes) ? .attributes : nil
  }
}
