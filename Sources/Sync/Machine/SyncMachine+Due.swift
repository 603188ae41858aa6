/// The time of the next round.
extension SyncMachine {
  /// Begins a round, or returns the pause until one is due.
  mutating func resume(at now: Duration, using generator: inout some RandomNumberGenerator) -> [ExchangeAction] {
    let first: [ExchangeAction] = watch.starts() ? [.listen(after: nil)] : []
    return first + beginOrWait(at: now, using: &generator)
  }

  private mutating func beginOrWait(
    at now: Duration, using generator: inout some RandomNumberGenerator
  ) -> [ExchangeAction] {
    if let wait = backoff.wait(at: now) { return [.pause(wait)] }
    var pauses: [Duration] = []
    if !waiters.isEmpty, !due.awaitsObjects {
      // A waiting caller skips the pace of pushes; only a burst of deletions still ends first.
      guard let wait = burst.wait(at: now) else { return begin() }
      pauses.append(wait)
    } else if due.fetches {
      return begin()
    } else if due.publishes {
      guard let wait = [pace.wait(at: now), burst.wait(at: now)].compactMap(\.self).max() else { return begin() }
      pauses.append(wait)
    }
    if let next = inbox.next {
      if next <= now { return beginWithFetch() }
      pauses.append(next - now)
    }
    if let next = watch.nextPoll(at: now, using: &generator) {
      if next <= now {
        watch.polled()
        return beginWithFetch()
      }
      pauses.append(next - now)
    }
    return [.pause(pauses.min())]
  }

  private mutating func beginWithFetch() -> [ExchangeAction] {
    due.fetches = true
    return begin()
  }

  private mutating func begin() -> [ExchangeAction] {
    rounds += 1
    phase = .exchanging(Round(number: rounds, hasNews: due.publishes))
    due.publishes = false
    return [.findBranch(isFirst: true)]
  }
}
