internal import FolderKeeping
internal import WorkTree

/// The attempts to carry out writes while a program saves their files or git is at work.
struct WriteAttempts {
  /// The timeout of all attempts, in nanoseconds.
  private static let timeout: Int64 = 2_200_000_000
  /// The time at the end in which a missing file counts as deleted: a name that is still missing after two seconds was
  /// deleted (rule 4).
  private static let last: Int64 = 200_000_000
  /// The interval between attempts for files of folders that are not watched.
  private static let look: Int64 = 250_000_000

  private let keeper: FolderKeeper
  private let time: any TimeSource
  private let deadline: Int64
  private var seen: UInt64 = 0
  /// Whether a missing file counts as deleted.
  private(set) var believesDeletion = false

  /// Starts the timeout.
  init(keeper: FolderKeeper, time: any TimeSource) {
    self.keeper = keeper
    self.time = time
    deadline = time.now().monotonic + Self.timeout
  }

  /// Notes the beginning of an attempt: a change from now on may let the next one succeed.
  mutating func begin() { seen = keeper.tables.changes.number }

  /// Waits for the next attempt; returns false after the timeout, or if the task is cancelled.
  mutating func next() async -> Bool {
    let now = time.now().monotonic
    guard now < deadline else { return false }
    guard now < deadline - Self.last || believesDeletion else {
      believesDeletion = true
      return !Task.isCancelled
    }
    let end = min(now + Self.look, believesDeletion ? deadline : deadline - Self.last)
    do { try await keeper.awaitChange(past: seen, until: end) } catch { return false }
    return true
  }
}
