internal import Synchronization
internal import Values

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

extension ServerSession {
  /// Asks the client's person; nil if the client cannot ask, or this was its last question.
  ///
  /// In revisions that start with `initialize` the server asks and the call waits. In the stateless revision the call
  /// ends with the question. The client then repeats the call with the answer and the question's name, which is valid
  /// once, on this server, and for the same tool and arguments.
  mutating func ask(_ question: ToolQuestion, in key: Int) -> [ServerEffect]? {
    guard let asking = work[key], let call = asking.call, call.answer?.state != question.state,
      asking.context.canElicit
    else { return nil }
    guard asking.context.version.isStateless else {
      let name = questions.add(OpenQuestions.Entry(call: call, key: key, state: question.state))
      let frame: JSONValue = [
        "jsonrpc": "2.0", "id": .string(name), "method": "elicitation/create", "params": question.params,
      ]
      return [.send(frame.line)]
    }
    _ = end(key)
    let name = questions.add(OpenQuestions.Entry(call: call, key: nil, state: question.state))
    var params = question.params.members ?? []
    params.insert(JSONMember(name: "mode", value: "form"), at: 0)
    let request: JSONValue = ["method": "elicitation/create", "params": .object(params)]
    let members = [
      JSONMember(name: "inputRequests", value: ["answer": request]),
      JSONMember(name: "requestState", value: .string(name)),
    ]
    return [.send(asking.context.frame(id: asking.id, result: members, server: server, type: "input_required").line)]
  }

  /// Applies the client's response to a question: the call continues with it.
  mutating func answered(_ id: RequestID?, _ result: JSONValue?) -> [ServerEffect] {
    guard case .text(let name)? = id, let entry = questions.take(name), let key = entry.key, work[key] != nil else {
      return []
    }
    var call = entry.call
    call.answer = ToolAnswer(result, state: entry.state)
    work[key]?.call = call
    return [.call(key: key, call)]
  }

  /// Returns the answer in a stateless call; nil if it contains none.
  ///
  /// - Throws: `ProtocolError` for a state that belongs to another call, or was used before.
  mutating func answer(in params: JSONValue?, to call: ToolCall) throws(ProtocolError) -> ToolAnswer? {
    guard call.version.isStateless, let state = params?["requestState"] else { return nil }
    guard let name = state.text, let entry = questions.take(name), entry.key == nil, entry.call.tool == call.tool,
      entry.call.arguments == call.arguments
    else { throw .invalidParams("This requestState belongs to another call, or was used already.") }
    return ToolAnswer(params?["inputResponses"]?["answer"], state: entry.state)
  }
}
