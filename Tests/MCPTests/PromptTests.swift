internal import Testing
internal import Values

@testable internal import MCP

@Suite struct PromptTests {
  private static let described: ServerDescription = {
    var server = ServerDescription(name: "stet", title: "Stet", version: "1", tools: [Samples.tool("a")])
    server.servesPrompts = true
    return server
  }()

  @Test func `a server that has prompts says so`() {
    var session = ServerSession(server: Self.described)
    let agreed = session.answers(Samples.initialize("2025-11-25")).first
    #expect(agreed?["result"]?["capabilities"] == ["tools": [:], "prompts": ["listChanged": true]])
  }

  @Test(arguments: [("2024-11-05", false), ("2025-11-25", false), ("2025-11-25", true)])
  func `the list and a prompt are answered in the revision's form`(version: String, stateless: Bool) throws {
    var session = Samples.session(version, of: Self.described)
    guard
      case .resources(let key, let call)? = session.receive(Samples.request(1, "prompts/list", stateless: stateless))
        .first
    else {
      Issue.record("no call")
      return
    }
    #expect(call.wish == .prompts)
    let entry = PromptEntry(name: "a", title: "A", description: "Does a.", arguments: ["topic"])
    let list = try #require(Samples.sent(session.finish(key: key, ResourceAnswer.prompts([entry]))).first?["result"])
    let prompt = try #require(list["prompts"]?.elements?.first)
    #expect(prompt["name"] == "a" && prompt["description"] == "Does a.")
    #expect((prompt["title"] == "A") == (version != "2024-11-05"))
    #expect(prompt["arguments"] == [["name": "topic", "required": false]])
    #expect((list["ttlMs"] == 0) == stateless)
    let get = Samples.request(2, "prompts/get", #""name":"a","arguments":{"topic":"x"}"#, stateless: stateless)
    guard case .resources(let second, let wanted)? = session.receive(get).first else { return }
    #expect(wanted.wish == .prompt(name: "a", values: ["topic": "x"]))
    let facts = PromptContent.Resource(uri: "stet://a", type: "application/json", text: "{}")
    let content = PromptContent(description: "Does a.", texts: ["Do a to x."], resources: [facts])
    let answer = Samples.sent(session.finish(key: second, ResourceAnswer.prompt(content))).first?["result"]
    let resource: JSONValue = ["uri": "stet://a", "mimeType": "application/json", "text": "{}"]
    let messages: JSONValue = [
      ["role": "user", "content": ["type": "text", "text": "Do a to x."]],
      ["role": "user", "content": ["type": "resource", "resource": resource]],
    ]
    #expect(answer?["messages"] == messages)
  }

  @Test(arguments: [
    ("prompts/get", ""), ("prompts/get", #""name":7"#), ("prompts/get", #""name":"a","arguments":[]"#),
    ("prompts/get", #""name":"a","arguments":{"x":1}"#), ("prompts/list", #""cursor":"x""#),
  ])
  func `wrong parameters are refused`(method: String, params: String) {
    var session = Samples.session(of: Self.described)
    #expect(Samples.sent(session.receive(Samples.request(1, method, params))).first?["error"]?["code"] == -32_602)
  }

  @Test func `an unknown prompt is an error of the parameters`() {
    var session = Samples.session(of: Self.described)
    guard case .resources(let key, _)? = session.receive(Samples.request(1, "prompts/get", #""name":"a""#)).first else {
      return
    }
    #expect(Samples.sent(session.finish(key: key, .unknownPrompt("a"))).first?["error"]?["code"] == -32_602)
  }

  @Test func `a client that lists prompts hears of changes, and one that listens does too`() {
    var session = Samples.session(of: Self.described)
    var change = ResourceChange(uris: [], changesList: true)
    change.changesPrompts = true
    #expect(session.changed(change).isEmpty)
    #expect(session.receive(Samples.request(1, "prompts/list")).contains(.watch))
    #expect(Samples.sent(session.changed(change)).map { $0["method"] } == ["notifications/prompts/list_changed"])
    change.changesPrompts = false
    #expect(session.changed(change).isEmpty)
  }
}
