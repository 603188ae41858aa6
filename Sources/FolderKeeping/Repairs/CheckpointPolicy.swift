internal import Values

/// The policy for the time of a checkpoint (DESIGN "Recording"). Pure: times are monotonic nanoseconds.
struct CheckpointPolicy: Hashable, Sendable {
  /// The number of commits after which a checkpoint is due at once.
  static let commits = 256
  /// The time since the oldest commit without a checkpoint after which one is due.
  static let age: Int64 = 60_000_000_000
  /// The time without a further commit after which a checkpoint is due.
  static let quiet: Int64 = 5_000_000_000

  private var oldest: Int64?
  private var newest: Int64?
  private var retryAt: Int64?
  private var pause = LengtheningPause(first: quiet, longest: 5 * age)

  /// Records that commits were made.
  mutating func noteCommit(at now: Int64) {
    if oldest == nil { oldest = now }
    newest = now
  }

  /// Records that a checkpoint was made.
  mutating func noteCheckpoint() {
    oldest = nil
    newest = nil
    retryAt = nil
    pause.reset()
  }

  /// Records that a checkpoint failed: the delay of the retry grows each time, and the retry comes also without further
  /// commits.
  mutating func noteFailure(at now: Int64) {
    retryAt = now + pause.next
    pause.lengthen()
  }

  /// Returns the time at which the next checkpoint is due; nil if there is nothing to do.
  func due(commits: Int, at now: Int64) -> Int64? {
    if let retryAt { return retryAt }
    guard let oldest, let newest else { return nil }
    if commits >= Self.commits { return now }
    return min(oldest + Self.age, newest + Self.quiet)
  }
}
