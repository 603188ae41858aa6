internal import Synchronization

/// The limits of bandwidth that transfers share which no `TransferLoop` makes.
package final class TransferPace: Sendable {
  private let limits = Mutex<[TransferDirection: RateLimit]>([:])
  private let start = ContinuousClock.now

  /// Makes one without limits.
  package init() {}

  /// Limits all transfers of a direction together from now on; nil for no limit.
  package func limit(_ direction: TransferDirection, to rate: Int?) {
    limits.withLock { $0[direction, default: RateLimit()].rate = rate }
  }

  /// Waits until the next bytes may move.
  func rest(_ direction: TransferDirection, after bytes: Int) async {
    let now = ContinuousClock.now - start
    let wait = limits.withLock { $0[direction]?.wait(after: bytes, now: now) ?? .zero }
    if wait > .milliseconds(1) { try? await Task.sleep(for: wait) }
  }
}
