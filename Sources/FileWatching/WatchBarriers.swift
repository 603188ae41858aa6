/// The callers that wait until all earlier events were read, each by the name of a file whose event they wait for.
struct WatchBarriers {
  private struct Barrier { var continuation: CheckedContinuation<Void, Never>, until: Int64 }

  private var waiting: [String: Barrier] = [:]
  private var count: UInt64 = 0

  /// The earliest time at which a barrier gives up; nil if none waits.
  var nextDeadline: Int64? { waiting.values.map(\.until).min() }

  /// Returns a number that no earlier barrier has.
  mutating func nextNumber() -> UInt64 {
    count += 1
    return count
  }

  /// Adds a caller.
  mutating func add(_ name: String, _ continuation: CheckedContinuation<Void, Never>, until time: Int64) {
    waiting[name] = Barrier(continuation: continuation, until: time)
  }

  /// Removes and returns the caller that waits for a file; nil if there is none.
  mutating func take(_ name: String) -> CheckedContinuation<Void, Never>? {
    waiting.removeValue(forKey: name)?.continuation
  }

  /// Removes and returns the callers whose time is over; `.max` takes all.
  mutating func takeDue(at now: Int64) -> [CheckedContinuation<Void, Never>] {
    let due = waiting.filter { $0.value.until <= now }
    for name in due.keys { waiting[name] = nil }
    return due.values.map(\.continuation)
  }
}
