internal import Values

/// The decoder of the Messages API's events: `message_start`, `content_block_start`, `content_block_delta`,
/// `content_block_stop`, `message_delta`, `message_stop`, `ping` and `error`. Unknown events and deltas are ignored, as
/// the documentation asks.
package struct AnthropicDecoder: AnswerDecoder {
  package private(set) var parts = AnswerParts()
  package private(set) var isComplete = false

  /// Creates a decoder at the beginning of a stream.
  package init() {}

  package mutating func take(_ document: [UInt8], _ events: inout [ModelEvent]) throws(ModelFault) {
    guard let value = JSONValue(line: document), let type = value["type"]?.text else {
      throw .unreadable("an event is not JSON with a type")
    }
    switch type {
    case "message_start":
      if let model = value["message"]?["model"]?.text { parts.model = model }
      count(value["message"]?["usage"])
    case "content_block_start": try start(value["content_block"] ?? .null, at: index(of: value), &events)
    case "content_block_delta": try append(value["delta"] ?? .null, at: index(of: value), &events)
    case "content_block_stop": parts.close(try index(of: value))
    case "message_delta":
      if let reason = value["delta"]?["stop_reason"]?.text {
        parts.stop = Self.stop(reason)
        // Some servers omit the ends of blocks.
        parts.closeAll()
      }
      count(value["usage"])
    case "message_stop": isComplete = true
    case "error": throw ServerError(value)?.fault(status: 0) ?? .unreadable("an error without a message")
    default: break
    }
  }

  private func index(of value: JSONValue) throws(ModelFault) -> Int {
    guard let index = value["index"]?.integer, AnswerParts.indices.contains(index) else {
      throw .unreadable("an event of a block has no index, or an impossible one")
    }
    return index
  }

  private mutating func start(
    _ block: JSONValue, at index: Int, _ events: inout [ModelEvent]
  ) throws(ModelFault) {
    switch block["type"]?.text {
    case "text": parts.append(text: block["text"]?.text ?? "", to: index, &events)
    case "thinking": parts.append(reasoning: block["thinking"]?.text ?? "", to: index, &events)
    case "redacted_thinking": parts.begin(hiddenReasoning: block["data"]?.text ?? "", as: index)
    case "tool_use":
      guard let id = block["id"]?.text, let name = block["name"]?.text else {
        throw .unreadable("a tool's call has no id or no name")
      }
      parts.begin(call: id, name: name, as: index, &events)
      // Some servers send the whole input here, and no deltas.
      if let input = block["input"], input.members?.isEmpty == false {
        parts.append(input: String(decoding: input.line, as: UTF8.self), to: index, &events)
      }
    default: parts.begin(unknown: index)
    }
  }

  private mutating func append(
    _ delta: JSONValue, at index: Int, _ events: inout [ModelEvent]
  ) throws(ModelFault) {
    guard parts.has(index) else { throw .unreadable("a delta came before its block") }
    if let text = delta["text"]?.text { parts.append(text: text, to: index, &events) }
    if let text = delta["thinking"]?.text { parts.append(reasoning: text, to: index, &events) }
    if let text = delta["signature"]?.text { parts.append(signature: text, to: index) }
    if let json = delta["partial_json"]?.text { parts.append(input: json, to: index, &events) }
  }

  /// Takes the counts of a usage, each of which is the number so far.
  private mutating func count(_ usage: JSONValue?) {
    if let usage { parts.usage.take(usage) }
  }

  /// Returns the meaning of a stop reason.
  static func stop(_ reason: String) -> StopReason {
    switch reason {
    case "end_turn", "stop_sequence": .complete
    case "tool_use": .toolUse
    case "max_tokens": .maxTokens
    case "model_context_window_exceeded": .contextFull
    case "refusal": .refused
    case "pause_turn": .paused
    default: .other(reason)
    }
  }
}
