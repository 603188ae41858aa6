import Models
import Testing
import Values

@Suite struct `A request` {
  private static let request = ModelRequest(
    tier: .fast, system: "Be brief.",
    messages: [
      ModelMessage(.user, "Read a.md"),
      ModelMessage(
        .assistant,
        [
          .reasoning("Hm", signature: "s="), .reasoning("unsigned", signature: ""), .hiddenReasoning("x7"), .text(""),
          .text("Let me look."), .toolCall(ToolCall(id: "t1", name: "read_file", input: #"{"path": "a.md"}"#)),
          .toolCall(ToolCall(id: "t2", name: "list", input: "broken {")),
        ]),
      ModelMessage(
        .user,
        [
          .toolResult(ToolResult(id: "t1", text: "content")),
          .toolResult(ToolResult(id: "t2", text: "no", isError: true)),
          .text("Go on"),
        ]),
    ],
    tools: [ToolDefinition(name: "read_file", description: "Reads a file", schema: ["type": "object"])], maxTokens: 500)

  @Test func `has the form of the Messages API`() {
    let expected = #"""
      {"model":"m","max_tokens":500,"stream":true,"system":"Be brief.","messages":[{"role":"user","content":[{"type":"text","text":"Read a.md"}]},{"role":"assistant","content":[{"type":"thinking","thinking":"Hm","signature":"s="},{"type":"redacted_thinking","data":"x7"},{"type":"text","text":"Let me look."},{"type":"tool_use","id":"t1","name":"read_file","input":{"path":"a.md"}},{"type":"tool_use","id":"t2","name":"list","input":{}}]},{"role":"user","content":[{"type":"tool_result","tool_use_id":"t1","content":"content","is_error":false},{"type":"tool_result","tool_use_id":"t2","content":"no","is_error":true},{"type":"text","text":"Go on"}]}],"tools":[{"name":"read_file","description":"Reads a file","input_schema":{"type":"object"}}]}
      """#
    #expect(String(decoding: AnthropicEncoder.body(Self.request, model: "m").line, as: UTF8.self) == expected)
  }

  @Test func `has the form of chat completions`() {
    let expected = #"""
      {"model":"m","max_tokens":500,"stream":true,"stream_options":{"include_usage":true},"messages":[{"role":"system","content":"Be brief."},{"role":"user","content":"Read a.md"},{"role":"assistant","content":"Let me look.","tool_calls":[{"id":"t1","type":"function","function":{"name":"read_file","arguments":"{\"path\": \"a.md\"}"}},{"id":"t2","type":"function","function":{"name":"list","arguments":"{}"}}]},{"role":"tool","tool_call_id":"t1","content":"content"},{"role":"tool","tool_call_id":"t2","content":"Error: no"},{"role":"user","content":"Go on"}],"tools":[{"type":"function","function":{"name":"read_file","description":"Reads a file","parameters":{"type":"object"}}}]}
      """#
    #expect(String(decoding: OpenAIEncoder.body(Self.request, model: "m").line, as: UTF8.self) == expected)
  }

  @Test func `is a text for a headless agent`() {
    #expect(AgentPrompt.text(ModelRequest(system: "S", messages: [ModelMessage(.user, "Q")])) == "S\n\nQ\n")
    #expect(
      AgentPrompt.text(Self.request) == """
        Be brief.

        User: Read a.md

        Assistant: Let me look.

        (called read_file with {"path": "a.md"})

        (called list with broken {)

        User: (result: content)

        (failed: no)

        Go on

        """)
  }
}
