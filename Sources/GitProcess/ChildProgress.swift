internal import Synchronization

/// The last output of a running child and its time, shared between its reader and its watchdog.
package final class ChildProgress: Sendable {
  private struct State {
    var heard: ContinuousClock.Instant
    var tail: [UInt8] = []
  }

  private static let kept = 64 * 1024
  /// The number of bytes in which the last line is looked for; a hook's lines are long.
  private static let lineRoom = 1_000
  private let state: Mutex<State>

  /// Starts the watch now.
  package init() {
    state = Mutex(State(heard: .now))
  }

  /// Records output of the child.
  package func note(_ bytes: [UInt8]) {
    state.withLock { state in
      state.heard = .now
      state.tail.append(contentsOf: bytes)
      if state.tail.count > 2 * Self.kept { state.tail.removeFirst(state.tail.count - Self.kept) }
    }
  }

  /// Returns the time at which the child is killed unless it writes before.
  package func due(_ deadline: ChildDeadline) -> ContinuousClock.Instant {
    state.withLock { state in
      let words = String(decoding: state.tail.suffix(Self.lineRoom), as: UTF8.self)
      let last = words.split { $0 == "\n" || $0 == "\r" }.last ?? ""
      return state.heard.advanced(by: deadline.limit(after: last))
    }
  }

  /// The last part of the child's standard error.
  package var text: String {
    state.withLock { String(decoding: $0.tail.suffix(Self.kept), as: UTF8.self) }
  }
}

/// The time at which a child that does not end is killed: a function of its last output.
package struct ChildDeadline: Hashable, Sendable {
  /// The silence after which a child is killed while it connects or transfers.
  package var stall: Duration
  /// The silence after which a child is killed once it has sent everything and the other side works (hooks,
  /// connectivity check).
  package var answer: Duration

  /// The limits for exchanges with a remote: 30 s and 120 s.
  package static let exchange = ChildDeadline(stall: .seconds(30), answer: .seconds(120))

  /// The limits for a question to git's configuration, whose included files may be on another machine: 10 s.
  package static let configuration = ChildDeadline(stall: .seconds(10), answer: .seconds(10))

  /// Makes limits.
  package init(stall: Duration, answer: Duration) {
    self.stall = stall
    self.answer = answer
  }

  /// Returns the allowed silence after the child's last words.
  ///
  /// Progress lines end in `, done.`, or over a thin pack in `, completed with …`, when a phase is over. A push ends with
  /// `Total …`. Other words of the remote than its own progress come when everything was sent.
  package func limit(after lastWords: some StringProtocol) -> Duration {
    let isOver =
      lastWords.contains(", done.") || lastWords.contains(", completed with ") || lastWords.hasPrefix("Total ")
    let isRemark = lastWords.hasPrefix("remote: ") && !lastWords.contains("% (")
    return isOver || isRemark ? answer : stall
  }
}
