/// The due times of the chores that one timer starts.
///
/// Pure: times are monotonic nanoseconds that the caller passes in.
struct Agenda: Hashable, Sendable {
  /// A piece of work with a due time. Due chores are done in the order of the cases: repairs, the running adoption, the
  /// person's git, other files, branch and index, the tools of agents, the audit record, the checkpoint.
  enum Chore: CaseIterable, Hashable, Sendable {
    /// Check the configuration for damage.
    case checkConfiguration
    /// Withdraw questions whose time has passed.
    case expireQuestions
    /// Try to record again after a failure of the disk.
    case resume
    /// Write files of the running adoption.
    case adopt
    /// Inspect the branch for changes by the person's git.
    case inspect
    /// Capture waiting contents.
    case capture
    /// Scan folders that changed.
    case scan
    /// Read late displaced files again.
    case readLate
    /// Place contents of large files.
    case placeLarge
    /// Update the provenance of files that were idle.
    case updateIdle
    /// Move branch and index to the tip.
    case follow
    /// Update the index for exchanged large files.
    case refreshIndex
    /// Record all files, which ends the doubt about agents' tools that were reported while that was not possible.
    case endDoubt
    /// Sync the audit record.
    case syncAudit
    /// Make a checkpoint.
    case checkpoint
  }

  private var times: [Chore: Int64] = [:]

  /// The earliest due time; nil if no chore waits.
  var next: Int64? { times.values.min() }

  /// Returns the due time of a chore; nil if it does not wait.
  subscript(chore: Chore) -> Int64? { times[chore] }

  /// Sets the due time of a chore; nil removes it.
  mutating func set(_ chore: Chore, at time: Int64?) { times[chore] = time }

  /// Sets the due time of a chore whose delay begins when it is first wanted: an earlier time remains.
  mutating func setOnce(_ chore: Chore, at time: Int64?) {
    times[chore] = time.map { min($0, times[chore] ?? .max) }
  }

  /// Removes and returns the first due chore.
  ///
  /// - Parameter last: the chore that was done before in the same round; only chores after it are returned, so that each
  ///   chore is done at most once a round.
  mutating func takeDue(at now: Int64, after last: Chore?) -> Chore? {
    let begin = last.flatMap { Chore.allCases.firstIndex(of: $0) }.map { $0 + 1 } ?? 0
    let chore = Chore.allCases[begin...].first { times[$0].map { $0 <= now } ?? false }
    guard let chore else { return nil }
    times[chore] = nil
    return chore
  }
}
