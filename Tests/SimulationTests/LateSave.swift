import Synchronization

/// A save of the person's editor that happens in the middle of an operation of Stet; a hook of the disk does it.
final class LateSave: Sendable {
  private let state = Mutex<(waiting: String?, done: [(path: String, text: String)])>((nil, []))

  /// Begins to wait for the moment to save a path.
  func wait(for path: String) { state.withLock { $0.waiting = path } }

  /// Gives the save of a path up, or whatever waits: the editor's buffer has the text.
  func give(up path: String?) { state.withLock { if path == nil || $0.waiting == path { $0.waiting = nil } } }

  /// Does the save of a path where it still waits.
  func save(_ path: String, _ text: String, _ write: () throws -> Void) {
    let isWaiting = state.withLock { state in
      guard state.waiting == path else { return false }
      state.waiting = nil
      return true
    }
    // Without power, or where the folder is gone, nobody saves.
    guard isWaiting, (try? write()) != nil else { return }
    state.withLock { $0.done.append((path, text)) }
  }

  /// What was saved since the last call.
  func takeDone() -> [(path: String, text: String)] {
    state.withLock { state in
      defer { state.done = [] }
      return state.done
    }
  }
}
