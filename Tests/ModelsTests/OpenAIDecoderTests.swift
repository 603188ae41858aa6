import Models
import Testing

@Suite struct `Chat completion chunks` {
  private func read(_ documents: String..., cut: ModelFault? = nil) -> Streams.Read {
    Streams.read(Streams.openAI(documents), .openai, cut: cut)
  }

  private func chunk(_ delta: String, finish: String? = nil) -> String {
    #"{"model":"m","choices":[{"index":0,"delta":\#(delta),"finish_reason":\#(finish.map { "\"\($0)\"" } ?? "null")}]}"#
  }

  @Test(arguments: [1, 3, 50, .max])
  func `become text, a tool's call, its input, the reason and the usage`(step: Int) {
    let read = Streams.read(Streams.openAITool, .openai, step: step)
    #expect(
      read.events == [
        .text("Let me "), .text("look."), .toolCall(index: 1, id: "call_a", name: "read_file"),
        .toolInput(index: 1, json: #"{"path":"#), .toolInput(index: 1, json: #" "a.md"}"#),
      ])
    #expect(read.fault == nil && read.answer.stop == .toolUse && read.answer.model == "gpt-test-1")
    #expect(read.answer.usage == TokenUsage(input: 472, cacheRead: 50, output: 89))
    #expect(read.answer.toolCalls == [ToolCall(id: "call_a", name: "read_file", input: #"{"path": "a.md"}"#)])
  }

  @Test func `of several calls are told apart by index, by id, or by neither`() {
    let byIndex = read(
      chunk(
        #"{"tool_calls":[{"index":0,"id":"a","function":{"name":"f","arguments":"{"}},{"index":1,"id":"b","function":{"name":"g","arguments":"{}"}}]}"#
      ),
      chunk(#"{"tool_calls":[{"index":0,"function":{"arguments":"}"}}]}"#, finish: "tool_calls"), "[DONE]")
    #expect(byIndex.answer.toolCalls.map(\.input) == ["{}", "{}"] && byIndex.answer.toolCalls.map(\.id) == ["a", "b"])
    let sameIndex = read(
      chunk(#"{"tool_calls":[{"index":0,"id":"a","function":{"name":"f","arguments":"{\"x\":1}"}}]}"#),
      chunk(#"{"tool_calls":[{"index":0,"id":"b","function":{"name":"f","arguments":"{\"x\":2}"}}]}"#, finish: "stop"))
    #expect(sameIndex.answer.toolCalls.map(\.arguments) == [["x": 1], ["x": 2]] && sameIndex.answer.stop == .toolUse)
    let plain = read(chunk(#"{"tool_calls":[{"function":{"name":"f","arguments":{"x":1}}}]}"#, finish: "tool_calls"))
    #expect(plain.answer.toolCalls == [ToolCall(id: "call_0", name: "f", input: #"{"x":1}"#)])
  }

  @Test func `with reasoning show it apart from the text`() {
    let read = read(
      chunk(#"{"reasoning_content":"Hm"}"#), chunk(#"{"reasoning":"m."}"#),
      chunk(#"{"content":"Yes"}"#, finish: "stop"),
      "[DONE]")
    #expect(read.events == [.reasoning("Hm"), .reasoning("m."), .text("Yes")] && read.answer.text == "Yes")
  }

  @Test func `without choices, with null ones and with empty data are accepted`() {
    let read = read(
      "", #"{"choices":null}"#, #"{"object":"ping"}"#, chunk(#"{"role":"assistant","content":null}"#),
      chunk(#"{"content":" "}"#), chunk("null", finish: "length"), " [DONE] ")
    #expect(read.answer.text == " " && read.answer.stop == .maxTokens && read.fault == nil)
  }

  @Test func `of a refusal have its text and say that they are one`() {
    let read = read(chunk(#"{"refusal":"I cannot"}"#), chunk(#"{"refusal":" help."}"#), chunk("{}", finish: "stop"))
    #expect(read.answer.text == "I cannot help." && read.answer.stop == .refused)
    let plain = self.read(chunk(#"{"content":"Yes","refusal":null}"#), chunk(#"{"refusal":""}"#, finish: "stop"))
    #expect(plain.answer.text == "Yes" && plain.answer.stop == .complete)
  }

  @Test func `may end without [DONE] after the finish reason`() {
    #expect(read(chunk(#"{"content":"a"}"#, finish: "stop"), cut: .cut).fault == nil)
    #expect(Streams.read("data: \(chunk(#"{"content":"a"}"#, finish: "stop"))\n\ndata: [DONE]\n", .openai).fault == nil)
  }

  @Test func `that end early are cut, and nothing of a call remains`() {
    let read = read(
      chunk(#"{"content":"a"}"#),
      chunk(#"{"tool_calls":[{"index":0,"id":"a","function":{"name":"f","arguments":"{}"}}]}"#))
    #expect(read.fault == .cut && read.answer.blocks == [.text("a")])
  }

  @Test(arguments: [
    (
      #"{"error":{"message":"Slow down","type":"rate_limit_exceeded","code":"rate_limit_exceeded"}}"#, 0,
      "rate_limit_exceeded"
    ),
    (#"{"error":{"code":400,"message":"too long","type":"invalid_request_error"}}"#, 400, "invalid_request_error"),
  ])
  func `that report an error are faults`(document: String, status: Int, type: String) {
    guard case .refused(status, type, _?, nil)? = read(chunk(#"{"content":"a"}"#), document).fault else {
      Issue.record("\(document)")
      return
    }
  }

  @Test(arguments: [
    #"{"error":{"message":"Too many.","type":"invalid_request_error","code":"context_length_exceeded"}}"#,
    #"{"error":{"code":400,"message":"Too many.","type":"exceed_context_size_error"}}"#,
    #"{"error":{"code":400,"message":"This model's maximum context length is 8 tokens","type":"BadRequestError"}}"#,
    #"{"error":{"message":"prompt is too long: 210000 tokens > 200000 maximum","type":"invalid_request_error"}}"#,
  ])
  func `that say that the context is full are known as such`(document: String) {
    guard case .contextFull? = read(document).fault else {
      Issue.record("\(document)")
      return
    }
  }

  @Test(arguments: ["garbage", "[1]", #"{"choices":[{"delta":{"tool_calls":[{"index":0}]}}]}"#, "[DONE]"])
  func `without the documented form are reported`(document: String) {
    guard case .unreadable? = read(document).fault else {
      Issue.record("accepted: \(document)")
      return
    }
  }
}
