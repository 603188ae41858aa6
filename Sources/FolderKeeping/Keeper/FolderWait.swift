internal import Threads
internal import WorkTree

/// The wait for a change of the folder after which an act may be allowed.
///
/// Belongs to the executor of `FolderKeeper`. The watcher's batches, the due chores and the end of an adoption or a copy
/// are changes. A step of a caller that waits is none: two callers would wake each other again and again.
struct FolderWait {
  /// The changes of the folder, and the timer: a due chore causes a change only if the timer is set.
  let frame: TurnFrame
  /// The acts that the folder allows.
  let folder: FolderState
  /// The clock.
  let time: any TimeSource

  /// Sets the timer, then waits for a change beyond a number, at most until a time in monotonic nanoseconds.
  ///
  /// Ends earlier if the act may be allowed without a change. A lock that is released without an event is checked at the
  /// interval of `ForeignGit`.
  ///
  /// - Throws: `CancellationError` if the task is cancelled.
  func next(
    past number: UInt64, for act: FolderGate.Act, until end: Int64, isolation: isolated (any Actor)? = #isolation
  ) async throws(CancellationError) {
    frame.schedule()
    let now = time.now().monotonic
    let due = min(end, folder.gate.retryTime(of: act, at: now) ?? .max, now + ForeignGit.look)
    try await frame.changes.wait(past: number, atMost: .nanoseconds(max(0, due - now)))
  }
}
