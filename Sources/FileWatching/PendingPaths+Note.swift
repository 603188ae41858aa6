package import GitObjects

extension PendingPaths {
  /// Applies an event of a file.
  package mutating func note(_ event: PathEvent, at path: WorkspacePath, now: Int64) {
    switch EditorName.classify(path.name) {
    case .presence(let name):
      guard let document = path.sibling(name) else { return }
      if presences.note(event, of: path, for: document, now: now) { recheckDeletion(of: document, now: now) }
      pairAway(event)
    case .transient(let name):
      switch event {
      case .created, .movedHere:
        if let name, let document = path.sibling(name) { presences.noteSave(of: document, now: now) }
      default: break
      }
      pairAway(event)
    case .probe:
      if event == .created { presences.noteProbe(in: path.parent, now: now) }
      noteDocument(event, at: path, extra: policy.afterEmptyCreation, now: now)
    case .document:
      noteDocument(event, at: path, extra: 0, now: now)
    }
  }

  /// Removes the pairing of a document that was renamed to a name that is never recorded; its cookie is not used again.
  private mutating func pairAway(_ event: PathEvent) {
    guard case .movedHere(let cookie) = event, let from = cookies.removeValue(forKey: cookie) else { return }
    entries[from]?.cookie = nil
  }

  /// Applies an event of a document; its name is not classified.
  mutating func noteDocument(_ event: PathEvent, at path: WorkspacePath, extra: Int64, now: Int64) {
    switch event {
    case .created:
      dropRename(from: path)
      var entry = begin(path, kind: .created, now: now)
      entry.due = now + policy.afterModify + extra
      set(path, entry)
    case .listed:
      // The file may be closed already, and then no event of it follows.
      guard entries[path] == nil || entries[path]?.kind == .deleted else { return }
      settle(path, kind: .closed, isFresh: entries[path] == nil, extra: extra, now: now)
    case .modified:
      var entry = begin(path, kind: .modified, now: now)
      entry.due = policy.dueAfterModify(now: now, since: entry.settlingFrom ?? entry.writingFrom) + extra
      if prefixes[path] == nil { prefixes[path] = PrefixesTaken(time: now) }
      set(path, entry)
    case .closedAfterWrite:
      prefixes[path] = nil
      settle(path, kind: .closed, isFresh: false, extra: extra, now: now)
    case .attributes:
      guard entries[path] == nil else { return }
      var entry = begin(path, kind: .attributes, now: now)
      entry.due = now + policy.afterClose
      set(path, entry)
    case .deleted:
      takeAway(path, cookie: nil, now: now)
    case .movedAway(let cookie):
      takeAway(path, cookie: cookie, now: now)
    case .movedHere(let cookie):
      arrive(path, cookie: cookie, extra: extra, now: now)
    }
  }

  /// Returns the entry of a path with one more event.
  private func begin(_ path: WorkspacePath, kind: PendingPath.Kind, now: Int64) -> PendingPath {
    guard var entry = entries[path] else {
      return PendingPath(
        kind: kind, first: now, last: now, writingFrom: now, due: now, isFresh: kind == .created)
    }
    switch entry.kind {
    case .created, .modified, .closed, .renamedOnto: break
    case .renamedAway, .deleted, .attributes, .postponed:
      entry.writingFrom = now
      entry.settlingFrom = nil
    }
    entry.kind = kind
    entry.last = now
    entry.isReady = false
    return entry
  }

  /// Notes that a complete file is at the path, as far as events show it.
  private mutating func settle(
    _ path: WorkspacePath, kind: PendingPath.Kind, isFresh: Bool, extra: Int64, now: Int64
  ) {
    var entry = begin(path, kind: kind, now: now)
    let since = entry.settlingFrom ?? now
    entry.settlingFrom = since
    entry.isFresh = entry.isFresh || isFresh
    entry.due = policy.dueAfterClose(now: now, since: since) + extra
    set(path, entry)
    if tellsAtOnce { closed.insert(path) }
  }

  private mutating func takeAway(_ path: WorkspacePath, cookie: UInt32?, now: Int64) {
    folders.noteDeletion(of: path, due: now + policy.loneDeletion)
    var entry = begin(path, kind: .deleted, now: now)
    if let old = entry.cookie { cookies[old] = nil }
    entry.cookie = cookie
    entry.due = policy.dueAfterDeletion(at: now, isAttended: false)
    if let cookie {
      cookies[cookie] = path
    } else {
      prefixes[path] = nil
      dropRename(to: path)
    }
    set(path, entry)
  }

  private mutating func arrive(_ path: WorkspacePath, cookie: UInt32, extra: Int64, now: Int64) {
    if let from = cookies.removeValue(forKey: cookie), from != path, var source = entries[from] {
      prefixes[path] = prefixes.removeValue(forKey: from)
      source.cookie = nil
      let origin = renames.removeValue(forKey: from)
      if source.kind != .deleted || (source.isFresh && origin == nil) {
        dropRename(from: path)
      } else {
        dropRename(to: path)
        // A rename back to the original path is no rename.
        let first = origin ?? from
        renames[path] = first == path ? nil : first
        if first == from { source.movedTo = path } else { entries[first]?.movedTo = path }
      }
      if source.kind == .deleted {
        source.kind = .renamedAway
        source.due = now + policy.afterClose
      }
      set(from, source)
    } else {
      dropRename(from: path)
    }
    settle(path, kind: .renamedOnto, isFresh: false, extra: extra, now: now)
  }

  /// Drops a rename because the old path exists again with other content: the renamed file is a copy, as editors make
  /// backups.
  private mutating func dropRename(from path: WorkspacePath) {
    guard let to = entries[path]?.movedTo else { return }
    entries[path]?.movedTo = nil
    if renames[to] == path { renames[to] = nil }
  }

  /// Drops a rename because the new path was deleted or overwritten, so that the old one counts as deleted.
  private mutating func dropRename(to path: WorkspacePath) {
    guard let from = renames.removeValue(forKey: path), var source = entries[from], source.kind == .renamedAway
    else { return }
    source.kind = .deleted
    source.movedTo = nil
    source.due = policy.dueAfterDeletion(at: source.last, isAttended: false)
    set(from, source)
  }

  /// Gives a document two more seconds to reappear after its editor has closed it.
  private mutating func recheckDeletion(of document: WorkspacePath, now: Int64) {
    guard var entry = entries[document], entry.kind == .deleted, !entry.isReady else { return }
    entry.due = max(policy.dueAfterDeletion(at: entry.last, isAttended: false), now + policy.loneDeletion)
    set(document, entry)
  }
}
