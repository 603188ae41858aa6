/// The effects of the end of a round.
extension SyncMachine {
  /// Ends a round: sets the state and the time of the next round, and answers the callers that the round served.
  mutating func settle(
    _ end: RoundEnd, of round: Round, at now: Duration, using generator: inout some RandomNumberGenerator
  ) -> [ExchangeAction] {
    phase = .resting
    var actions: [ExchangeAction] = []
    switch end {
    case .done(let isConfirmed):
      backoff.reset()
      actions = clearTrouble()
      if isAnnounced { actions.append(.publish(.current)) }
      isAnnounced = false
      if isConfirmed { actions += [.noteAgreement] + answers(nil, to: round) }
    case .postponed:
      due.publishes = true
      actions = clearTrouble()
    case .waiting(let problem):
      backoff.lift()
      // If the tip moved during the round, there is more to publish than the commits that wait.
      due.awaitsObjects = !due.publishes
      actions = clearTrouble()
      if let problem { actions += answers(.objects(problem), to: round) }
    case .contended:
      due.publishes = true
      backoff.begin(.contended, at: now, using: &generator)
    case .question(let question):
      // The question is asked again when the host has an answer (`look`), the remote moves, or the pause is over.
      pause(.refused, at: now, using: &generator)
      actions = answers(.question(question), to: round)
      if let old = trouble.ask(question) { actions.append(.withdraw(old)) }
      actions.append(.raise(question))
    case .refused(let words):
      pause(.refused, at: now, using: &generator)
      actions =
        [trouble.refused(words)].compactMap(\.self).map(ExchangeAction.publish) + answers(.refused(words), to: round)
    case .failed(.cancelled): isAnnounced = false
    case .failed(let error):
      due.fetches = true
      pause(error.passesByItself ? .offline : .refused, at: now, using: &generator)
      actions = [trouble.failed(error)].compactMap(\.self).map(ExchangeAction.publish)
      actions += answers(.unreachable(error), to: round) + [.noteFailure]
    case .broken(let why):
      pause(.offline, at: now, using: &generator)
      actions =
        [trouble.broke(why)].compactMap(\.self).map(ExchangeAction.publish) + answers(.repository(why), to: round)
    }
    // A waiter that was added during the round gets one of its own, whatever the result of this one.
    if !waiters.isEmpty, trouble.cause != nil { backoff.lift() }
    return actions
  }

  /// Postpones the next round, in which everything is published that this one could not.
  private mutating func pause(
    _ cause: Backoff.Cause, at now: Duration, using generator: inout some RandomNumberGenerator
  ) {
    isAnnounced = false
    due.publishes = true
    backoff.begin(cause, at: now, using: &generator)
  }

  private mutating func answers(_ error: SyncBarrierError?, to round: Round) -> [ExchangeAction] {
    waiters.take(before: round.number).map { .answer($0, error) }
  }

  private mutating func clearTrouble() -> [ExchangeAction] {
    let (answersAgain, question) = trouble.clear()
    return (answersAgain ? [.publish(.online)] : []) + (question.map { [.withdraw($0)] } ?? [])
  }
}
