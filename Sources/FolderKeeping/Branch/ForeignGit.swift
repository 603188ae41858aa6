/// The work of the person's own git in the folder, so that its changes to files are not mistaken for the person's edits
/// (review A3). Pure: times are passed in, monotonic nanoseconds.
struct ForeignGit: Hashable, Sendable {
  /// The time after the release of the lock during which nothing is recorded.
  static let rest: Int64 = 250_000_000
  /// The time after the release of the lock during which git's changes to files are awaited.
  static let settling: Int64 = 1_000_000_000
  /// The interval at which the lock is polled, for a release without an event.
  static let look: Int64 = 500_000_000
  /// The time for which agents' writes wait for a lock before they proceed if no work-tree change prevents it.
  static let patience: Int64 = 250_000_000

  /// Whether git took the lock since its changes were last settled.
  private(set) var hasWorked = false
  private var lockedSince: Int64?
  private var unlockedAt: Int64?
  private var lastChange: Int64?

  /// Records whether `index.lock` exists.
  mutating func note(isLocked: Bool, at now: Int64) {
    if isLocked {
      hasWorked = true
      if lockedSince == nil { lockedSince = now }
    } else if lockedSince != nil {
      lockedSince = nil
      unlockedAt = now
    }
  }

  /// Records that the lock appeared and disappeared between two checks.
  mutating func noteLockEvent(at now: Int64) {
    hasWorked = true
    if lockedSince == nil { unlockedAt = now }
  }

  /// Records that files of the work tree changed.
  mutating func noteChange(at now: Int64) { lastChange = now }

  /// Records that git's changes to the files have been read.
  mutating func noteSettled() { hasWorked = false }

  /// Returns whether git ended so long ago that a file which still cannot be read has another cause.
  func endedLongAgo(_ now: Int64) -> Bool {
    lockedSince == nil && (unlockedAt.map { now - $0 >= Self.settling } ?? true)
  }

  /// Returns the time from which saves may be recorded; nil while the lock exists.
  func recordingResumes(at now: Int64) -> Int64? {
    guard lockedSince == nil else { return nil }
    return unlockedAt.map { $0 + Self.rest } ?? now
  }

  /// Returns whether saves may be recorded now.
  func mayRecord(at now: Int64) -> Bool { recordingResumes(at: now).map { $0 <= now } ?? false }

  /// Returns whether an agent's write may proceed: there is no lock, or it is held while nothing changes (an editor
  /// waits for a commit message).
  func mayWrite(at now: Int64) -> Bool { writingResumes(at: now) <= now }

  /// Returns the time from which an agent's write may proceed unless something changes.
  func writingResumes(at now: Int64) -> Int64 {
    guard let since = lockedSince else { return recordingResumes(at: now) ?? now }
    return max(since, lastChange ?? since) + Self.patience
  }

  /// Returns whether contents and placeholders may be exchanged: never while the lock exists, however long it is quiet.
  /// No reader waits for an exchange, because a reader gets the content from its object; git may read the file at any
  /// moment.
  func mayExchange(at now: Int64) -> Bool { mayRecord(at: now) }
}
