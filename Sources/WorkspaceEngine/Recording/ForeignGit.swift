/// Whether the person's own git is at work in the folder, so that what it does to the files is not taken for the
/// person's edits (review A3). Pure: times are passed in, monotonic nanoseconds.
struct ForeignGit: Hashable, Sendable {
  /// How long after the lock went nothing is recorded.
  static let rest: Int64 = 250_000_000
  /// How long after the lock went what git did to the files is waited for.
  static let settling: Int64 = 1_000_000_000
  /// How often is looked whether a lock went of which no event tells.
  static let look: Int64 = 500_000_000
  /// How long the agents' door waits for a lock before it goes on with what no work-tree change forbids.
  static let patience: Int64 = 250_000_000

  /// Whether git took the lock since its work was last settled.
  private(set) var hasWorked = false
  private var lockedSince: Int64?
  private var unlockedAt: Int64?
  private var lastChange: Int64?

  /// Notes whether `index.lock` stands.
  mutating func note(isLocked: Bool, at now: Int64) {
    if isLocked {
      hasWorked = true
      if lockedSince == nil { lockedSince = now }
    } else if lockedSince != nil {
      lockedSince = nil
      unlockedAt = now
    }
  }

  /// Notes that the lock came and went between two looks.
  mutating func noteLockEvent(at now: Int64) {
    hasWorked = true
    if lockedSince == nil { unlockedAt = now }
  }

  /// Notes that files of the work tree changed.
  mutating func noteChange(at now: Int64) { lastChange = now }

  /// What git did to the files has been looked at.
  mutating func noteSettled() { hasWorked = false }

  /// Whether git ended so long ago that a file which still cannot be looked at has another cause.
  func endedLongAgo(_ now: Int64) -> Bool {
    lockedSince == nil && (unlockedAt.map { now - $0 >= Self.settling } ?? true)
  }

  /// When saves may be recorded; nil while the lock stands.
  func recordingResumes(at now: Int64) -> Int64? {
    guard lockedSince == nil else { return nil }
    return unlockedAt.map { $0 + Self.rest } ?? now
  }

  /// Whether saves may be recorded now.
  func mayRecord(at now: Int64) -> Bool { recordingResumes(at: now).map { $0 <= now } ?? false }

  /// Whether a write through the door may go on: no lock, or one that is merely held while nothing changes (an editor
  /// that waits for a commit message).
  func mayWrite(at now: Int64) -> Bool {
    guard let since = lockedSince else { return mayRecord(at: now) }
    return now - since >= Self.patience && (lastChange.map { now - $0 >= Self.patience } ?? true)
  }

  /// Whether contents and placeholders may take each other's place: never while the lock stands, however quiet it is.
  /// Nobody waits for that, since who reads has the content from its object, and git may look at the file any moment.
  func mayExchange(at now: Int64) -> Bool { mayRecord(at: now) }
}
