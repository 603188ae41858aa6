package import GitObjects

extension PendingPaths {
  /// The result of `take`.
  package struct Settled: Hashable, Sendable {
    /// The paths, by the time of their first event.
    package var paths: [SettledPath] = []
    /// The renames in the order of application: folders first.
    package var renames: [SeenRename] = []
    /// The folders to rescan, none inside another.
    package var rescans: [WorkspacePath] = []
    /// Whether everything must be rescanned.
    package var rescansAll = false
    /// The paths that were just closed, if such reports are on; they are reported again when they have settled.
    package var closed: [WorkspacePath] = []
  }

  /// Moves the paths that are due to the ready ones.
  ///
  /// - Parameter size: returns the current size of a regular file, nil for anything else; called only for files that
  ///   were not closed.
  package mutating func advance(to now: Int64, size: (WorkspacePath) -> Int64?) {
    while let path = deadlines.take(until: now) {
      guard var entry = entries[path], !entry.isReady else { continue }
      if entry.due <= now, let later = laterTime(path, &entry, now: now, size: size) { entry.due = later }
      entry.isReady = entry.due <= now
      if entry.isReady { ready += 1 } else { deadlines.add(path, at: entry.due) }
      entries[path] = entry
    }
    folders.advance(to: now)
    presences.forget(before: now - policy.attendedDeletion)
  }

  /// Makes everything pending due, except deletions of open documents (rule 4).
  package mutating func flush(now: Int64) {
    for (path, var entry) in entries where !entry.isReady {
      if isAttendedDeletion(path, entry) { continue }
      if entry.kind == .modified { prefixes[path] = nil }
      entry.isReady = true
      entry.due = now
      set(path, entry)
    }
    folders.advance(to: .max)
  }

  /// The deletions of open documents that are not due yet.
  package var attendedDeletions: [WorkspacePath] {
    entries.compactMap { path, entry in !entry.isReady && isAttendedDeletion(path, entry) ? path : nil }
  }

  private func isAttendedDeletion(_ path: WorkspacePath, _ entry: PendingPath) -> Bool {
    entry.kind == .deleted && presences.isAttended(path, since: entry.last - policy.loneDeletion)
  }

  /// Returns everything that is due; each path is returned once until another event.
  package mutating func take() -> Settled {
    var settled = Settled()
    settled.renames = folders.readyRenames
    settled.rescans = folders.takeRescans()
    settled.rescansAll = folders.rescansAll
    folders.readyRenames = []
    folders.rescansAll = false
    settled.closed = closed.sorted()
    closed = []
    guard ready > 0 else { return settled }
    holdSources()
    var moved: [SeenRename] = []
    for (to, from) in renames where entries[to]?.isReady == true {
      renames[to] = nil
      if entries[to]?.kind != .deleted { moved.append(SeenRename(from: from, to: to, isFolder: false)) }
      if var source = entries[from], !source.isReady, source.kind == .renamedAway {
        source.isReady = true
        set(from, source)
      }
    }
    settled.renames += moved.sorted { ($0.from, $0.to) < ($1.from, $1.to) }
    for (path, entry) in entries where entry.isReady {
      settled.paths.append(SettledPath(path: path, reason: entry.reason, first: entry.first, last: entry.last))
    }
    for path in settled.paths { remove(path.path) }
    settled.paths.sort { ($0.first, $0.path) < ($1.first, $1.path) }
    return settled
  }

  /// Lets the old path of a rename wait again if its new path was changed after both were due: taken alone it would be
  /// recorded as deleted, and the new path as a new file.
  private mutating func holdSources() {
    for (to, from) in renames {
      guard let target = entries[to], !target.isReady, var source = entries[from], source.isReady,
        source.kind == .renamedAway
      else { continue }
      source.isReady = false
      source.due = target.due
      set(from, source)
    }
  }

  /// Returns the later time of a path whose due time was reached; nil if it is due now.
  private mutating func laterTime(
    _ path: WorkspacePath, _ entry: inout PendingPath, now: Int64, size: (WorkspacePath) -> Int64?
  ) -> Int64? {
    switch entry.kind {
    case .deleted:
      let young = entry.last - policy.loneDeletion
      guard presences.isAttended(path, since: young) else { return nil }
      let believed = policy.dueAfterDeletion(at: entry.last, isAttended: true)
      return believed > now ? believed : nil
    case .renamedAway:
      // Both ends are checked together.
      guard let to = entry.movedTo, renames[to] == path, let target = entries[to], !target.isReady else { return nil }
      return target.due > now ? target.due : nil
    case .created:
      // A link is created complete; an empty file has a writer that will fill it.
      guard size(path) == 0 else { return nil }
      let whole = entry.first + policy.afterEmptyCreation
      return whole > now ? whole : nil
    case .modified:
      guard let size = size(path) else { return nil }
      guard size > 0 else {
        // Either an editor is about to write, or the file was truncated by its path and no close follows.
        let whole = entry.last + policy.afterEmptyCreation
        return whole > now ? whole : nil
      }
      var taken = prefixes[path] ?? PrefixesTaken(time: entry.writingFrom)
      guard policy.takesPrefix(size: size, taken: taken.bytes, sinceLastTake: now - taken.time) else {
        entry.writingFrom = now
        return max(now + policy.longestDelay, taken.time + policy.longestSilence)
      }
      taken.bytes += size
      taken.time = now
      prefixes[path] = taken
      return nil
    case .closed, .renamedOnto, .attributes, .postponed:
      return nil
    }
  }
}
