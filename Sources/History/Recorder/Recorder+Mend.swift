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

  /// Stops recording until the fault is mended.
  func fail(_ reason: String, _ fault: Fault) {
    state = .readOnly(reason)
    self.fault = fault
  }

  /// Whether `mend` may help: nothing is recorded, and what is missing is room or a device.
  package var isMendable: Bool {
    switch fault {
    case .journal, .store: true
    case .unknown, nil: false
    }
  }

  /// Tries to record again after a fault of the disk: a full disk may have room again.
  ///
  /// The caller scans afterwards: what was saved meanwhile was not recorded.
  ///
  /// - Returns: whether recording goes on because of this.
  package func mend() -> Bool {
    guard case .readOnly = state, let fault, isMendable else { return false }
    do {
      if case .store(let record, let failed) = fault {
        var result = TurnResult()
        try store(record, without: failed, into: &result)
        self.fault = .journal
      }
      // Temporaries of the turn that failed may stand under the next number.
      sequence += 1
      try checkpoint()
      fileTotal = try Tree.flatten(tipTree, in: store).count
    } catch { return false }
    self.fault = nil
    state = .recording
    _ = settleDisplaced()
    return true
  }
}
