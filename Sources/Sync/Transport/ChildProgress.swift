internal import Synchronization

/// The last output of a running child and its time, shared between its reader and its watchdog.
final class ChildProgress: Sendable {
  private struct State {
    var heard: ContinuousClock.Instant
    var tail: [UInt8] = []
  }

  private static let kept = 64 * 1024
  private let state: Mutex<State>

  /// Starts the watch now.
  init() {
    state = Mutex(State(heard: .now))
  }

  /// Records output of the child.
  func note(_ bytes: [UInt8]) {
    state.withLock { state in
      state.heard = .now
      state.tail.append(contentsOf: bytes)
      if state.tail.count > 2 * Self.kept { state.tail.removeFirst(state.tail.count - Self.kept) }
    }
  }

  /// Returns the time at which the child is killed unless it writes before.
  func due(_ deadline: ChildDeadline) -> ContinuousClock.Instant {
    state.withLock { state in
      let words = String(decoding: state.tail.suffix(200), as: UTF8.self)
      let last = words.split { $0 == "\n" || $0 == "\r" }.last ?? ""
      return state.heard.advanced(by: deadline.limit(after: last))
    }
  }

  /// The last part of the child's standard error.
  var text: String {
    state.withLock { String(decoding: $0.tail.suffix(Self.kept), as: UTF8.self) }
  }
}
