internal import LargeFiles
internal import Permissions
internal import Sync

/// The failures of the transfers in one direction, and their retry. Pure: randomness is passed in.
struct TransferAgenda: Sendable {
  private var problems: [ContentID: String] = [:]
  /// The objects with a problem that failed because the remote cannot be reached.
  private var unreachable: Set<ContentID> = []
  /// The large objects that were rejected since their last success.
  private var rejected: [ContentID: Rejection] = [:]
  private var schedule = RetrySchedule.offline
  /// The number of the scheduled retry; nil for none.
  private var retry: Int?

  private struct Rejection: Sendable {
    var schedule = RetrySchedule.refused
    /// The time of the next retry.
    var due: ContinuousClock.Instant
  }

  /// Whether a retry is scheduled; until then no failed transfer begins.
  var awaitsRetry: Bool { retry != nil }

  /// Whether no object has a problem.
  var hasNoProblem: Bool { problems.isEmpty }

  /// Returns the reason why an object's transfer failed or waits; nil if there is none.
  func problem(of id: ContentID) -> String? { problems[id] }

  /// Records the failure of an object's transfer.
  mutating func note(_ fault: TransferFault, of id: ContentID) {
    problems[id] = fault.description
    if fault.isOffline { unreachable.insert(id) } else { unreachable.remove(id) }
  }

  /// Records why an object's transfer does not begin.
  mutating func note(_ reason: String, of id: ContentID) {
    problems[id] = reason
    unreachable.remove(id)
  }

  /// Postpones the retry of a rejected object by a schedule of its own: the success of another object does not reset it.
  /// A small object is retried with the others, because that moves few bytes.
  mutating func postpone(
    _ pointer: Pointer, after fault: TransferFault, at now: ContinuousClock.Instant,
    using generator: inout some RandomNumberGenerator
  ) {
    guard fault.rejectsObject, pointer.size > PlaceholderRules.small else { return }
    var rejection = rejected[pointer.id] ?? Rejection(due: now)
    rejection.due = now + rejection.schedule.next(using: &generator)
    rejected[pointer.id] = rejection
  }

  /// Whether the retry of an object is or was postponed.
  var hasPostponed: Bool { !rejected.isEmpty }

  /// Returns whether a retry may transfer an object.
  func mayRetry(_ id: ContentID, at now: ContinuousClock.Instant) -> Bool { rejected[id].map { $0.due <= now } ?? true }

  /// Removes the problem of an object.
  mutating func clear(_ id: ContentID) {
    problems[id] = nil
    unreachable.remove(id)
  }

  /// Removes the problems of objects that are no longer wanted.
  mutating func keep(_ isWanted: (ContentID) -> Bool) {
    for id in problems.keys where !isWanted(id) { clear(id) }
    for id in rejected.keys where !isWanted(id) { rejected[id] = nil }
  }

  /// Schedules a retry with a number; returns the delay, or nil if one is scheduled.
  mutating func scheduleRetry(_ number: Int, using generator: inout some RandomNumberGenerator) -> Duration? {
    guard retry == nil else { return nil }
    retry = number
    return schedule.next(using: &generator)
  }

  /// Begins the scheduled retry; returns false if it was begun before its time, and another one may be scheduled.
  mutating func beginRetry(_ number: Int) -> Bool {
    guard retry == number else { return false }
    retry = nil
    return true
  }

  /// Begins the scheduled retry and the postponed ones before their time; returns false if there are none.
  mutating func hurry() -> Bool {
    guard awaitsRetry || hasPostponed else { return false }
    schedule.reset()
    retry = nil
    rejected = [:]
    return true
  }

  /// Records that an object was transferred.
  mutating func noteSuccess(of id: ContentID) {
    clear(id)
    rejected[id] = nil
    schedule.reset()
  }

  /// Returns the trouble of an object's files; nil if there is none.
  ///
  /// - Parameter setback: the failure that the running transfer retries by itself; nil for none.
  func trouble(of id: ContentID, _ setback: TransferFault?, paths: [String], isUpload: Bool) -> TransferTrouble? {
    if let problem = problems[id] {
      return TransferTrouble(paths: paths, reason: problem, isOffline: unreachable.contains(id), isUpload: isUpload)
    }
    return setback.map {
      TransferTrouble(paths: paths, reason: $0.description, isOffline: $0.isOffline, isUpload: isUpload)
    }
  }
}
