internal import FileSystem
internal import Sync

/// The state of git's configuration for which the exchange was started.
struct ExchangeRenewal: Sendable {
  /// The number of the configuration's last change, counted by the keeper; nil before the first start.
  var seen: Int?
  /// The folder's `.lfsconfig` at that start; nil if there was none.
  private var shared: FileStamp?
  /// The task that starts the exchange; callers that need the exchange wait for its end.
  var task: Task<Void, Never>?
  /// The error of the last lookup of the remote; nil after a success. Callers that need the exchange repeat the lookup,
  /// and so does `retry`.
  private(set) var failure: String?
  private var isUnderWay = false
  private var schedule = RetrySchedule.offline
  private var retry: Task<Void, Never>?

  /// Returns whether the exchange must be started for a change of the configuration.
  ///
  /// - Parameter shared: the folder's `.lfsconfig`; nil if there is none.
  func isDue(at changes: Int, shared: FileStamp? = nil) -> Bool {
    guard let seen else { return true }
    guard seen != .max else { return false }
    return seen < changes || shared != self.shared || failure != nil && !isUnderWay
  }

  /// Notes that a start begins for a change of the configuration.
  mutating func begin(at changes: Int, shared: FileStamp? = nil) {
    seen = changes
    self.shared = shared
    isUnderWay = true
  }

  /// Notes that the lookup of the remote failed, and schedules a retry with increasing delay.
  ///
  /// - Returns: whether this is the first failure since the last success.
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

  /// Notes that the lookup of the remote succeeded.
  mutating func succeed() {
    failure = nil
    isUnderWay = false
    schedule.reset()
  }

  /// Ends the retries; no exchange starts after this.
  mutating func end() {
    seen = .max
    retry?.cancel()
  }
}
