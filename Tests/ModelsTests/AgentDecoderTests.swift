import Models
import Testing

@Suite struct `The output of a headless agent` {
  private static let result =
    #"{"type":"result","subtype":"success","is_error":false,"duration_ms":1998,"num_turns":2,"result":"Hello.","stop_reason":"end_turn","session_id":"0e63","total_cost_usd":0.0079825,"usage":{"input_tokens":3,"cache_creation_input_tokens":7,"cache_read_input_tokens":15635,"output_tokens":6},"modelUsage":{"claude-test-1":{"inputTokens":3}},"permission_denials":[]}"#
  private static let start =
    #"{"type":"system","subtype":"init","session_id":"0e63","model":"claude-test-2","tools":[]}"#

  private func read(_ lines: String..., output: AgentOutput = .json, cut: ModelFault? = nil) -> Streams.Read {
    Streams.read(lines.joined(separator: "\n"), .command, output: output, cut: cut)
  }

  @Test func `is one object with the answer, the session, the usage and the cost`() {
    let read = read(Self.result)
    #expect(read.events == [.text("Hello.")] && read.fault == nil && read.answer.stop == .complete)
    #expect(read.answer.session == "0e63" && read.answer.model == "claude-test-1")
    #expect(read.answer.usage == TokenUsage(input: 3, cacheRead: 15_635, cacheWrite: 7, output: 6))
    #expect(read.answer.cost == Cost(picodollars: 7_982_500_000))
  }

  @Test func `may be a list, or an object on several lines, after other words`() {
    #expect(read("[\(Self.start),\(Self.result)]").answer.text == "Hello.")
    #expect(read("Warning: old version", Self.result).answer.text == "Hello.")
    #expect(read(Self.result.replacing(",", with: ",\n")).answer.text == "Hello.")
  }

  @Test func `may be a line for each message`() {
    let assistant =
      #"{"type":"assistant","message":{"content":[{"type":"text","text":"Hello."},{"type":"tool_use","id":"t","name":"Read","input":{}}]},"parent_tool_use_id":null}"#
    let helper =
      #"{"type":"assistant","message":{"content":[{"type":"text","text":"aside"}]},"parent_tool_use_id":"t"}"#
    let read = read(Self.start, helper, assistant, #"{"type":"user","message":{}}"#, Self.result)
    #expect(read.events == [.agent(AgentProgress(session: "0e63")), .text("Hello.")])
    #expect(read.answer.toolCalls.isEmpty && read.answer.model == "claude-test-2" && read.answer.turns == 2)
  }

  @Test func `names the session at once, and counts each turn once`() {
    func turn(_ id: String, _ output: Int, parent: String = "null") -> String {
      #"{"type":"assistant","message":{"id":"\#(id)","content":[],"usage":{"input_tokens":1,"cache_read_input_tokens":5,"output_tokens":\#(output)}},"parent_tool_use_id":\#(parent),"session_id":"0e63"}"#
    }
    let piece =
      #"{"type":"stream_event","event":{"type":"message_start","message":{"id":"m3","usage":{"input_tokens":2,"output_tokens":1}}}}"#
    let end = #"{"type":"stream_event","event":{"type":"message_delta","usage":{"output_tokens":9}}}"#
    let read = read(
      Self.start, turn("m1", 1), turn("m1", 1), turn("m2", 3, parent: "\"t\""), piece, end, cut: .cancelled)
    let usages = [(0, 0, 0, 0), (1, 5, 1, 1), (2, 10, 4, 2), (4, 10, 5, 3), (4, 10, 13, 3)]
    #expect(
      read.events
        == usages.map { input, cache, output, turns in
          .agent(
            AgentProgress(
              session: "0e63", usage: TokenUsage(input: input, cacheRead: cache, output: output), turns: turns))
        })
    #expect(read.answer.usage == TokenUsage(input: 4, cacheRead: 10, output: 13) && read.answer.turns == 3)
  }

  @Test func `may be that of Codex`() {
    let lines = [
      #"{"type":"thread.started","thread_id":"0199"}"#, #"{"type":"turn.started"}"#,
      #"{"type":"item.started","item":{"id":"item_0","type":"command_execution","command":"ls","status":"in_progress"}}"#,
      #"{"type":"item.completed","item":{"id":"item_1","type":"agent_message","text":"Hello."}}"#,
    ]
    let end =
      #"{"type":"turn.completed","usage":{"input_tokens":24763,"cached_input_tokens":24448,"output_tokens":122}}"#
    let read = read(lines.joined(separator: "\n"), end)
    #expect(read.events == [.agent(AgentProgress(session: "0199")), .text("Hello.")] && read.fault == nil)
    #expect(read.answer.usage == TokenUsage(input: 315, cacheRead: 24_448, output: 122))
    #expect(read.answer.session == "0199")
    #expect(
      self.read(lines[0], #"{"type":"turn.failed","error":{"message":"no quota"}}"#).fault
        == .command("the agent failed: no quota"))
  }

  @Test func `may have the pieces of the text, which whole messages repeat`() {
    func piece(_ event: String) -> String {
      #"{"type":"stream_event","event":\#(event),"session_id":"s","parent_tool_use_id":null}"#
    }
    let begin = piece(#"{"type":"content_block_start","index":0,"content_block":{"type":"text","text":""}}"#)
    let read = read(
      Self.start, begin,
      piece(#"{"type":"content_block_delta","index":0,"delta":{"type":"text_delta","text":"I lo"}}"#),
      piece(#"{"type":"content_block_delta","index":0,"delta":{"type":"text_delta","text":"ok."}}"#),
      #"{"type":"assistant","message":{"content":[{"type":"text","text":"I look."}]}}"#, begin,
      piece(#"{"type":"content_block_delta","index":0,"delta":{"type":"text_delta","text":"Hello."}}"#),
      #"{"type":"assistant","message":{"content":[{"type":"text","text":"Hello."}]}}"#, Self.result)
    #expect(read.answer.text == "I look.\n\nHello." && read.fault == nil)
  }

  @Test(arguments: [
    #"{"type":"result","subtype":"success","is_error":true,"result":"Credit balance is too low"}"#,
    #"{"type":"result","subtype":"error_max_turns","is_error":true,"errors":["Credit balance is too low"]}"#,
  ])
  func `may report a failure`(line: String) {
    #expect(read(line).fault == .command("the agent failed: Credit balance is too low"))
  }

  @Test func `without a result is a fault with the agent's words`() {
    #expect(read("Please log in").fault == .unreadable("the agent printed no result, but: Please log in"))
    #expect(read("", cut: .timedOut(seconds: 9)).fault == .timedOut(seconds: 9))
    #expect(
      read(#"{"type":"assistant","message":{"content":[{"type":"text","text":"Half"}]}}"#, cut: .cut).answer.text
        == "Half")
  }

  @Test func `of another program may be the answer alone`() {
    let read = read("# Title", "", "Text.", output: .text)
    #expect(read.answer.text == "# Title\n\nText." && read.answer.stop == .complete && read.fault == nil)
    #expect(self.read("", output: .text).fault != nil)
  }
}
