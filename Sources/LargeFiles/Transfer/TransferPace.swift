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
