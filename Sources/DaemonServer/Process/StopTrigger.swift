internal import Synchronization

/// Lets a client's `stop` reach a group of services that is made after the server is.
final class StopTrigger: Sendable {
  private struct State {
    var isPulled = false
    var action: (@Sendable () -> Void)?
  }

  private let state = Mutex(State())

  /// Asks for the stop.
  func pull() {
    let action = state.withLock { state in
      state.isPulled = true
      return state.action
    }
    action?()
  }

  /// Says what a stop does; done at once where it was asked for before.
  func connect(_ action: @escaping @Sendable () -> Void) {
    let isPulled = state.withLock { state in
      state.action = action
      return state.isPulled
    }
    if isPulled { action() }
  }
}
