import Synchronization

/// The events so far, and the tasks that wait for one.
final class Events: Sendable {
  private struct State {
    var seen: Set<String> = []
    var waiters: [(String, CheckedContinuation<Void, Never>)] = []
  }

  private let state = Mutex(State())

  /// Reports that something happened.
  func add(_ event: String) {
    let woken = state.withLock { state in
      state.seen.insert(event)
      let woken = state.waiters.filter { $0.0 == event }
      state.waiters.removeAll { $0.0 == event }
      return woken
    }
    for (_, continuation) in woken { continuation.resume() }
  }

  /// Waits until it has happened.
  func wait(for event: String) async {
    await withCheckedContinuation { continuation in
      let isThere = state.withLock { state in
        if state.seen.contains(event) { return true }
        state.waiters.append((event, continuation))
        return false
      }
      if isThere { continuation.resume() }
    }
  }
}
