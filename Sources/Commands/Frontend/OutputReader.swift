internal import Synchronization

/// The reader of standard output, which may leave before the end, as in `stet log | head`.
package final class OutputReader: Sendable {
  private struct State {
    var hasLeft = false
    var action: (@Sendable () -> Void)?
  }

  private let state = Mutex(State())

  /// Creates a reader that has not left.
  package init() {}

  /// Whether a write found that the reader has left.
  package var hasLeft: Bool { state.withLock { $0.hasLeft } }

  /// Sets the function that is called when a write finds that the reader has left; with nil, the program ends then.
  package func onLeaving(_ action: (@Sendable () -> Void)?) { state.withLock { $0.action = action } }

  /// Records that a write found no reader; returns whether the program goes on.
  package func leave() -> Bool {
    let action = state.withLock { state in
      state.hasLeft = true
      return state.action
    }
    action?()
    return action != nil
  }
}
