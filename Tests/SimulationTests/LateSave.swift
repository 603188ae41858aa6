import Synchronization

/// A save of the person's editor that happens in the middle of an operation of Stet; a hook of the disk does it.
final class LateSave: Sendable {
  private struct State {
    var last = 0
    var waiting: (number: Int, path: String)?
    var done: [(path: String, text: String)] = []
  }

  private let state = Mutex(State())

  /// Begins to wait for the moment to save a path.
  ///
  /// - Returns: the number of the save.
  func wait(for path: String) -> Int {
    state.withLock { state in
      state.last += 1
      state.waiting = (state.last, path)
      return state.last
    }
  }

  /// Gives the save of a path up, or whatever waits: the editor's buffer has the text.
  func give(up path: String?) {
    state.withLock { if path == nil || $0.waiting?.path == path { $0.waiting = nil } }
  }

  /// Does a save where it still waits.
  func save(_ number: Int, _ path: String, _ text: String, _ write: () throws -> Void) {
    let isWaiting = state.withLock { state in
      guard state.waiting?.number == number else { return false }
      state.waiting = nil
      return true
    }
    // Without power, or where the folder is gone, nobody saves.
    guard isWaiting, (try? write()) != nil else { return }
    state.withLock { $0.done.append((path, text)) }
  }

  /// Whether a path was saved since the last call of `takeDone`.
  func hasDone(_ path: String) -> Bool { state.withLock { state in state.done.contains { $0.path == path } } }

  /// Returns the saves since the last call.
  func takeDone() -> [(path: String, text: String)] {
    state.withLock { state in
      defer { state.done = [] }
      return state.done
    }
  }
}
