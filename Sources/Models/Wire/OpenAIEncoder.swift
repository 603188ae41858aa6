package import Values

/// The encoder of requests for chat completions. Pure.
package enum OpenAIEncoder {
  /// Returns the body of a request.
  ///
  /// - Parameter limitName: the name of the largest number of tokens: OpenAI's newer models accept
  ///   `max_completion_tokens` alone, most other servers know `max_tokens`.
  package static func body(_ request: ModelRequest, model: String, limitName: String = "max_tokens") -> JSONValue {
    var messages: [JSONValue] = []
    if !request.system.isEmpty { messages.append(["role": "system", "content": .string(request.system)]) }
    for message in request.messages { messages += Self.messages(message) }
    var members = [
      JSONMember(name: "model", value: .string(model)),
      JSONMember(name: limitName, value: .number(String(request.maxTokens))),
      JSONMember(name: "stream", value: true),
      JSONMember(name: "stream_options", value: ["include_usage": true]),
      JSONMember(name: "messages", value: .array(messages)),
    ]
    if !request.tools.isEmpty {
      let tools: [JSONValue] = request.tools.map { tool in
        [
          "type": "function",
          "function": [
            "name": .string(tool.name), "description": .string(tool.description), "parameters": tool.schema,
          ],
        ]
      }
      members.append(JSONMember(name: "tools", value: .array(tools)))
    }
    return .object(members)
  }

  /// Returns a message in this form, in which each result of a tool is a message of its own.
  private static func messages(_ message: ModelMessage) -> [JSONValue] {
    var text = ""
    var calls: [JSONValue] = []
    var results: [JSONValue] = []
    for block in message.blocks {
      switch block {
      case .text(let more): text += more
      case .reasoning, .hiddenReasoning: break
      case .toolCall(let call): calls.append(encoded(call))
      case .toolResult(let result):
        let content = result.isError ? "Error: \(result.text)" : result.text
        results.append(["role": "tool", "tool_call_id": .string(result.id), "content": .string(content)])
      }
    }
    guard !text.isEmpty || !calls.isEmpty else { return results }
    var members = [
      JSONMember(name: "role", value: .string(message.role.rawValue)),
      JSONMember(name: "content", value: text.isEmpty ? .null : .string(text)),
    ]
    if !calls.isEmpty { members.append(JSONMember(name: "tool_calls", value: .array(calls))) }
    // Results answer the calls of the message before, so they come first.
    return results + [.object(members)]
  }

  private static func encoded(_ call: ToolCall) -> JSONValue {
    let arguments = call.arguments == nil || call.input.utf8.allSatisfy { $0 <= 32 } ? "{}" : call.input
    return [
      "id": .string(call.id), "type": "function",
      "function": ["name": .string(call.name), "arguments": .string(arguments)],
    ]
  }
}
