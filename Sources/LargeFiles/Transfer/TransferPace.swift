internal import Synchronization

/// The bandwidth limits shared by transfers that do not use a `TransferLoop`.
package final class TransferPace: Sendable {
  private let limits = Mutex<[TransferDirection: RateLimit]>([:])
  private let start = ContinuousClock.now

  /// Creates a value without limits.
  package init() {}

  /// Sets the limit for all transfers of a direction together; nil for no limit.
  package func limit(_ direction: TransferDirection, to rate: Int?) {
    limits.withLock { $0[direction, default: RateLimit()].rate = rate }
  }

  /// Waits until the next bytes may be transferred.
  func rest(_ direction: TransferDirection, after bytes: Int) async {
    let now = ContinuousClock.now - start
    let wait = limits.withLock { $0[direction]?.wait(after: bytes, now: now) ?? .zero }
    if wait > .milliseconds(1) { try? await Task.sleep(for: wait) }
  }
}

/// A bandwidth limit that spreads bytes over time; pure.
package struct RateLimit: Hashable, Sendable {
  /// The number of bytes a second; nil for no limit.
  package var rate: Int?
  private var free: Duration = .zero

  package init(rate: Int? = nil) { self.rate = rate }

  /// Returns the pause after so many bytes.
  package mutating func wait(after bytes: Int, now: Duration) -> Duration {
    guard let rate, rate > 0 else { return .zero }
    free = max(free, now) + .seconds(Double(bytes) / Double(rate))
    return max(.zero, free - now)
  }
}

/// The numbers of batched and concurrent objects.
package struct TransferLimits: Hashable, Sendable {
  /// The number of objects in one request.
  package var batch: Int
  /// The number of concurrent transfers.
  package var parallel: Int
  /// The number of received objects that are not durable yet at which no further transfer starts.
  package var landing = 64

  /// 100 in a batch, as servers expect, and 8 at once, as git-lfs does.
  package static let standard = TransferLimits(batch: 100, parallel: 8)

  /// Creates limits; each is at least 1.
  package init(batch: Int, parallel: Int) {
    self.batch = max(1, batch)
    self.parallel = max(1, parallel)
  }
}
