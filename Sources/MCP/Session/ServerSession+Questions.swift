extension ServerSession {
  /// Asks the client's person; nil where the client cannot, or was asked this last.
  ///
  /// In revisions that begin with `initialize` the server asks, and the call waits. In the stateless one the call ends
  /// with what is to be asked, and the client makes it anew with the answer and a name that counts once, here only, and
  /// for the same tool and arguments.
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

  /// Takes the client's response to a question: the call goes on with it.
  mutating func answered(_ id: RequestID?, _ result: JSONValue?) -> [ServerEffect] {
    guard case .text(let name)? = id, let entry = questions.take(name), let key = entry.key, work[key] != nil else {
      return []
    }
    var call = entry.call
    call.answer = ToolAnswer(result, state: entry.state)
    work[key]?.call = call
    return [.call(key: key, call)]
  }

  /// The answer that a stateless call brings along; nil where it brings none.
  ///
  /// - Throws: `ProtocolError` for a state that was not given out for this call, or was used.
  mutating func answer(in params: JSONValue?, to call: ToolCall) throws(ProtocolError) -> ToolAnswer? {
    guard call.version.isStateless, let state = params?["requestState"] else { return nil }
    guard let name = state.text, let entry = questions.take(name), entry.key == nil, entry.call.tool == call.tool,
      entry.call.arguments == call.arguments
    else { throw .invalidParams("This requestState was not given out for this call, or was used already.") }
    return ToolAnswer(params?["inputResponses"]?["answer"], state: entry.state)
  }
}
