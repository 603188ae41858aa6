internal import Models
internal import Values

/// The JSON form of a conversation's messages. Pure.
enum MessageCodec {
  /// Returns the members of a message.
  static func members(_ message: ModelMessage) -> [(String, JSONValue?)] {
    [("role", .string(message.role.rawValue)), ("blocks", .array(message.blocks.map(value)))]
  }

  /// Returns the message of an object; nil for any other value.
  static func message(_ value: JSONValue) -> ModelMessage? {
    guard let role = value["role"]?.text.flatMap(ModelMessage.Role.init), let blocks = value["blocks"]?.elements
    else { return nil }
    let known = blocks.compactMap(block)
    return known.count == blocks.count ? ModelMessage(role, known) : nil
  }

  private static func value(_ block: ContentBlock) -> JSONValue {
    switch block {
    case .text(let text): ["type": "text", "text": .string(text)]
    case .reasoning(let text, let signature):
      ["type": "reasoning", "text": .string(text), "signature": .string(signature)]
    case .hiddenReasoning(let data): ["type": "hiddenReasoning", "data": .string(data)]
    case .toolCall(let call): Self.value(call)
    case .toolResult(let result):
      [
        "type": "toolResult", "id": .string(result.id), "text": .string(result.text), "failed": .bool(result.isError),
      ]
    }
  }

  /// Returns the object of a call; the input is the text that the model wrote, which may be no JSON.
  static func value(_ call: ToolCall) -> JSONValue {
    ["type": "toolCall", "id": .string(call.id), "name": .string(call.name), "input": .string(call.input)]
  }

  private static func block(_ value: JSONValue) -> ContentBlock? {
    switch value["type"]?.text {
    case "text": return value["text"]?.text.map { .text($0) }
    case "reasoning":
      guard let text = value["text"]?.text, let signature = value["signature"]?.text else { return nil }
      return .reasoning(text, signature: signature)
    case "hiddenReasoning": return value["data"]?.text.map { .hiddenReasoning($0) }
    case "toolCall":
      guard let id = value["id"]?.text, let name = value["name"]?.text, let input = value["input"]?.text else {
        return nil
      }
      return .toolCall(ToolCall(id: id, name: name, input: input))
    case "toolResult":
      guard let id = value["id"]?.text, let text = value["text"]?.text else { return nil }
      return .toolResult(ToolResult(id: id, text: text, isError: value["failed"]?.truth ?? false))
    default: return nil
    }
  }
}
