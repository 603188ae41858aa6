internal import Synchronization

/// Until when a server wants no questions: what its `Retry-After` said to one holds for all.
///
/// Each that is saved or asked for begins a transfer of its own, and their pauses know nothing of each other.
package final class ServerSilence: Sendable {
  /// The longest that a server's word is believed, seconds: nobody can ask it before, and who evicts or waits would.
  private static let longest = 600

  private let until = Mutex<ContinuousClock.Instant?>(nil)

  /// The server may be asked.
  package init() {}

  /// It wants no questions for so long.
  func keep(seconds: Int) {
    let end = ContinuousClock.now + .seconds(min(max(0, seconds), Self.longest))
    until.withLock { $0 = max($0 ?? end, end) }
  }

  /// How long it still wants none, in whole seconds rounded up; nil where it may be asked.
  func secondsLeft() -> Int? {
    guard let end = until.withLock(\.self) else { return nil }
    let left = end - .now
    return left > .zero ? Int((left / .seconds(1)).rounded(.up)) : nil
  }
}
