internal import FileSystem
package import GitObjects
internal import Journal
package import WorkTree

extension Recorder {
  /// The result of opening.
  package struct Opening {
    /// The recorder, recovered.
    package var recorder: Recorder
    /// Whether the last stop was in order: the disk holds recorded content or later saves.
    package var wasClean: Bool
    /// The number of turns that were completed or reverted.
    package var replayed: Int
    /// The tip at the last checkpoint; nil if there was no commit.
    package var beginning: ObjectID?
    /// Commits that the journal needs and that cannot be read; empty unless loss is allowed.
    package var lost: [ObjectID]
    /// Files of the journal that the device does not read to their ends.
    package var unreadJournals: [String]
    /// The files of the tip.
    package var listing: TipListing
  }

  /// Opens the recorder of a workspace and completes an interrupted turn.
  ///
  /// The caller holds the workspace's lock. Afterwards the tip is whole, and a scan finds the saves made meanwhile.
  ///
  /// - Throws: `RecordError` if disk or repository refuse.
  package static func open(_ surroundings: RecorderSurroundings) throws(RecordError) -> Opening {
    let tree = surroundings.tree
    return try RecordError.mapping {
      for folder in ["tmp", "displaced", "journal"] { try tree.makeDirectories(.store(folder)) }
      if surroundings.isCopy { try tree.setAsideCopiedStore() }
      let opened = try JournalFile.open(in: tree)
      let recorder = Recorder(surroundings, journal: opened.journal)
      let isInOrder = opened.entries.isEmpty || opened.entries.last == .clean
      // An interrupted turn is completed with the state of the files.
      if !surroundings.readsCacheLater || !isInOrder {
        recorder.disk.cache = StatCache(from: tree)
        recorder.knowsCache = true
      }
      let recovery = try Recovery(recorder: recorder).recover(
        opened.entries, isSameBoot: surroundings.isSameBoot, loss: surroundings.loss)
      recorder.mayBeTorn = !recovery.wasClean && !surroundings.isSameBoot
      try recorder.exchanges.recall()
      try recorder.saves.endAnsweredQuestions()
      let listing = try TipListing(recorder.tips.tree, in: recorder.store)
      recorder.tips.fileTotal = listing.count
      return Opening(
        recorder: recorder, wasClean: recovery.wasClean, replayed: recovery.turns, beginning: recovery.beginning,
        lost: recovery.lost, unreadJournals: opened.unread, listing: listing)
    }
  }

  /// Takes the stored stat cache, which was read beside the turns.
  ///
  /// - Parameter isSameBoot: whether the machine was not restarted since the store was last used.
  /// - Throws: `RecordError` if the cache must be stored and the disk refuses.
  package func take(_ cache: StatCache, isSameBoot: Bool) throws(RecordError) {
    guard !knowsCache else { return }
    knowsCache = true
    disk.cache.take(cache)
    guard !isSameBoot, disk.cache.forgetRecent(now: time.now().wall) else { return }
    // A later start without another restart would trust the stored form.
    do throws(FileError) { try disk.cache.store(in: tree) } catch { throw .disk(error) }
  }

  /// Whether `mend` may help: recording is stopped for lack of space or by a device.
  package var isMendable: Bool {
    switch log.failure?.fault {
    case .journal, .store: true
    case .unknown, nil: false
    }
  }

  /// Tries to record again after a fault of the disk: a full disk may have space again.
  ///
  /// The caller scans afterwards, because saves meanwhile were not recorded. A pause continues.
  ///
  /// - Returns: whether the fault is repaired.
  package func mend() -> Bool {
    guard let fault = log.failure?.fault, isMendable else { return false }
    do {
      if case .store(let record, let failed) = fault {
        var result = TurnResult()
        try tips.write(record, without: failed, into: &result, executor.hooks)
        log.noteRepaired(to: .journal)
      }
      // Temporaries of the failed turn may have the next number.
      log.sequence += 1
      try log.checkpoint()
      try RecoveredEnds(store).forget(in: store)
      tips.fileTotal = try Tree.flatten(tipTree, in: store).count
    } catch { return false }
    log.noteRepaired(to: nil)
    _ = settleDisplaced()
    return true
  }
}
