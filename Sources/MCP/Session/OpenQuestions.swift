internal import Synchronization

/// The questions that clients were asked and have not answered, by names that are given out once.
///
/// A reference, since a stateless client's answer comes with another request, and over HTTP so in another session.
package final class OpenQuestions: Sendable {
  /// One of them.
  struct Entry: Hashable, Sendable {
    /// The call that asks.
    var call: ToolCall
    /// The key of the call that waits; nil where the client calls anew with the answer.
    var key: Int?
    /// What the tool noted.
    var state: String
  }

  private struct State {
    var entries: [(name: String, entry: Entry)] = []
    var count = 0
  }

  /// How many are open at once; of more the oldest is dropped.
  static let most = 32

  /// What makes the names such that nobody can guess them.
  private let mark: String
  private let state = Mutex(State())

  /// Nothing is asked; `mark` is random.
  package init(mark: String) {
    self.mark = mark
  }

  /// Notes a question; its name.
  func add(_ entry: Entry) -> String {
    state.withLock { state in
      state.count += 1
      let name = "ask-\(state.count)-\(mark)"
      state.entries.append((name, entry))
      if state.entries.count > Self.most { state.entries.removeFirst() }
      return name
    }
  }

  /// Takes a question off the list; nil where it was not asked, or was answered.
  func take(_ name: String) -> Entry? {
    state.withLock { state in
      guard let place = state.entries.firstIndex(where: { $0.name.utf8.elementsEqual(name.utf8) }) else { return nil }
      return state.entries.remove(at: place).entry
    }
  }
}
