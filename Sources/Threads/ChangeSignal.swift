internal import Synchronization

/// The callers that wait for a state to change.
///
/// A caller reads the number of changes before it reads the state, so that it misses no change in between.
package final class ChangeSignal: Sendable {
  private struct State {
    var number: UInt64 = 0
    var lastCaller: UInt64 = 0
    var callers: [UInt64: AsyncStream<Void>.Continuation] = [:]
  }

  private let state = Mutex(State())

  /// Makes a signal without changes and callers.
  package init() {}

  /// The number of changes so far.
  package var number: UInt64 { state.withLock { $0.number } }

  /// Adds a change, and resumes all callers.
  package func note() {
    let callers = state.withLock { state in
      state.number += 1
      return state.callers.values.map(\.self)
    }
    for caller in callers { caller.yield() }
  }

  /// Waits for a change beyond a number, at most for a time; returns at once if there was one.
  ///
  /// - Throws: `CancellationError` if the task is cancelled.
  package func wait(past number: UInt64, atMost limit: Duration) async throws(CancellationError) {
    let (changes, caller) = AsyncStream.makeStream(of: Void.self, bufferingPolicy: .bufferingNewest(1))
    let id = state.withLock { state -> UInt64? in
      guard state.number == number else { return nil }
      state.lastCaller += 1
      state.callers[state.lastCaller] = caller
      return state.lastCaller
    }
    guard let id else { return }
    let timer = Task {
      try? await ContinuousClock().sleep(for: limit)
      caller.finish()
    }
    for await _ in changes { break }
    timer.cancel()
    state.withLock { $0.callers[id] = nil }
    if Task.isCancelled { throw CancellationError() }
  }
}
