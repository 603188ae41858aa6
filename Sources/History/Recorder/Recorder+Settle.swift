package import GitObjects

extension Recorder {
  /// A turn whose objects and references are still in memory: the journal and the files have it.
  struct UnsettledTurn {
    /// What was journalled.
    var record: TurnRecord
    /// Its placements that failed.
    var failed: Set<Int>
    /// Where the tips stood before.
    var before: Tips
  }

  /// What is on record, and what is held.
  struct Tips {
    /// The tip and its tree.
    var (tip, tree): (ObjectID?, ObjectID)
    /// The tip of what is held, and its tree.
    var (held, heldTree): (ObjectID?, ObjectID)
  }

  /// Where the tips stand.
  var tips: Tips {
    get { Tips(tip: tip, tree: tipTree, held: heldTip, heldTree: heldTree) }
    set { (tip, tipTree, heldTip, heldTree) = (newValue.tip, newValue.tree, newValue.held, newValue.heldTree) }
  }

  /// Writes what the last turn left in memory when it was answered: objects first, then what names them.
  ///
  /// - Throws: `ObjectStoreError`; then nothing is recorded until it is mended, and journal and files have the turn.
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

  /// Takes over where the reference of held versions stands, after it was mended: what it named may be lost.
  package func readHeld() throws(ObjectStoreError) {
    // What the last turn left in memory moves the reference itself.
    guard unsettled == nil else { return }
    let standing = try store.reference(Self.heldReference)
    heldTree = try standing.map { id throws(ObjectStoreError) in try store.commit(id).tree } ?? .emptyTree
    heldTip = standing
  }

  /// Stops recording at a turn whose files stand and whose commits the repository refuses: only the journal may bring
  /// the tip along.
  func refuse(_ turn: UnsettledTurn, _ error: ObjectStoreError) {
    store.dropPending()
    var standing = turn.before
    // Of two references the first may have moved: what it names is there, and is expected there from now on.
    if let held = tips.held, (try? store.reference(Self.heldReference)) == held {
      (standing.held, standing.heldTree) = (held, tips.heldTree)
    }
    tips = standing
    fail("the repository refuses: \(error)", .store(turn.record, failed: turn.failed))
  }
}
