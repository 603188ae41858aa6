/// Whether a transfer stands still: a function of what moved when.
package struct StallRule: Hashable, Sendable {
  private let deadline: TransferDeadline
  private var moved = -1
  private var since: Duration

  /// Begins to watch.
  ///
  /// - Parameter now: the time, from wherever it is counted.
  package init(_ deadline: TransferDeadline, now: Duration) {
    self.deadline = deadline
    since = now
  }

  /// For how long nothing may move from now on; nil where it stood still for too long.
  ///
  /// - Parameters:
  ///   - moved: how many bytes went and came in all.
  ///   - isWaiting: whether all was sent and nothing came yet.
  package mutating func left(moved: Int, isWaiting: Bool, now: Duration) -> Duration? {
    if moved != self.moved {
      self.moved = moved
      since = now
    }
    let left = since + (isWaiting ? deadline.answer : deadline.stall) - now
    return left > .zero ? left : nil
  }

  /// How long nothing moved.
  package func silence(now: Duration) -> Duration { now - since }
}
