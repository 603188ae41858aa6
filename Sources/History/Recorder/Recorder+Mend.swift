internal import FileSystem
internal import GitObjects

extension Recorder {
  /// The repair that is needed before anything can be recorded again.
  enum Fault {
    /// The journal could not be written; no file of the turn was placed. A new journal must be begun.
    case journal
    /// A turn's files are placed and its commits could not be stored.
    case store(TurnRecord, failed: Set<Int>)
    /// Only the next opening can determine the state.
    case unknown
  }

  /// Whether `mend` may help: recording is stopped for lack of space or by a device.
  package var isMendable: Bool {
    switch failure?.fault {
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
    guard let fault = failure?.fault, isMendable else { return false }
    do {
      if case .store(let record, let failed) = fault {
        var result = TurnResult()
        try tips.write(record, without: failed, into: &result, hooks)
        noteRepaired(to: .journal)
      }
      // Temporaries of the failed turn may have the next number.
      sequence += 1
      try checkpoint()
      try RecoveredEnds(store).forget(in: store)
      tips.fileTotal = try Tree.flatten(tipTree, in: store).count
    } catch { return false }
    noteRepaired(to: nil)
    _ = settleDisplaced()
    return true
  }
}
