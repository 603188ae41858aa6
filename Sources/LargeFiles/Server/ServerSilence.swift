internal import Synchronization

/// The time until which a server accepts no requests: the `Retry-After` of one request applies to all.
///
/// Each save and each download starts a transfer of its own with its own pauses, so they share this value.
package final class ServerSilence: Sendable {
  /// The longest `Retry-After` that is obeyed, in seconds, because an eviction or a waiting reader cannot skip it.
  private static let longest = 600

  private let until = Mutex<ContinuousClock.Instant?>(nil)

  /// Creates a value for a server that accepts requests.
  package init() {}

  /// Starts or extends the pause.
  func keep(seconds: Int) {
    let end = ContinuousClock.now + .seconds(min(max(0, seconds), Self.longest))
    until.withLock { $0 = max($0 ?? end, end) }
  }

  /// Returns the remaining pause in whole seconds, rounded up; nil if the server accepts requests.
  func secondsLeft() -> Int? {
    guard let end = until.withLock(\.self) else { return nil }
    let left = end - .now
    return left > .zero ? Int((left / .seconds(1)).rounded(.up)) : nil
  }
}
