/// When a checkpoint is due (DESIGN "Recording"). Pure: times are monotonic nanoseconds.
struct CheckpointPolicy: Hashable, Sendable {
  /// So many commits make one due at once.
  static let commits = 256
  /// After so long with work undone one is due.
  static let age: Int64 = 60_000_000_000
  /// After so long without a commit one is due: at rest.
  static let quiet: Int64 = 5_000_000_000

  private var oldest: Int64?
  private var newest: Int64?
  private var retryAt: Int64?
  private var pause = LengtheningPause(first: quiet, longest: 5 * age)

  /// Notes that commits were made.
  mutating func noteCommit(at now: Int64) {
    if oldest == nil { oldest = now }
    newest = now
  }

  /// Notes that a checkpoint was made.
  mutating func noteCheckpoint() {
    oldest = nil
    newest = nil
    retryAt = nil
    pause.reset()
  }

  /// Notes that one failed: the next comes later each time, also where nothing more is recorded.
  mutating func noteFailure(at now: Int64) {
    retryAt = now + pause.next
    pause.lengthen()
  }

  /// When the next one is due; nil where there is nothing to do.
  func due(commits: Int, at now: Int64) -> Int64? {
    if let retryAt { return retryAt }
    guard let oldest, let newest else { return nil }
    if commits >= Self.commits { return now }
    return min(oldest + Self.age, newest + Self.quiet)
  }
}
