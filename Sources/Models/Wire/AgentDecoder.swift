internal import Values

/// The decoder of the output of a headless agent in the form of Claude Code: one JSON object of type `result`
/// (`--output-format json`), a list that ends with it (with `--verbose`), or a line for each message
/// (`--output-format stream-json`), with the pieces of the text if the agent prints them (`--include-partial-messages`).
///
/// The lines of `codex exec --json` are read as well. The calls of tools in an output are the agent's own and no part of
/// the answer.
package struct AgentDecoder: AnswerDecoder {
  package private(set) var parts = AnswerParts()
  package private(set) var isComplete = false
  /// The lines that are no message: a message on several lines, or the agent's words.
  private var unread: [UInt8] = []
  /// Whether pieces of the text come, so that whole messages repeat them.
  private var hasPieces = false
  private var block = 0
  /// The tokens of the agent's turns, by the ids of their messages.
  private var turns: [String: TokenUsage] = [:]
  /// The message whose pieces come.
  private var piecesOf = ""
  /// The progress that was reported last.
  private var shown = AgentProgress()

  /// Creates a decoder at the beginning of an output.
  package init() {}

  package mutating func take(_ document: [UInt8], _ events: inout [ModelEvent]) throws(ModelFault) {
    guard let value = JSONValue(line: document), value.elements != nil || value["type"]?.text != nil else {
      return unread += document + [0x0A]
    }
    try takeAll(value, &events)
    let progress = AgentProgress(session: parts.session, usage: parts.usage, turns: parts.turns)
    if progress != shown, !isComplete { events.append(.agent(progress)) }
    shown = progress
  }

  package mutating func end(_ fault: ModelFault?, _ events: inout [ModelEvent]) throws(ModelFault) {
    if isComplete { return }
    if let value = JSONValue(line: unread) { try takeAll(value, &events) }
    guard !isComplete else { return }
    let words = ServerError.short(String(decoding: unread.suffix(2_000), as: UTF8.self))
    throw fault ?? .unreadable("the agent printed no result" + (words.map { ", but: \($0)" } ?? ""))
  }

  /// Decodes a message, or each of a list.
  private mutating func takeAll(_ value: JSONValue, _ events: inout [ModelEvent]) throws(ModelFault) {
    for message in value.elements ?? [value] { try take(message, &events) }
  }

  private mutating func take(_ message: JSONValue, _ events: inout [ModelEvent]) throws(ModelFault) {
    if let session = message["session_id"]?.text { parts.session = session }
    countTurn(message)
    // Messages of the agent's own helpers are no part of the answer.
    if let parent = message["parent_tool_use_id"], parent != .null { return }
    switch message["type"]?.text {
    case "system": if let model = message["model"]?.text { parts.model = model }
    case "stream_event": piece(message["event"] ?? .null, &events)
    case "assistant" where !hasPieces:
      for content in message["message"]?["content"]?.elements ?? [] { append(content["text"]?.text, &events) }
    case "result": try result(message, &events)
    case "thread.started": parts.session = message["thread_id"]?.text
    case "item.completed" where message["item"]?["type"]?.text == "agent_message":
      append(message["item"]?["text"]?.text, &events)
    case "turn.completed": endTurn(message["usage"] ?? .null)
    case "turn.failed":
      let why = ServerError.short(message["error"]?["message"]?.text) ?? "no reason is given"
      throw .command("the agent failed: \(why)")
    default: break
    }
  }

  /// Counts the tokens of a message of the agent, or of a helper of it; each message may come in several parts.
  private mutating func countTurn(_ message: JSONValue) {
    let event = message["event"]
    switch (message["type"]?.text, event?["type"]?.text) {
    case ("assistant", _): add(message["message"]?["usage"], to: message["message"]?["id"]?.text)
    case ("stream_event", "message_start"):
      piecesOf = event?["message"]?["id"]?.text ?? ""
      add(event?["message"]?["usage"], to: piecesOf)
    case ("stream_event", "message_delta"): add(event?["usage"], to: piecesOf)
    default: break
    }
  }

  private mutating func add(_ usage: JSONValue?, to id: String?) {
    guard let usage, let id else { return }
    turns[id, default: TokenUsage()].take(usage)
    parts.turns = turns.count
    parts.usage = turns.values.reduce(into: TokenUsage()) { $0.add($1) }
  }

  /// Takes the end of Codex's turn, whose input tokens include those of the cache.
  private mutating func endTurn(_ usage: JSONValue) {
    let cached = usage["cached_input_tokens"]?.tokens ?? 0
    parts.usage = TokenUsage(
      input: max(0, (usage["input_tokens"]?.tokens ?? 0) - cached), cacheRead: cached,
      output: usage["output_tokens"]?.tokens ?? 0)
    parts.stop = .complete
    parts.closeAll()
    isComplete = true
  }

  /// Takes an event of the Messages API that the agent passes on.
  private mutating func piece(_ event: JSONValue, _ events: inout [ModelEvent]) {
    hasPieces = true
    switch event["type"]?.text {
    case "content_block_start": if event["content_block"]?["type"]?.text == "text" { separate(&events) }
    case "content_block_delta":
      if let text = event["delta"]?["text"]?.text { parts.append(text: text, to: block, &events) }
    default: break
    }
  }

  private mutating func append(_ text: String?, _ events: inout [ModelEvent]) {
    guard let text, !text.isEmpty else { return }
    separate(&events)
    parts.append(text: text, to: block, &events)
  }

  /// Begins a paragraph for the text of the next message.
  private mutating func separate(_ events: inout [ModelEvent]) {
    if parts.hasContent { parts.append(text: "\n\n", to: block, &events) }
    block = parts.nextBlock
  }

  private mutating func result(_ message: JSONValue, _ events: inout [ModelEvent]) throws(ModelFault) {
    count(message)
    let text = message["result"]?.text
    guard message["is_error"]?.truth != true, message["subtype"]?.text?.hasPrefix("error") != true else {
      let reasons = message["errors"]?.elements?.compactMap(\.text).joined(separator: "; ")
      let why = ServerError.short(text ?? reasons) ?? message["subtype"]?.text ?? "no reason is given"
      throw .command("the agent failed: \(why)")
    }
    if !parts.hasContent { append(text, &events) }
    parts.stop = message["stop_reason"]?.text.map(AnthropicDecoder.stop) ?? .complete
    parts.closeAll()
    isComplete = true
  }

  private mutating func count(_ message: JSONValue) {
    if let usage = message["usage"] {
      parts.usage = TokenUsage()
      parts.usage.take(usage)
    }
    if let count = message["num_turns"]?.tokens { parts.turns = max(parts.turns, count) }
    if let cost = message["total_cost_usd"]?.double { parts.cost = Cost(dollars: cost) }
    if parts.model.isEmpty, let model = message["modelUsage"]?.members?.first?.name { parts.model = model }
  }
}

/// The decoder of the output of a program that prints its answer as plain text.
package struct PlainTextDecoder: AnswerDecoder {
  package private(set) var parts = AnswerParts()
  package let isComplete = false

  /// Creates a decoder at the beginning of an output.
  package init() {}

  package mutating func take(_ document: [UInt8], _ events: inout [ModelEvent]) {
    let isFirst = !parts.hasContent
    parts.append(text: (isFirst ? "" : "\n") + String(decoding: document, as: UTF8.self), to: 0, &events)
  }

  package mutating func end(_ fault: ModelFault?, _ events: inout [ModelEvent]) throws(ModelFault) {
    if let fault { throw fault }
    guard parts.hasContent else { throw .unreadable("the program printed nothing") }
    parts.stop = .complete
  }
}
