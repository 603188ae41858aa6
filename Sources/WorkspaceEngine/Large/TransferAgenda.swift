internal import LargeFiles
internal import Sync

/// The failures of the transfers in one direction, and their retry. Pure: randomness is passed in.
struct TransferAgenda: Sendable {
  private var problems: [ContentID: String] = [:]
  /// The objects with a problem that failed because the remote cannot be reached.
  private var unreachable: Set<ContentID> = []
  private var schedule = RetrySchedule.offline
  /// The number of the scheduled retry; nil for none.
  private var retry: Int?

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

  /// Removes the problem of an object.
  mutating func clear(_ id: ContentID) {
    problems[id] = nil
    unreachable.remove(id)
  }

  /// Removes the problems of objects that are no longer wanted.
  mutating func keep(_ isWanted: (ContentID) -> Bool) {
    for id in problems.keys where !isWanted(id) { clear(id) }
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

  /// Begins the scheduled retry before its time; returns false if there is none.
  mutating func hurry() -> Bool {
    guard awaitsRetry else { return false }
    schedule.reset()
    retry = nil
    return true
  }

  /// Records that an object was transferred.
  mutating func noteSuccess(of id: ContentID) {
    clear(id)
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
