package import Values

/// The encoder of requests to the Messages API. Pure.
package enum AnthropicEncoder {
  /// The version of the API that the request names.
  package static let version = "2023-06-01"

  /// Returns the body of a request.
  package static func body(_ request: ModelRequest, model: String) -> JSONValue {
    var members = [
      JSONMember(name: "model", value: .string(model)),
      JSONMember(name: "max_tokens", value: .number(String(request.maxTokens))),
      JSONMember(name: "stream", value: true),
    ]
    if !request.system.isEmpty { members.append(JSONMember(name: "system", value: .string(request.system))) }
    let messages = request.messages.map(message)
    members.append(JSONMember(name: "messages", value: .array(messages)))
    if !request.tools.isEmpty {
      let tools: [JSONValue] = request.tools.map { tool in
        ["name": .string(tool.name), "description": .string(tool.description), "input_schema": tool.schema]
      }
      members.append(JSONMember(name: "tools", value: .array(tools)))
    }
    return .object(members)
  }

  private static func message(_ message: ModelMessage) -> JSONValue {
    ["role": .string(message.role.rawValue), "content": .array(message.blocks.compactMap(block))]
  }

  private static func block(_ block: ContentBlock) -> JSONValue? {
    switch block {
    // The API refuses an empty text.
    case .text(let text): text.isEmpty ? nil : ["type": "text", "text": .string(text)]
    case .reasoning(let text, let signature):
      signature.isEmpty ? nil : ["type": "thinking", "thinking": .string(text), "signature": .string(signature)]
    case .hiddenReasoning(let data): ["type": "redacted_thinking", "data": .string(data)]
    case .toolCall(let call):
      ["type": "tool_use", "id": .string(call.id), "name": .string(call.name), "input": call.arguments ?? .object([])]
    case .toolResult(let result):
      [
        "type": "tool_result", "tool_use_id": .string(result.id), "content": .string(result.text),
        "is_error": .bool(result.isError),
      ]
    }
  }
}
