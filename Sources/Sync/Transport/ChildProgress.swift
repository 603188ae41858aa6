internal import Synchronization

/// What a running child said last and when, shared between its reader and its watchdog.
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

  /// Notes that the child spoke.
  func note(_ bytes: [UInt8]) {
    state.withLock { state in
      state.heard = .now
      state.tail.append(contentsOf: bytes)
      if state.tail.count > 2 * Self.kept { state.tail.removeFirst(state.tail.count - Self.kept) }
    }
  }

  /// When the child is given up unless it speaks before.
  func due(_ deadline: ChildDeadline) -> ContinuousClock.Instant {
    state.withLock { state in
      let words = String(decoding: state.tail.suffix(200), as: UTF8.self)
      let last = words.split { $0 == "\n" || $0 == "\r" }.last ?? ""
      return state.heard.advanced(by: deadline.limit(after: last))
    }
  }

  /// The last of what the child wrote to standard error.
  var text: String {
    state.withLock { String(decoding: $0.tail.suffix(Self.kept), as: UTF8.self) }
  }
}
