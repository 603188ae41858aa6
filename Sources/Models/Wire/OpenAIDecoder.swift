internal import Values

/// The decoder of chat completion chunks, as OpenAI, Ollama, llama.cpp and vLLM send them, up to `[DONE]`.
///
/// Servers differ in details, all of which are accepted: `choices` may be empty or null in the chunk of the usage,
/// reasoning is called `reasoning_content` or `reasoning`, a tool's call may come in one piece, without an index or with
/// the index of another one, and the empty line after `[DONE]` may be missing.
package struct OpenAIDecoder: AnswerDecoder {
  /// The blocks of an answer: text and reasoning come first, the calls of tools from `calls` on.
  private enum Block {
    static let reasoning = 0
    static let text = 1
    static let calls = 2
  }

  package private(set) var parts = AnswerParts()
  package private(set) var isComplete = false
  /// The block and the id of the last call with an index.
  private var calls: [Int: (block: Int, id: String)] = [:]
  /// Whether the text is a refusal, which ends as any other text.
  private var isRefused = false

  /// Creates a decoder at the beginning of a stream.
  package init() {}

  package mutating func take(_ document: [UInt8], _ events: inout [ModelEvent]) throws(ModelFault) {
    if document.filter({ $0 > 32 }).elementsEqual("[DONE]".utf8) { return try finish() }
    if document.allSatisfy({ $0 <= 32 }) { return }
    guard let value = JSONValue(line: document), value.members != nil else {
      throw .unreadable("an event is not a JSON object")
    }
    if let error = value["error"], error != .null {
      let status = error["code"]?.integer ?? 0
      throw ServerError(value)?.fault(status: status) ?? .unreadable("an error without a message")
    }
    if let model = value["model"]?.text, !model.isEmpty { parts.model = model }
    count(value["usage"])
    for choice in value["choices"]?.elements ?? [] where (choice["index"]?.integer ?? 0) == 0 {
      try append(choice["delta"] ?? .null, &events)
      if let reason = choice["finish_reason"]?.text {
        parts.stop = stop(reason)
        parts.closeAll()
      }
    }
  }

  private mutating func finish() throws(ModelFault) {
    // An error that an old server reports in a field of its own is not seen, only that there is no answer.
    guard parts.stop != nil || parts.hasContent else { throw .unreadable("it ended without an answer") }
    parts.closeAll()
    isComplete = true
  }

  private mutating func append(_ delta: JSONValue, _ events: inout [ModelEvent]) throws(ModelFault) {
    if let text = delta["reasoning_content"]?.text ?? delta["reasoning"]?.text {
      parts.append(reasoning: text, to: Block.reasoning, &events)
    }
    for text in [delta["content"]?.text, delta["refusal"]?.text].compactMap({ $0 }) {
      parts.append(text: text, to: Block.text, &events)
    }
    if delta["refusal"]?.text?.isEmpty == false { isRefused = true }
    for call in delta["tool_calls"]?.elements ?? [] { try append(call: call, &events) }
  }

  private mutating func append(call: JSONValue, _ events: inout [ModelEvent]) throws(ModelFault) {
    let id = call["id"]?.text ?? ""
    let index = call["index"]?.integer ?? (id.isEmpty ? calls.keys.max() ?? 0 : (calls.keys.max() ?? -1) + 1)
    guard AnswerParts.indices.contains(index) else { throw .unreadable("a tool's call has the index \(index)") }
    let known = calls[index]
    let block: Int
    if let known, id.isEmpty || id == known.id {
      block = known.block
    } else {
      guard let name = call["function"]?["name"]?.text, !name.isEmpty else {
        throw .unreadable("a tool's call has no name")
      }
      if let known { parts.close(known.block) }
      block = max(Block.calls, parts.nextBlock)
      // A server that gives no ids still gets one back with the result.
      let given = id.isEmpty ? "call_\(block - Block.calls)" : id
      calls[index] = (block, id)
      parts.begin(call: given, name: name, as: block, &events)
    }
    guard let input = call["function"]?["arguments"], input != .null else { return }
    parts.append(input: input.text ?? String(decoding: input.line, as: UTF8.self), to: block, &events)
  }

  /// Takes the usage: the input of these servers includes the tokens from the cache.
  private mutating func count(_ usage: JSONValue?) {
    guard let usage, usage.members != nil else { return }
    let cached = usage["prompt_tokens_details"]?["cached_tokens"]?.tokens ?? 0
    parts.usage = TokenUsage(
      input: max(0, (usage["prompt_tokens"]?.tokens ?? 0) - cached), cacheRead: cached,
      output: usage["completion_tokens"]?.tokens ?? 0)
  }

  private func stop(_ reason: String) -> StopReason {
    switch reason {
    // Some servers say "stop" after calls too.
    case "stop": isRefused ? .refused : calls.isEmpty ? .complete : .toolUse
    case "tool_calls", "function_call": .toolUse
    case "length": .maxTokens
    case "content_filter": .refused
    default: .other(reason)
    }
  }
}
