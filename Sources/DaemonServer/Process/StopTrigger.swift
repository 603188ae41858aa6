internal import Synchronization

/// Passes a client's `stop` to a group of services that is created after the server.
final class StopTrigger: Sendable {
  private struct State {
    var isPulled = false
    var action: (@Sendable () -> Void)?
  }

  private let state = Mutex(State())

  /// Requests the stop.
  func pull() {
    let action = state.withLock { state in
      state.isPulled = true
      return state.action
    }
    action?()
  }

  /// Sets the action of a stop; runs it at once if the stop was requested before.
  func connect(_ action: @escaping @Sendable () -> Void) {
    let isPulled = state.withLock { state in
      state.action = action
      return state.isPulled
    }
    if isPulled { action() }
  }
}
