internal import Testing
internal import Values

@testable internal import MCP

/// The revisions that begin with `initialize`.
@Suite struct HandshakeTests {
  @Test(arguments: [
    ("2024-11-05", "2024-11-05"), ("2025-03-26", "2025-03-26"), ("2025-06-18", "2025-06-18"),
    ("2025-11-25", "2025-11-25"), ("2026-07-28", "2025-11-25"), ("2019-01-01", "2025-11-25"), ("", "2025-11-25"),
  ])
  func `initialize agrees on what the client asks for, else on the newest`(asked: String, agreed: String) {
    var session = ServerSession(server: Samples.server)
    let result = session.answers(Samples.initialize(asked)).first?["result"]
    #expect(result?["protocolVersion"]?.text == agreed)
    #expect(result?["serverInfo"]?["name"] == "stet")
    #expect(result?["capabilities"]?["tools"] != nil)
    #expect(result?["resultType"] == nil)
    #expect(result?["_meta"] == nil)
  }

  @Test(arguments: [
    ("2024-11-05", false, false), ("2025-03-26", true, false), ("2025-06-18", true, true), ("2025-11-25", true, true),
  ])
  func `a tool is shown with what its revision knows`(version: String, annotated: Bool, structured: Bool) {
    var session = Samples.session(version)
    let tool = session.answers(#"{"jsonrpc":"2.0","id":1,"method":"tools/list"}"#).first?["result"]?["tools"]?.elements?
      .first
    #expect((tool?["annotations"] != nil) == annotated)
    #expect((tool?["outputSchema"] != nil) == structured)
    #expect((tool?["title"] != nil) == structured)
    #expect(tool?["inputSchema"] != nil)
  }

  @Test func `a server sends no content twice unless it is told to`() throws {
    var server = Samples.server
    server.sendsStructured = false
    var session = ServerSession(server: server)
    _ = session.answers(Samples.initialize("2025-11-25"))
    let tools = session.answers(#"{"jsonrpc":"2.0","id":1,"method":"tools/list"}"#).first?["result"]?["tools"]?.elements
    #expect(tools?.first?["name"] == "a" && tools?.first?["outputSchema"] == nil)
    let key = try session.key(#"{"jsonrpc":"2.0","id":2,"method":"tools/call","params":{"name":"a"}}"#)
    let sent = session.finish(key: key, ToolResult(content: [.text("done")], structured: ["content": "done"]))
    guard case .send(let frame) = sent.first else {
      Issue.record("nothing sent")
      return
    }
    #expect(try JSONValue(frame)["result"] == ["content": [["type": "text", "text": "done"]]])
  }

  @Test func `a sound is a file where there is no sound`() {
    let sound = ContentBlock.audio(data: "AAAA", type: "audio/wav")
    #expect(sound.value(in: .v2024_11_05)["type"] == "resource")
    #expect(sound.value(in: .v2025_03_26)["type"] == "audio")
  }

  @Test func `ping is answered, before and after`() {
    var session = ServerSession(server: Samples.server)
    let ping = #"{"jsonrpc":"2.0","id":9,"method":"ping"}"#
    #expect(session.answers(ping) == [["jsonrpc": "2.0", "id": 9, "result": [:]]])
    session = Samples.session()
    #expect(session.answers(ping) == [["jsonrpc": "2.0", "id": 9, "result": [:]]])
  }

  @Test(arguments: ["server/discover", "resources/list", "prompts/list", "logging/setLevel", "tools/none"])
  func `what is not offered is unknown`(method: String) {
    var session = Samples.session()
    let answer = session.answers(#"{"jsonrpc":"2.0","id":1,"method":"\#(method)","params":{}}"#).first
    #expect(answer?["error"]?["code"] == -32601)
  }

  @Test(arguments: [
    "notifications/initialized", "notifications/cancelled", "notifications/roots/list_changed", "anything",
  ])
  func `a notification is never answered`(method: String) {
    var session = Samples.session()
    #expect(session.answers(#"{"jsonrpc":"2.0","method":"\#(method)","params":{"requestId":77}}"#).isEmpty)
  }

  @Test(arguments: [("2025-03-26", 2), ("2024-11-05", 1), ("2025-06-18", 1), ("2025-11-25", 1)])
  func `messages come in an array in one revision only`(version: String, answers: Int) {
    var session = Samples.session(version)
    let sent = session.answers(
      #"[{"jsonrpc":"2.0","id":1,"method":"ping"},{"jsonrpc":"2.0","method":"x"},{"jsonrpc":"2.0","id":2,"method":"ping"}]"#
    )
    #expect(sent.count == answers)
    #expect((sent.first?["error"] == nil) == (answers == 2))
  }

  @Test func `a stateless request is served beside a session`() {
    var session = Samples.session()
    let answer = session.answers(
      #"{"jsonrpc":"2.0","id":1,"method":"tools/list","params":{\#(Samples.meta)}}"#
    ).first
    #expect(answer?["result"]?["resultType"] == "complete")
  }
}
