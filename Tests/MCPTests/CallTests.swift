internal import Testing
internal import Values

@testable internal import MCP

/// Calls at work: cancelled, reported, and answered once.
@Suite struct CallTests {
  private static let call =
    #"{"jsonrpc":"2.0","id":4,"method":"tools/call","params":{"name":"b","_meta":{"progressToken":"t"}}}"#

  @Test func `a cancelled call is given up and never answered`() throws {
    var session = Samples.session()
    let key = try session.key(Self.call)
    let cancel = #"{"jsonrpc":"2.0","method":"notifications/cancelled","params":{"requestId":4}}"#
    #expect(session.receive(Array(cancel.utf8)) == [.cancel(key: key)])
    #expect(session.receive(Array(cancel.utf8)) == [])
    #expect(session.progress(key: key, ToolProgress(done: 1, total: 2)) == [])
    #expect(session.finish(key: key, ToolResult(content: [])) == [])
    #expect(session.atWork == 0)
  }

  @Test func `a tool that is not listed is served by its name`() throws {
    var server = Samples.server
    server.tools.removeAll { $0.name == "b" }
    server.unlisted = ["b"]
    var session = ServerSession(server: server)
    _ = session.receive(Array(Samples.initialize("2025-11-25").utf8))
    #expect(try session.key(Self.call) >= 0)
  }

  @Test(arguments: ["\"4\"", "5", "null", "[4]", "4.5"])
  func `who cancels names the call`(id: String) throws {
    var session = Samples.session()
    let key = try session.key(Self.call)
    let cancel = #"{"jsonrpc":"2.0","method":"notifications/cancelled","params":{"requestId":\#(id)}}"#
    #expect(session.receive(Array(cancel.utf8)) == [])
    #expect(session.finish(key: key, ToolResult(content: [])).count == 1)
  }

  @Test func `progress goes to its token and only onward`() throws {
    var session = Samples.session()
    let key = try session.key(Self.call)
    let sent = [1, 1, 0, 3].flatMap { session.progress(key: key, ToolProgress(done: $0, total: 5)) }
    #expect(sent.count == 2)
    guard case .send(let frame) = sent.first else { return }
    #expect(
      try JSONValue(frame)
        == [
          "jsonrpc": "2.0", "method": "notifications/progress",
          "params": ["progressToken": "t", "progress": 1, "total": 5],
        ])
  }

  @Test(arguments: ["2024-11-05", "2025-03-26", "2025-11-25"])
  func `progress is told in words where the revision has a place for them`(revision: String) throws {
    var session = Samples.session(revision)
    let key = try session.key(Self.call)
    guard case .send(let frame)? = session.progress(key: key, ToolProgress(done: 1, message: "half")).first else {
      Issue.record("no progress")
      return
    }
    #expect(try JSONValue(frame)["params"]?["message"]?.text == (revision == "2024-11-05" ? nil : "half"))
  }

  @Test func `no progress is told to who did not ask`() throws {
    var session = Samples.session()
    let key = try session.key(#"{"jsonrpc":"2.0","id":4,"method":"tools/call","params":{"name":"b"}}"#)
    #expect(session.progress(key: key, ToolProgress(done: 1)) == [])
  }

  @Test func `an id at work is not taken a second time, and its answer stays its own`() throws {
    var session = Samples.session()
    let key = try session.key(Self.call)
    let second = session.answers(Self.call)
    #expect(second.first?["error"]?["code"] == -32600)
    #expect(second.first?["id"] == nil)
    #expect(session.finish(key: key, ToolResult(content: [])).count == 1)
    #expect(throws: Never.self) { try session.key(Self.call) }
  }

  @Test(arguments: [
    #"{"name":"zzz"}"#, #"{"name":7}"#, "{}", #"{"name":"a","arguments":[]}"#, #"{"name":"a","arguments":"x"}"#,
    #"{"name":"a","arguments":{"p":"\ud800"}}"#,
  ])
  func `a call that cannot be made is refused under its id`(params: String) {
    var session = Samples.session()
    let answer = session.answers(#"{"jsonrpc":"2.0","id":3,"method":"tools/call","params":\#(params)}"#).first
    #expect(answer?["error"]?["code"] == -32602)
    #expect(answer?["id"] == 3)
  }

  @Test func `what goes wrong in a tool is a result`() throws {
    var session = Samples.session()
    let key = try session.key(Self.call)
    guard case .send(let frame) = session.finish(key: key, ToolResult(content: [.text("no")], isError: true)).first
    else { return }
    let answer = try JSONValue(frame)
    #expect(answer["result"]?["isError"] == true)
    #expect(answer["error"] == nil)
  }

  @Test func `arguments are read by kind`() throws {
    let arguments = ToolArguments([
      JSONMember(name: "text", value: "a"), JSONMember(name: "number", value: .number("2.0")),
      JSONMember(name: "flag", value: true), JSONMember(name: "texts", value: ["a", "b"]),
      JSONMember(name: "objects", value: [["x": "y"]]), JSONMember(name: "nothing", value: nil),
    ])
    #expect(try arguments.text("text") == "a")
    #expect(try arguments.integer(ifGiven: "number") == 2)
    #expect(try arguments.flag("flag"))
    #expect(try arguments.texts("texts") == ["a", "b"])
    #expect(try arguments.objects("objects").first?.text("x") == "y")
    #expect(try arguments.text(ifGiven: "nothing") == nil)
    #expect(throws: ArgumentFault.missing("gone")) { try arguments.text("gone") }
    #expect(throws: ArgumentFault.wrongKind("flag", wanted: "a text")) { try arguments.text("flag") }
    #expect(throws: ArgumentFault.self) { try arguments.objects("texts") }
  }
}
