internal import GitObjects

extension Recorder {
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
