internal import FileSystem
internal import GitObjects

extension Recorder {
  /// Makes all since the last checkpoint durable as one pack; then journal, displaced and loose copies go (review C1).
  ///
  /// A displaced file goes only when history holds what it holds and nobody has it open (review A1, A11).
  ///
  /// - Throws: `RecordError`; then everything that was durable before is so still.
  package func checkpoint() throws(RecordError) {
    try RecordError.mapping {
      if !store.recent.isEmpty {
        try durability.makeDurable(store.recent)
        store.forgetRecent()
      }
      try dropDisplaced()
      var entries: [JournalEntry] = [.begin(tip: tip, held: heldTip, sequence: sequence)]
      for (slot, file) in displaced {
        entries.append(
          .displaced(
            slot: slot, path: file.path, accounted: file.accounted,
            besideTarget: file.location != .store("displaced/\(slot)")))
      }
      try journal.rotate(entries)
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

  /// Stores the stat cache where it changed; called at rest.
  package func storeCache() throws(RecordError) {
    guard cache.isDirty else { return }
    do throws(FileError) { try cache.store(in: tree) } catch { throw .disk(error) }
  }

  /// The objects of all that was displaced are durable when this is called.
  private func dropDisplaced() throws(FileError) {
    let now = time.now().monotonic
    for (slot, file) in displaced {
      guard let stamp = try tree.stamp(of: file.location) else {
        displaced[slot] = nil
        continue
      }
      switch try tree.use(of: file.location) {
      case .free: break
      // Without a lease nobody can say; an hour is what a save may take.
      case .unknown: if now - file.since < 3_600_000_000_000 { continue }
      case .read, .written: continue
      }
      if stamp.kind != .symlink, try !holds(file) { continue }
      try tree.remove(file.location)
      displaced[slot] = nil
    }
  }

  /// Whether a displaced file holds what history has of it.
  private func holds(_ file: Displaced) throws(FileError) -> Bool {
    guard let content = try tree.read(file.location, limit: .max), content.isSettled else { return false }
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
      guard let content = try? tree.read(file.location, limit: .max) else {
        displaced[slot] = nil
        continue
      }
      guard content.isSettled else {
        postponed.append(slot)
        continue
      }
      let blob = store.id(of: .blob, content.bytes)
      guard blob != file.accounted else { continue }
      let outcome = perform([rescue(file.path, content.bytes, base: file.accounted)])
      if case .done? = outcome.first { displaced[slot]?.accounted = blob } else { postponed.append(slot) }
    }
    return postponed
  }
}
