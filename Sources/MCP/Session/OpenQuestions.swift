internal import Synchronization

/// The questions to clients that are not answered yet, by single-use names.
///
/// A reference type, because a stateless client answers with another request, over HTTP even in another session.
package final class OpenQuestions: Sendable {
  /// An open question.
  struct Entry: Hashable, Sendable {
    /// The call that asks.
    var call: ToolCall
    /// The key of the waiting call; nil if the client repeats the call with the answer.
    var key: Int?
    /// The state that the tool saved.
    var state: String
  }

  private struct State {
    var entries: [(name: String, entry: Entry)] = []
    var count = 0
  }

  /// The largest number of open questions; beyond it the oldest is dropped.
  static let most = 32

  /// A random part of the names, so that nobody can guess them.
  private let mark: String
  private let state = Mutex(State())

  /// Creates an empty list; `mark` is random.
  package init(mark: String) {
    self.mark = mark
  }

  /// Adds a question and returns its name.
  func add(_ entry: Entry) -> String {
    state.withLock { state in
      state.count += 1
      let name = "ask-\(state.count)-\(mark)"
      state.entries.append((name, entry))
      if state.entries.count > Self.most { state.entries.removeFirst() }
      return name
    }
  }

  /// Removes and returns a question; nil if it is unknown or was answered.
  func take(_ name: String) -> Entry? {
    state.withLock { state in
      guard let place = state.entries.firstIndex(where: { $0.name.utf8.elementsEqual(name.utf8) }) else { return nil }
      return state.entries.remove(at: place).entry
    }
  }
}
