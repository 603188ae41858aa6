/// How much one turn may do before others get theirs (review B8).
package struct TurnLimit: Hashable, Sendable {
  /// Time, in nanoseconds; a turn ends with the file during which it is over.
  package var nanoseconds: Int64
  /// Time, in nanoseconds, after which it ends as soon as somebody waits: a call from outside takes several turns of
  /// the queue, and behind each of them a whole one of these added up to 160 ms (measured).
  package var whenWaitedFor: Int64
  /// Files.
  package var files: Int

  /// All at once, waiting for nothing: in recovery, and where nobody else waits.
  package static let none = TurnLimit(nanoseconds: .max, files: .max)
  /// What leaves a turn below 50 ms, with what surrounds it.
  package static let short = TurnLimit(nanoseconds: 25_000_000, whenWaitedFor: 4_000_000, files: 1_000)

  /// Makes a limit.
  package init(nanoseconds: Int64 = .max, whenWaitedFor: Int64 = .max, files: Int = .max) {
    self.nanoseconds = nanoseconds
    self.whenWaitedFor = whenWaitedFor
    self.files = files
  }

  /// What of it is left after so many nanoseconds; one file at least is brought in any case.
  func left(after spent: Int64) -> TurnLimit {
    var left = self
    if nanoseconds != .max { left.nanoseconds = max(0, nanoseconds - spent) }
    if whenWaitedFor != .max { left.whenWaitedFor = max(0, whenWaitedFor - spent) }
    return left
  }

  /// Whether a turn that took so many nanoseconds is to end.
  func isReached(after spent: Int64, isWaitedFor: @autoclosure () -> Bool) -> Bool {
    spent >= nanoseconds || spent >= whenWaitedFor && isWaitedFor()
  }
}
