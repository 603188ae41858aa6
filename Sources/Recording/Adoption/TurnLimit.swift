/// The limit of one turn, so that others get theirs (review B8).
package struct TurnLimit: Hashable, Sendable {
  /// The time in nanoseconds; a turn ends with the file during which it passes.
  package var nanoseconds: Int64
  /// The time in nanoseconds after which a turn ends as soon as somebody waits: a call from outside takes several turns
  /// of the queue, and a whole one of these turns after each of them added up to 160 ms (measured).
  package var whenWaitedFor: Int64
  /// The number of files.
  package var files: Int

  /// No limit and no waiting: in recovery, and if nobody else waits.
  package static let none = TurnLimit(nanoseconds: .max, files: .max)
  /// A limit that keeps a whole turn below 50 ms.
  package static let short = TurnLimit(nanoseconds: 25_000_000, whenWaitedFor: 4_000_000, files: 1_000)

  package init(nanoseconds: Int64 = .max, whenWaitedFor: Int64 = .max, files: Int = .max) {
    self.nanoseconds = nanoseconds
    self.whenWaitedFor = whenWaitedFor
    self.files = files
  }

  /// Returns the limit that is left after so many nanoseconds; at least one file is placed in any case.
  func left(after spent: Int64) -> TurnLimit {
    var left = self
    if nanoseconds != .max { left.nanoseconds = max(0, nanoseconds - spent) }
    if whenWaitedFor != .max { left.whenWaitedFor = max(0, whenWaitedFor - spent) }
    return left
  }

  /// Returns whether a turn that took so many nanoseconds must end.
  func isReached(after spent: Int64, isWaitedFor: @autoclosure () -> Bool) -> Bool {
    spent >= nanoseconds || spent >= whenWaitedFor && isWaitedFor()
  }
}
