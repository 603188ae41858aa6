/// The detection of a stalled transfer; depends only on the amounts and times.
package struct StallRule: Hashable, Sendable {
  private let deadline: TransferDeadline
  private var moved = -1
  private var since: Duration

  /// Starts the detection.
  ///
  /// - Parameter now: the time since any fixed moment.
  package init(_ deadline: TransferDeadline, now: Duration) {
    self.deadline = deadline
    since = now
  }

  /// Returns the time for which nothing may move from now on; nil if the transfer stalled for too long.
  ///
  /// - Parameters:
  ///   - moved: the total number of bytes sent and received.
  ///   - isWaiting: whether the request is sent and no answer has started.
  ///   - pause: the longest pause that a rate limit causes.
  package mutating func left(
    moved: Int, isWaiting: Bool, pause: Duration = .zero, now: Duration
  ) -> Duration? {
    if moved != self.moved {
      self.moved = moved
      since = now
    }
    let left = since + (isWaiting ? deadline.answer : deadline.stall) + pause - now
    return left > .zero ? left : nil
  }

  /// Returns the time since anything moved.
  package func silence(now: Duration) -> Duration { now - since }
}
