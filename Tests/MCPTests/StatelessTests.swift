internal import Testing
internal import Values

@testable internal import MCP

/// The revision 2026-07-28: every request stands for itself.
@Suite struct StatelessTests {
  private func answer(_ method: String, _ params: String = "") -> JSONValue? {
    var session = ServerSession(server: Samples.server)
    let line = #"{"jsonrpc":"2.0","id":"x","method":"\#(method)","params":{\#(params)\#(Samples.meta)}}"#
    return session.answers(line).first
  }

  @Test func `discover says revisions, abilities, and how long that holds`() {
    let result = answer("server/discover")?["result"]
    #expect(result?["supportedVersions"] == ["2026-07-28"])
    #expect(result?["capabilities"]?["tools"] == [:])
    #expect(result?["resultType"] == "complete")
    #expect(result?["ttlMs"] == 0)
    #expect(result?["cacheScope"] == "private")
    #expect(result?["instructions"] == "Read first.")
    #expect(result?["_meta"]?["io.modelcontextprotocol/serverInfo"]?["name"] == "stet")
  }

  @Test func `tools are listed in pages, in the same order each time`() {
    let first = answer("tools/list")?["result"]
    #expect(first?["tools"]?.elements?.map { $0["name"]?.text } == ["a", "b"])
    let cursor = first?["nextCursor"]?.text ?? ""
    let second = answer("tools/list", #""cursor":"\#(cursor)","#)?["result"]
    #expect(second?["tools"]?.elements?.map { $0["name"]?.text } == ["c"])
    #expect(second?["nextCursor"] == nil)
  }

  @Test(arguments: [#""cursor":"a","#, #""cursor":"nothing","#, #""cursor":7,"#])
  func `a cursor that was not given out is refused`(params: String) {
    #expect(answer("tools/list", params)?["error"]?["code"] == -32602)
  }

  @Test(arguments: ["ping", "initialize", "resources/list", "logging/setLevel", "tools/Call", ""])
  func `a method that the revision does not have is unknown`(method: String) {
    #expect(answer(method)?["error"]?["code"] == -32601)
  }

  @Test func `a revision that is not spoken is answered with those that are`() {
    var session = ServerSession(server: Samples.server)
    let meta = Samples.meta.replacing("2026-07-28", with: "2031-01-01")
    let error = session.answers(#"{"jsonrpc":"2.0","id":1,"method":"tools/list","params":{\#(meta)}}"#).first?["error"]
    #expect(error?["code"] == -32022)
    #expect(error?["data"] == ["supported": ["2026-07-28"], "requested": "2031-01-01"])
  }

  @Test(arguments: [
    #"{"jsonrpc":"2.0","id":1,"method":"tools/list"}"#,
    #"{"jsonrpc":"2.0","id":1,"method":"tools/list","params":{}}"#,
    #"{"jsonrpc":"2.0","id":1,"method":"tools/list","params":{"_meta":7}}"#,
    #"{"jsonrpc":"2.0","id":1,"method":"tools/list","params":{"_meta":{"io.modelcontextprotocol/protocolVersion":"2026-07-28"}}}"#,
    #"{"jsonrpc":"2.0","id":1,"method":"tools/list","params":{"_meta":{"io.modelcontextprotocol/protocolVersion":7}}}"#,
  ])
  func `a request that does not say what it must is refused under its id`(line: String) {
    var session = ServerSession(server: Samples.server)
    let answer = session.answers(line).first
    #expect(answer?["error"]?["code"] == -32602)
    #expect(answer?["id"] == 1)
  }

  @Test func `a call says who calls, and its result is complete`() throws {
    var session = ServerSession(server: Samples.server)
    let line =
      #"{"jsonrpc":"2.0","id":5,"method":"tools/call","params":{"name":"a","arguments":{"p":"q"},\#(Samples.meta)}}"#
    guard case .call(let key, let call) = session.receive(Array(line.utf8)).first else {
      Issue.record("no call")
      return
    }
    #expect(call.client == ClientInfo(name: "cli", version: "1"))
    #expect(try call.arguments.text("p") == "q")
    #expect(!call.wantsProgress)
    let sent = session.finish(key: key, ToolResult(content: [.text("done")], structured: ["content": "done"]))
    #expect(session.finish(key: key, ToolResult(content: [])) == [])
    guard case .send(let frame) = sent.first else {
      Issue.record("nothing sent")
      return
    }
    let result = try JSONValue(frame)["result"]
    #expect(result?["resultType"] == "complete")
    #expect(result?["content"] == [["type": "text", "text": "done"]])
    #expect(result?["structuredContent"] == ["content": "done"])
    #expect(result?["isError"] == nil)
  }

  @Test func `one request says nothing of the next`() {
    var session = ServerSession(server: Samples.server)
    _ = session.answers(#"{"jsonrpc":"2.0","id":1,"method":"server/discover","params":{\#(Samples.meta)}}"#)
    #expect(session.answers(#"{"jsonrpc":"2.0","id":2,"method":"tools/list"}"#).first?["error"]?["code"] == -32602)
  }
}
