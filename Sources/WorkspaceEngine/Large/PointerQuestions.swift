internal import Synchronization

/// The rounds in which the remote is asked about edited pointers: one runs at a time, and at most one waits for it.
final class PointerQuestions: Sendable {
  private struct Rounds {
    var running: Task<Void, Never>?
    var next: Task<Void, Never>?
  }

  private let rounds = Mutex(Rounds())

  init() {}

  /// Starts a round after the one that runs; a round that has not begun yet serves all callers.
  func ask(_ round: @escaping @Sendable () async -> Void) {
    rounds.withLock { rounds in
      if rounds.next != nil { return }
      let before = rounds.running
      rounds.next = Task {
        await before?.value
        self.begin()
        await round()
        self.end()
      }
    }
  }

  /// Waits until no round runs or waits, until the deadline passes, or until the caller is cancelled.
  func wait(until end: ContinuousClock.Instant) async {
    while rounds.withLock({ $0.running != nil || $0.next != nil }), ContinuousClock.now < end {
      do { try await Task.sleep(for: .milliseconds(10)) } catch { return }
    }
  }

  private func end() { rounds.withLock { $0.running = nil } }

  private func begin() {
    rounds.withLock { rounds in
      rounds.running = rounds.next
      rounds.next = nil
    }
  }
}
