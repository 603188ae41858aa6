import Models
import Testing

@Suite struct `The events of the Messages API` {
  private static let start =
    #"{"type":"message_start","message":{"model":"m","usage":{"input_tokens":10,"output_tokens":1}}}"#
  private static let stop = #"{"type":"message_stop"}"#

  private func read(_ documents: String..., cut: ModelFault? = nil) -> Streams.Read {
    Streams.read(Streams.anthropic(documents), .anthropic, cut: cut)
  }

  @Test(arguments: [1, 2, 7, 64, .max])
  func `become text, a tool's call, its input, the reason and the usage`(step: Int) {
    let read = Streams.read(Streams.anthropicTool, .anthropic, step: step)
    #expect(
      read.events == [
        .text("Let me "), .text("look."), .toolCall(index: 1, id: "toolu_1", name: "read_file"),
        .toolInput(index: 1, json: #"{"path":"#), .toolInput(index: 1, json: #" "a.md"}"#),
      ])
    #expect(read.fault == nil && read.answer.stop == .toolUse && read.answer.model == "claude-test-1")
    #expect(read.answer.text == "Let me look.")
    #expect(read.answer.usage == TokenUsage(input: 472, cacheRead: 50, cacheWrite: 100, output: 89))
    #expect(read.answer.toolCalls == [ToolCall(id: "toolu_1", name: "read_file", input: #"{"path": "a.md"}"#)])
    #expect(read.answer.toolCalls.first?.arguments == ["path": "a.md"])
  }

  @Test func `keep reasoning with its signature, and hidden reasoning, for the next request`() {
    let read = read(
      Self.start,
      #"{"type":"content_block_start","index":0,"content_block":{"type":"thinking","thinking":"","signature":""}}"#,
      #"{"type":"content_block_delta","index":0,"delta":{"type":"thinking_delta","thinking":"Hm."}}"#,
      #"{"type":"content_block_delta","index":0,"delta":{"type":"signature_delta","signature":"Eq=="}}"#,
      #"{"type":"content_block_stop","index":0}"#,
      #"{"type":"content_block_start","index":1,"content_block":{"type":"redacted_thinking","data":"x7"}}"#,
      #"{"type":"content_block_stop","index":1}"#,
      #"{"type":"message_delta","delta":{"stop_reason":"end_turn"},"usage":{"output_tokens":5}}"#, Self.stop)
    #expect(read.events == [.reasoning("Hm.")])
    #expect(read.answer.blocks == [.reasoning("Hm.", signature: "Eq=="), .hiddenReasoning("x7")])
  }

  @Test func `become a tool's call also without the end of its block`() {
    let read = read(
      Self.start,
      #"{"type":"content_block_start","index":0,"content_block":{"type":"tool_use","id":"t","name":"list","input":{}}}"#,
      #"{"type":"content_block_delta","index":0,"delta":{"type":"input_json_delta","partial_json":"{}"}}"#,
      #"{"type":"message_delta","delta":{"stop_reason":"tool_use"},"usage":{"output_tokens":5}}"#, Self.stop)
    #expect(read.fault == nil && read.answer.stop == .toolUse)
    #expect(read.answer.toolCalls == [ToolCall(id: "t", name: "list", input: "{}")])
  }

  @Test func `of unknown kinds are ignored`() {
    let read = read(
      Self.start,
      #"{"type":"content_block_start","index":0,"content_block":{"type":"server_tool_use","id":"s","name":"web_search"}}"#,
      #"{"type":"content_block_delta","index":0,"delta":{"type":"input_json_delta","partial_json":"{}"}}"#,
      #"{"type":"content_block_stop","index":0}"#, #"{"type":"news","index":0}"#,
      #"{"type":"content_block_start","index":1,"content_block":{"type":"text","text":"a"}}"#,
      #"{"type":"content_block_delta","index":1,"delta":{"type":"citations_delta","citation":{}}}"#,
      #"{"type":"message_delta","delta":{"stop_reason":"new_reason"},"usage":{"output_tokens":5}}"#, Self.stop)
    #expect(read.events == [.text("a")] && read.answer.stop == .other("new_reason"))
  }

  @Test(arguments: [
    ("end_turn", StopReason.complete), ("stop_sequence", .complete), ("max_tokens", .maxTokens), ("tool_use", .toolUse),
    ("pause_turn", .paused), ("refusal", .refused), ("model_context_window_exceeded", .contextFull),
  ])
  func `have a stop reason`(reason: String, stop: StopReason) {
    #expect(
      read(Self.start, #"{"type":"message_delta","delta":{"stop_reason":"\#(reason)"}}"#, Self.stop).answer.stop == stop
    )
  }

  @Test func `that end with an error keep what came before, without an unfinished call`() {
    let error = #"{"type":"error","error":{"type":"overloaded_error","message":"Overloaded"}}"#
    let read = read(
      Self.start, #"{"type":"content_block_start","index":0,"content_block":{"type":"text","text":"Half"}}"#,
      #"{"type":"content_block_start","index":1,"content_block":{"type":"tool_use","id":"t","name":"n","input":{}}}"#,
      #"{"type":"content_block_delta","index":1,"delta":{"type":"input_json_delta","partial_json":"{\"a"}}"#, error)
    let fault = ModelFault.refused(status: 0, type: "overloaded_error", message: "Overloaded", retryAfter: nil)
    #expect(read.fault == fault && read.answer.stop == .cut(fault))
    #expect(read.answer.blocks == [.text("Half")] && read.answer.usage.input == 10)
  }

  @Test func `that end early are cut; after the stop reason nothing is missing`() {
    #expect(read(Self.start).fault == .cut)
    #expect(read(Self.start, cut: .timedOut(seconds: 3)).fault == .timedOut(seconds: 3))
    let end = #"{"type":"message_delta","delta":{"stop_reason":"end_turn"},"usage":{"output_tokens":5}}"#
    #expect(read(Self.start, end, cut: .cut).fault == nil)
  }

  @Test(arguments: [
    "no JSON", "[]", #"{"no":"type"}"#, #"{"type":"content_block_delta","delta":{"type":"text_delta","text":"a"}}"#,
    #"{"type":"content_block_delta","index":5,"delta":{"type":"text_delta","text":"a"}}"#,
    #"{"type":"content_block_start","index":0,"content_block":{"type":"tool_use"}}"#,
  ])
  func `without the documented form are reported`(document: String) {
    guard case .unreadable? = read(Self.start, document, Self.stop).fault else {
      Issue.record("accepted: \(document)")
      return
    }
  }

  @Test func `give the input of a call that comes at once`() {
    let read = read(
      Self.start,
      #"{"type":"content_block_start","index":0,"content_block":{"type":"tool_use","id":"t","name":"n","input":{"a":1}}}"#,
      #"{"type":"content_block_stop","index":0}"#, Self.stop)
    #expect(read.answer.toolCalls.first?.arguments == ["a": 1])
  }
}
