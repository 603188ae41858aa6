internal import Testing
internal import Values

@testable internal import MCP

@Suite struct ElicitationTests {
  private static let question = ToolQuestion(
    message: "Replace it?", choices: ["keep", "replace"], meaning: "What to do.", state: "v1")
  private static let asking: ToolResult = {
    var result = ToolResult(content: [.text("refused")], isError: true)
    result.question = question
    return result
  }()

  private static func session(_ capabilities: String) -> ServerSession {
    var session = ServerSession(server: Samples.server)
    let hello =
      #"{"jsonrpc":"2.0","id":0,"method":"initialize","params":{"protocolVersion":"2025-11-25","capabilities":\#(capabilities)}}"#
    _ = session.receive(Array(hello.utf8))
    return session
  }

  private static let call = #"{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":"a","arguments":{"x":1}}}"#

  private static func stateless(_ more: String = "", x: Int = 1) -> String {
    let meta = Samples.meta.replacing(
      #""io.modelcontextprotocol/clientCapabilities":{}"#,
      with: #""io.modelcontextprotocol/clientCapabilities":{"elicitation":{}}"#)
    return
      #"{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{\#(meta),"name":"a","arguments":{"x":\#(x)}\#(more)}}"#
  }

  private static func sent(_ effects: [ServerEffect]) -> JSONValue? {
    guard case .send(let frame)? = effects.first else { return nil }
    return JSONValue(line: frame)
  }

  @Test(arguments: [
    (#"{"action":"accept","content":{"choice":"replace"}}"#, "replace"), (#"{"action":"decline"}"#, nil),
    (#"{"action":"cancel","content":{"choice":"replace"}}"#, nil), (#"{"action":"accept"}"#, nil), ("7", nil),
  ]) func `a client of a session is asked, and the call goes on with its answer`(result: String, choice: String?) throws
  {
    var session = Self.session(#"{"elicitation":{}}"#)
    let key = try session.key(Self.call)
    let asked = try #require(Self.sent(session.finish(key: key, Self.asking)))
    #expect(asked["method"] == "elicitation/create" && asked["params"]?["message"] == "Replace it?")
    let name = try #require(asked["id"]?.text)
    let effects = session.receive(Array(#"{"jsonrpc":"2.0","id":"\#(name)","result":\#(result)}"#.utf8))
    guard case .call(key, let call)? = effects.first else {
      Issue.record("the call does not go on: \(effects)")
      return
    }
    #expect(call.answer == ToolAnswer(choice: choice, isDeclined: result.contains("decline"), state: "v1"))
    #expect(session.receive(Array(#"{"jsonrpc":"2.0","id":"\#(name)","result":\#(result)}"#.utf8)).isEmpty)
    let answer = Self.sent(session.finish(key: key, Self.asking))
    #expect(answer?["id"] == 1 && answer?["result"]?["isError"] == true, "asked once only")
  }

  @Test(arguments: ["{}", #"{"elicitation":{"url":{}}}"#])
  func `one that cannot ask gets the refusal`(capabilities: String) throws {
    var session = Self.session(capabilities)
    let key = try session.key(Self.call)
    #expect(Self.sent(session.finish(key: key, Self.asking))?["result"]?["isError"] == true)
  }

  @Test func `an error instead of an answer is none, and a cancelled call does not go on`() throws {
    var session = Self.session(#"{"elicitation":{"form":{}}}"#)
    let key = try session.key(Self.call)
    let name = try #require(Self.sent(session.finish(key: key, Self.asking))?["id"]?.text)
    let error = #"{"jsonrpc":"2.0","id":"\#(name)","error":{"code":-1,"message":"no"}}"#
    guard case .call(_, let call)? = session.receive(Array(error.utf8)).first else {
      Issue.record("no call")
      return
    }
    #expect(call.answer?.choice == nil)
    var other = Self.session(#"{"elicitation":{}}"#)
    let second = try other.key(Self.call)
    let asked = try #require(Self.sent(other.finish(key: second, Self.asking))?["id"]?.text)
    _ = other.receive(Array(#"{"jsonrpc":"2.0","method":"notifications/cancelled","params":{"requestId":1}}"#.utf8))
    #expect(other.receive(Array(#"{"jsonrpc":"2.0","id":"\#(asked)","result":{"action":"accept"}}"#.utf8)).isEmpty)
  }

  @Test func `a stateless call ends with the question, and its state counts once and for the same call only`() throws {
    var session = ServerSession(server: Samples.server, questions: OpenQuestions(mark: "r"))
    func state() throws -> String {
      let key = try session.key(Self.stateless())
      let asked = try #require(Self.sent(session.finish(key: key, Self.asking))?["result"])
      #expect(asked["resultType"] == "input_required")
      #expect(asked["inputRequests"]?["answer"]?["method"] == "elicitation/create")
      return try #require(asked["requestState"]?.text)
    }
    let answer = #","inputResponses":{"answer":{"action":"accept","content":{"choice":"replace"}}},"requestState":"#
    let first = try state()
    guard case .call(_, let call)? = session.receive(Array(Self.stateless(answer + #""\#(first)""#).utf8)).first else {
      Issue.record("no call")
      return
    }
    #expect(call.answer == ToolAnswer(choice: "replace", state: "v1"))
    _ = session.receive(Array(#"{"jsonrpc":"2.0","method":"notifications/cancelled","params":{"requestId":1}}"#.utf8))
    let again = Self.sent(session.receive(Array(Self.stateless(answer + #""\#(first)""#).utf8)))
    #expect(again?["error"]?["code"] == -32_602)
    let second = try state()
    let other = Self.sent(session.receive(Array(Self.stateless(answer + #""\#(second)""#, x: 2).utf8)))
    #expect(other?["error"]?["code"] == -32_602)
    let forged = Self.sent(session.receive(Array(Self.stateless(answer + #""ask-1-x""#).utf8)))
    #expect(forged?["error"]?["code"] == -32_602)
  }
}
