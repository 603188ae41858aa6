/// The pause of the exchange after a failure; it grows with each failure in a row, up to a longest one for each cause.
struct Backoff: Hashable, Sendable {
  /// The cause of a pause.
  enum Cause: CaseIterable, Hashable, Sendable {
    /// The remote cannot be reached, or the repository here cannot be used.
    case offline
    /// The remote refuses, or a person must decide.
    case refused
    /// Other machines move the branch faster than this one pushes.
    case contended
  }

  /// The uptime before which no exchange begins unless a caller waits; nil for none.
  private(set) var until: Duration?
  private var offline = RetrySchedule.offline
  private var refused = RetrySchedule.refused
  private var contended = RetrySchedule.contended

  /// Returns the rest of the pause; nil if it is over.
  func wait(at now: Duration) -> Duration? { until.flatMap { $0 > now ? $0 - now : nil } }

  /// Begins a pause.
  mutating func begin(_ cause: Cause, at now: Duration, using generator: inout some RandomNumberGenerator) {
    let wait =
      switch cause {
      case .offline: offline.next(using: &generator)
      case .refused: refused.next(using: &generator)
      case .contended: contended.next(using: &generator)
      }
    until = now + wait
  }

  /// Ends the pause; the next failure still begins a longer one.
  mutating func lift() { until = nil }

  /// Ends the pause at the latest at a time.
  mutating func shorten(to end: Duration) { until = until.map { min($0, end) } }

  /// Resets the delay after a success.
  mutating func reset() { self = Backoff() }
}

/// The pause between searches for refused content that found nothing.
struct VainSearch: Hashable, Sendable {
  /// Whether the only path to publish was refused; a second path can show whether that one is the cause.
  private(set) var isLone = false
  private var until: Duration?
  private var schedule = RetrySchedule(first: .seconds(60), longest: .seconds(3_600))

  /// Returns whether a search may begin.
  func isDue(at now: Duration) -> Bool { until.map { $0 <= now } ?? true }

  /// Notes that the remote accepted no part.
  mutating func failed(isLone: Bool, at now: Duration, using generator: inout some RandomNumberGenerator) {
    self.isLone = isLone
    if !isLone { until = now + schedule.next(using: &generator) }
  }

  /// Notes that the remote accepted a part.
  mutating func succeeded() { self = VainSearch() }
}
