/// The pause between the batches of a burst of saves, so that batches grow while an archive is being unpacked.
///
/// Each batch is a commit with trees, a journal entry and syncs of its own, and a program that writes files faster than
/// they are recorded would get one for every forty files. The pause doubles with each large batch of a burst; without
/// large batches there is none. Pure: times are monotonic nanoseconds that the caller passes in.
package struct BurstPace: Hashable, Sendable {
  /// The number of recorded paths from which a batch belongs to a burst.
  static let least = 32
  /// The first pause.
  static let shortest: Int64 = 50_000_000
  /// The longest pause, and the time without large batches after which a burst has ended. A save during a burst is still
  /// recorded within a second.
  static let longest: Int64 = 400_000_000

  private var pause: Int64 = 0
  private var end = Int64.min / 2

  /// Notes that a batch was recorded.
  ///
  /// - Parameter paths: the number of paths in it.
  mutating func recorded(_ paths: Int, at now: Int64) {
    guard paths >= Self.least else { return }
    pause = isInBurst(at: now) ? min(Self.longest, pause * 2) : Self.shortest
    end = now + pause
  }

  /// Returns whether large batches were recorded lately.
  func isInBurst(at now: Int64) -> Bool { now - end <= Self.longest }

  /// Returns the time until the next batch is taken; nil for none.
  func wait(at now: Int64) -> Int64? { end > now ? end - now : nil }
}
