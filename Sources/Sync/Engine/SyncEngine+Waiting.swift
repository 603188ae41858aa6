extension SyncEngine {
  /// Returns when a round should begin.
  func waitForWork() async {
    while !Task.isCancelled {
      let now = clock.uptime()
      var due: [Duration] = []
      if let blockedUntil, blockedUntil > now {
        due.append(blockedUntil - now)
      } else if !waiters.isEmpty, !awaitsObjects {
        guard let wait = burst.wait(at: now) else { return }
        due.append(wait)
      } else if mustFetch {
        return
      } else if tipMoved {
        guard let wait = [pace.wait(at: now), burst.wait(at: now)].compactMap(\.self).max() else { return }
        due.append(wait)
      }
      if let look = [inboxes.next, leftUntil].compactMap(\.self).min(), blockedUntil.map({ $0 <= now }) ?? true {
        if look <= now {
          mustFetch = true
          return
        }
        due.append(look - now)
      }
      if !isHearing, blockedUntil.map({ $0 <= now }) ?? true {
        let at = pollAt ?? now + poll.next(using: &generator)
        pollAt = at
        if at <= now {
          pollAt = nil
          mustFetch = true
          return
        }
        due.append(at - now)
      }
      await pause(due.min())
    }
  }

  /// Applies the result of a round: sets the state and the time of the next round, and answers the waiters that the
  /// round served.
  func settle(_ end: RoundEnd, round: Int) async {
    let now = clock.uptime()
    switch end {
    case .done, .postponed, .contended, .waiting: break
    case .question, .refused, .failed, .broken: toldSyncing = false
    }
    switch end {
    case .done(let isConfirmed):
      blockedUntil = nil
      offline.reset()
      refused.reset()
      contended.reset()
      await clearTrouble()
      if toldSyncing { host.publish(.current) }
      toldSyncing = false
      if isConfirmed {
        await host.noteAgreement()
        release(.success(()), before: round)
      }
    case .postponed:
      tipMoved = true
      await clearTrouble()
    case .waiting(let problem):
      blockedUntil = nil
      // If the tip moved during the round, there is more to publish than the commits that wait.
      awaitsObjects = !tipMoved
      await clearTrouble()
      if let problem { release(.failure(.objects(problem)), before: round) }
    case .contended:
      tipMoved = true
      blockedUntil = now + contended.next(using: &generator)
    case .question(let question):
      let before = openQuestion
      openQuestion = question
      trouble = (.stopped, question.description)
      tipMoved = true
      // The question is asked again when the host has an answer (`look`), the remote moves, or a delay has passed. The
      // delay is set before the question is raised, because its answer may follow at once.
      blockedUntil = now + refused.next(using: &generator)
      release(.failure(.question(question)), before: round)
      if let before, before.id != question.id { await host.withdraw(before.id) }
      await host.raise(question)
    case .refused(let words):
      if trouble?.kind != .refused { host.publish(.refused(words)) }
      trouble = (.refused, SyncBarrierError.refused(words).description)
      blockedUntil = now + refused.next(using: &generator)
      tipMoved = true
      release(.failure(.refused(words)), before: round)
    case .failed(let error):
      if error == .cancelled { break }
      fail(error, at: now)
      release(.failure(.unreachable(error)), before: round)
      await host.noteFailure()
    case .broken(let why):
      if trouble?.message != SyncBarrierError.repository(why).description { host.publish(.problem(why)) }
      trouble = (.stopped, SyncBarrierError.repository(why).description)
      blockedUntil = now + offline.next(using: &generator)
      tipMoved = true
      release(.failure(.repository(why)), before: round)
    }
    // A waiter that was added during the round gets one of its own, whatever the result of this one.
    if !waiters.isEmpty, trouble != nil { blockedUntil = nil }
  }

  private func fail(_ error: TransportError, at now: Duration) {
    let kind: RemoteState.Kind = error.passesByItself ? .offline : .refused
    if trouble?.kind != kind {
      host.publish(kind == .offline ? .offline(error.description) : .refused(error.description))
    }
    trouble = (kind, error.description)
    mustFetch = true
    tipMoved = true
    let wait = kind == .offline ? offline.next(using: &generator) : refused.next(using: &generator)
    blockedUntil = now + wait
  }

  private func clearTrouble() async {
    if let trouble, trouble.kind != .stopped { host.publish(.online) }
    trouble = nil
    if let open = openQuestion {
      openQuestion = nil
      await host.withdraw(open.id)
    }
  }
}

/// The end of one round of an exchange.
enum RoundEnd {
  /// Both sides are equal; confirmed if the remote answered in this round.
  case done(isConfirmed: Bool)
  /// Publishing is postponed, for example until a burst of deletions ends.
  case postponed
  /// Only commits that name objects of large files are left, and the objects are uploaded first; the problem is the
  /// reason if they are not.
  case waiting(problem: String?)
  /// Other machines moved the branch faster than this one pushed; the next round follows soon.
  case contended
  /// A person must decide.
  case question(SyncQuestion)
  /// The remote refused the push; its words.
  case refused(String)
  /// The exchange failed.
  case failed(TransportError)
  /// The local repository could not be used; the reason.
  case broken(String)

  /// Whether both sides are equal.
  var isDone: Bool { if case .done = self { true } else { false } }
}
