internal import Synchronization

/// The rounds in which a remote is asked about edited pointers: one at a time, and at most one waits behind it.
final class PointerQuestions: Sendable {
  private struct Rounds {
    var running: Task<Void, Never>?
    var next: Task<Void, Never>?
  }

  private let rounds = Mutex(Rounds())

  /// None is asked.
  init() {}

  /// Has a round begin when the one that runs is over; one that has not begun yet serves all.
  func ask(_ round: @escaping @Sendable () async -> Void) -> Task<Void, Never> {
    rounds.withLock { rounds in
      if let next = rounds.next { return next }
      let before = rounds.running
      let task = Task {
        await before?.value
        self.begin()
        await round()
      }
      rounds.next = task
      return task
    }
  }

  private func begin() {
    rounds.withLock { rounds in
      rounds.running = rounds.next
      rounds.next = nil
    }
  }
}
