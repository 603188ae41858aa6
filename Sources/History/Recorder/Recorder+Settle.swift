package import GitObjects

extension Recorder {
  /// A turn whose objects and references are still in memory: the journal and the files have it.
  struct UnsettledTurn {
    /// The journalled record.
    var record: TurnRecord
    /// Its placements that failed.
    var failed: Set<Int>
    /// The tips before the turn.
    var before: TipLedger.Values
  }

  /// Writes the objects and references that the last turn left in memory when it was answered: objects first, then
  /// references.
  ///
  /// - Throws: `ObjectStoreError`; then nothing is recorded until it is repaired, and journal and files have the turn.
  func settle() throws(ObjectStoreError) {
    guard let turn = unsettled else { return }
    unsettled = nil
    do throws(ObjectStoreError) {
      try store.storePending()
      hooks.after(.stored)
      try store.movePending()
    } catch {
      refuse(turn, error)
      throw error
    }
    hooks.after(.moved)
  }

  /// Reads the reference of held versions after its repair: its previous commit may be lost.
  package func readHeld() throws(ObjectStoreError) {
    // The pending part of the last turn moves the reference itself.
    if unsettled == nil { try tips.readHeld() }
  }

  /// Stops recording at a turn whose files are placed and whose commits the repository refuses: only the journal may
  /// move the tip.
  func refuse(_ turn: UnsettledTurn, _ error: ObjectStoreError) {
    store.dropPending()
    var present = turn.before
    // Of two references the first may have moved: its commit exists, and is expected there from now on.
    if let held = tips.heldTip, (try? store.reference(Self.heldReference)) == held {
      (present.held, present.heldTree) = (held, tips.heldTree)
    }
    tips.values = present
    log.fail("the repository refuses: \(error)", .store(turn.record, failed: turn.failed))
  }
}
