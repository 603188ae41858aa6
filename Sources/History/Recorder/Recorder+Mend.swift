internal import FileSystem
internal import GitObjects

extension Recorder {
  /// What must be done before anything can be recorded again.
  enum Fault {
    /// The journal could not be written; nothing of the turn was placed. A new journal must be begun.
    case journal
    /// A turn's files stand and its commits could not be stored.
    case store(TurnRecord, failed: Set<Int>)
    /// Only the next opening can tell what stands.
    case unknown
  }

  /// Whether `mend` may help: nothing is recorded, and what is missing is room or a device.
  package var isMendable: Bool {
    switch failure?.fault {
    case .journal, .store: true
    case .unknown, nil: false
    }
  }

  /// Tries to record again after a fault of the disk: a full disk may have room again.
  ///
  /// The caller scans afterwards: what was saved meanwhile was not recorded. A pause goes on.
  ///
  /// - Returns: whether the fault is mended.
  package func mend() -> Bool {
    guard let fault = failure?.fault, isMendable else { return false }
    do {
      if case .store(let record, let failed) = fault {
        var result = TurnResult()
        try store(record, without: failed, into: &result)
        noteMended(to: .journal)
      }
      // Temporaries of the turn that failed may stand under the next number.
      sequence += 1
      try checkpoint()
      fileTotal = try Tree.flatten(tipTree, in: store).count
    } catch { return false }
    noteMended(to: nil)
    _ = settleDisplaced()
    return true
  }
}
