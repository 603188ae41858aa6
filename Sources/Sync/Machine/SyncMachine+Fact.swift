/// The knowledge that running steps gain.
extension SyncMachine {
  /// Keeps a fact; returns the event to publish, if there is one.
  mutating func note(
    _ fact: ExchangeFact, at now: Duration, using generator: inout some RandomNumberGenerator
  ) -> [ExchangeAction] {
    switch fact {
    case .begins:
      if isAnnounced { return [] }
      isAnnounced = true
      return [.publish(.syncing)]
    case .fetchFailed: due.fetches = true
    case .pushBegan(let commit): remote.pushing = commit
    case .pushFailed:
      remote.pushing = nil
      due.fetches = true
    case .pushed(let pushed): return note(pushed, at: now)
    case .recorded(let commit): remote.seen = commit
    case .leavesDeleted(let leaves): remote.leavesDeleted = leaves
    case .restoresLost: remote.restoresLost = true
    case .reread(let notes): remote.update(notes)
    case .adopted(let from, let to, let conflicts):
      misses = 0
      watch.changed()
      return [.publish(.adopted(from: from, to: to, conflicts: conflicts))]
    case .missed: misses += 1
    case .deletes(let count): burst.note(unpublished: count, at: now)
    case .found: search.succeeded()
    case .vain(let isLone): search.failed(isLone: isLone, at: now, using: &generator)
    }
    return []
  }

  private mutating func note(_ pushed: PushAnswer, at now: Duration) -> [ExchangeAction] {
    remote.pushing = nil
    remote.lastContact = pushed.contact
    // A hook that declines a push declines all of its references: such an answer says nothing about the inbox's place.
    let isDeclined = if case .refused = pushed.answer { true } else { false }
    for one in pushed.inboxes where !isDeclined || one.answer == .accepted {
      inbox.answered(one.answer, for: one.commit, at: one.place, at: now)
    }
    if pushed.answer == .accepted || pushed.inboxes.contains(where: { $0.answer == .accepted }) {
      pace.notePush(
        started: pushed.started, ended: now, movedBranch: pushed.answer == .accepted,
        isOfManyFiles: pushed.isOfManyFiles)
    }
    switch pushed.answer {
    case .accepted:
      remote.accepted(pushed.commit)
      inbox.won()
      return [.publish(.published(pushed.commit))]
    case .rejectedNonFastForward, .locked:
      if case .locked = pushed.answer { remote.couldNotLock() }
      inbox.lost(started: pushed.started, ended: now)
      due.fetches = true
    case .refused: break
    }
    return []
  }
}
