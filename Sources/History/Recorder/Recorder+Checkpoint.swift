internal import FileSystem
internal import GitObjects

extension Recorder {
  /// Makes all since the last checkpoint durable as one pack; then journal, displaced and loose copies go (review C1).
  ///
  /// A displaced file goes only when history holds what it holds and nobody has it open (review A1, A11).
  ///
  /// - Throws: `RecordError`; then everything that was durable before is so still. `.readOnly` while the journal holds
  ///   a turn whose files stand and whose commits do not: only it knows who wrote them.
  package func checkpoint() throws(RecordError) { try checkpoint(keeping: []) }

  /// The same, with entries that the new journal needs.
  func checkpoint(keeping earlier: [JournalEntry]) throws(RecordError) {
    switch fault {
    case nil, .journal: break
    case .store, .unknown: if case .readOnly(let reason) = state { throw .readOnly(reason) }
    }
    try RecordError.mapping {
      if !store.recent.isEmpty {
        try durability.makeDurable(store.recent)
        store.forgetRecent()
      }
      try synchronizePlaced()
      try dropDisplaced()
      var entries: [JournalEntry] = []
      for (slot, file) in displaced.sorted(by: { $0.key < $1.key }) {
        entries.append(
          .displaced(
            slot: slot, path: file.path, accounted: file.accounted,
            besideTarget: file.location != .store("displaced/\(slot)")))
      }
      // The beginning comes last: where it can be read, so can all that belongs to it.
      entries.append(.begin(tip: tip, held: heldTip, sequence: sequence))
      try journal.rotate(entries + earlier)
      commitsSinceCheckpoint = 0
    }
  }

  /// Stores the stat cache and marks the stop as clean; call with nothing pending.
  package func close() throws(RecordError) {
    try checkpoint()
    do throws(FileError) {
      if cache.isDirty { try cache.store(in: tree) }
      try journal.append(.clean)
    } catch { throw .disk(error) }
  }

  /// Stores the stat cache where much of it changed; called at rest.
  ///
  /// At 100,000 files it has 14 MB: written at each rest, it was most of what a save cost the disk.
  package func storeCache() throws(RecordError) {
    guard cache.isWorthStoring else { return }
    do throws(FileError) { try cache.store(in: tree) } catch { throw .disk(error) }
  }

  /// Syncs the files that adoptions placed: the journal that names them is about to go.
  private func synchronizePlaced() throws(FileError) {
    for path in unsynced.sorted() {
      do throws(FileError) { try tree.synchronize(FileLocation(path)) } catch {
        switch error.code {
        // Gone or replaced since: what stands there now is somebody else's.
        case .vanished, .noParent, .notAFile, .outside, .denied: break
        default: throw error
        }
      }
    }
    unsynced = []
  }

  /// The objects of all that was displaced are durable when this is called.
  private func dropDisplaced() throws(FileError) {
    let now = time.now().monotonic
    for (slot, file) in displaced {
      guard let stamp = try tree.stamp(of: file.location) else {
        displaced[slot] = nil
        continue
      }
      let use = try tree.use(of: file.location)
      switch use {
      case .free: break
      // Without a lease nobody can say; an hour is what a save may take.
      case .unknown: if now - file.since < 3_600_000_000_000 { continue }
      case .read, .written: continue
      }
      if stamp.kind != .symlink, try !holds(file, use) { continue }
      try tree.remove(file.location)
      displaced[slot] = nil
    }
  }

  /// Whether a displaced file holds what history has of it.
  private func holds(_ file: Displaced, _ use: FileUse) throws(FileError) -> Bool {
    // Where no lease can be had no content ever counts as settled; there the hour has to do.
    guard let content = try tree.read(file.location, limit: .max), content.isSettled || use == .unknown else {
      return false
    }
    return store.id(of: .blob, content.bytes) == file.accounted
  }

  /// Looks at displaced files again and merges what late writers put into them, in the person's name (review A11).
  ///
  /// - Parameter slots: which; nil for all.
  /// - Returns: slots that are still being written.
  package func settleDisplaced(_ slots: [String]? = nil) -> [String] {
    var postponed: [String] = []
    for slot in slots ?? displaced.keys.sorted() {
      guard let file = displaced[slot] else { continue }
      let found: FileContent?
      do throws(FileError) { found = try tree.read(file.location, limit: .max) } catch {
        postponed.append(slot)
        continue
      }
      guard let content = found else {
        displaced[slot] = nil
        unmerged.remove(slot)
        continue
      }
      guard content.isSettled else {
        postponed.append(slot)
        continue
      }
      let blob = store.id(of: .blob, content.bytes)
      unmerged.remove(slot)
      guard blob != file.accounted else { continue }
      merge([Rescue(slot: slot, blob: blob, write: rescue(file.path, content.bytes, base: file.accounted))])
      if unmerged.contains(slot) { postponed.append(slot) }
    }
    return postponed
  }
}
