internal import Sync

/// The state of git's configuration that the exchange was started for.
struct ExchangeRenewal: Sendable {
  /// The change of the configuration, counted by the queue; nil before the first start.
  var seen: Int?
  /// Starts the exchange for it; whoever needs the exchange waits for its end.
  var task: Task<Void, Never>?
  /// Why the remote could not be looked up the last time; nil where it could. It is looked up again by whoever needs
  /// the exchange, and by `retry`.
  private(set) var failure: String?
  private var isUnderWay = false
  private var schedule = RetrySchedule.offline
  private var retry: Task<Void, Never>?

  /// Whether the exchange is to be started for a change of the configuration.
  func isDue(at changes: Int) -> Bool {
    guard let seen else { return true }
    return seen < changes || failure != nil && !isUnderWay && seen != .max
  }

  /// Begins a start for a change of the configuration.
  mutating func begin(at changes: Int) {
    seen = changes
    isUnderWay = true
  }

  /// Notes that the remote could not be looked up, and retries after a pause that gets longer.
  ///
  /// - Returns: whether it could be looked up the last time.
  mutating func fail(_ reason: String, retry again: @escaping @Sendable () async -> Void) -> Bool {
    let isFirst = schedule == .offline
    failure = reason
    isUnderWay = false
    guard seen != .max else { return isFirst }
    var generator = SystemRandomNumberGenerator()
    let pause = schedule.next(using: &generator)
    retry?.cancel()
    retry = Task {
      do { try await Task.sleep(for: pause) } catch { return }
      await again()
    }
    return isFirst
  }

  /// Notes that the remote was looked up.
  mutating func succeed() {
    failure = nil
    isUnderWay = false
    schedule.reset()
  }

  /// Ends the retries; no exchange starts any more.
  mutating func end() {
    seen = .max
    retry?.cancel()
  }
}
