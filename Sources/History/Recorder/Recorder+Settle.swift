package import GitObjects

extension Recorder {
  /// A turn whose objects and references are still in memory: the journal and the files have it.
  struct UnsettledTurn {
    /// The journalled record.
    var record: TurnRecord
    /// Its placements that failed.
    var failed: Set<Int>
    /// The tips before the turn.
    var before: Tips
  }

  /// The recorded and the held commits.
  struct Tips {
    /// The tip and its tree.
    var (tip, tree): (ObjectID?, ObjectID)
    /// The tip of the held versions, and its tree.
    var (held, heldTree): (ObjectID?, ObjectID)
  }

  /// The present tips.
  var tips: Tips {
    get { Tips(tip: tip, tree: tipTree, held: heldTip, heldTree: heldTree) }
    set { (tip, tipTree, heldTip, heldTree) = (newValue.tip, newValue.tree, newValue.held, newValue.heldTree) }
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
    guard unsettled == nil else { return }
    let present = try store.reference(Self.heldReference)
    heldTree = try present.map { id throws(ObjectStoreError) in try store.commit(id).tree } ?? .emptyTree
    heldTip = present
  }

  /// Stops recording at a turn whose files are placed and whose commits the repository refuses: only the journal may
  /// move the tip.
  func refuse(_ turn: UnsettledTurn, _ error: ObjectStoreError) {
    store.dropPending()
    var present = turn.before
    // Of two references the first may have moved: its commit exists, and is expected there from now on.
    if let held = tips.held, (try? store.reference(Self.heldReference)) == held {
      (present.held, present.heldTree) = (held, tips.heldTree)
    }
    tips = present
    fail("the repository refuses: \(error)", .store(turn.record, failed: turn.failed))
  }
}
