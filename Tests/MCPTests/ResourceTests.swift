internal import Testing
internal import Values

@testable internal import MCP

@Suite struct ResourceTests {
  private static let described = ServerDescription(
    name: "stet", title: "Stet", version: "1", tools: [Samples.tool("a")],
    templates: [ResourceTemplate(uri: "file:///n/{+path}", name: "file", description: "A file.")])

  @Test func `a server that has resources says so, one that has none knows no such method`() {
    var with = ServerSession(server: Self.described)
    let agreed = with.answers(Samples.initialize("2025-11-25")).first
    #expect(agreed?["result"]?["capabilities"]?["resources"]?["subscribe"] == true)
    var without = Samples.session()
    let refused = Samples.sent(without.receive(Samples.request(1, "resources/list"))).first
    #expect(refused?["error"]?["code"] == -32_601)
  }

  @Test(arguments: [false, true]) func `a page and a content are answered in the revision's form`(stateless: Bool) {
    var session = Samples.session(of: Self.described)
    guard
      case .resources(let key, let call)? = session.receive(Samples.request(1, "resources/list", stateless: stateless))
        .first
    else {
      Issue.record("no call")
      return
    }
    #expect(call.wish == .list(cursor: nil))
    let entry = ResourceEntry(uri: "file:///n/a.md", name: "a.md", type: "text/markdown", size: 3)
    let page = Samples.sent(session.finish(key: key, ResourceAnswer.page([entry], next: "a.md"))).first?["result"]
    #expect(page?["resources"]?.elements?.first?["uri"] == "file:///n/a.md")
    #expect(page?["nextCursor"] == "a.md")
    #expect((page?["ttlMs"] == 0) == stateless)
    let read = Samples.request(2, "resources/read", #""uri":"file:///n/x""#, stateless: stateless)
    guard case .resources(let second, _)? = session.receive(read).first else { return }
    let missing = Samples.sent(session.finish(key: second, ResourceAnswer.missing(uri: "file:///n/x"))).first?["error"]
    #expect(missing?["code"] == (stateless ? -32_602 : -32_002))
  }

  @Test func `a session hears of what it subscribed to, until it does not`() {
    var session = Samples.session(of: Self.described)
    let effects = session.receive(Samples.request(1, "resources/subscribe", #""uri":"file:///n/a""#))
    #expect(effects.contains(.watch))
    let change = ResourceChange(uris: ["file:///n/a", "file:///n/b"], changesList: true)
    #expect(Samples.sent(session.changed(change)).map { $0["params"]?["uri"] } == ["file:///n/a"])
    _ = session.receive(Samples.request(2, "resources/unsubscribe", #""uri":"file:///n/a""#))
    #expect(session.changed(change).isEmpty)
    _ = session.receive(Samples.request(3, "resources/list"))
    #expect(Samples.sent(session.changed(change)).map { $0["method"] } == ["notifications/resources/list_changed"])
  }

  @Test func `each listening request hears under its own id, after it was acknowledged, until it is cancelled`() throws
  {
    var session = ServerSession(server: Self.described)
    let filter =
      #""notifications":{"resourceSubscriptions":["file:///n/a"],"resourcesListChanged":true,"toolsListChanged":true}"#
    let effects = session.receive(Samples.request(7, "subscriptions/listen", filter, stateless: true))
    let told = try #require(Samples.sent(effects).first)
    #expect(told["method"] == "notifications/subscriptions/acknowledged")
    #expect(told["params"]?["notifications"]?["toolsListChanged"] == nil)
    #expect(effects.contains(.watch))
    let change = ResourceChange(uris: ["file:///n/a"], changesList: true)
    let heard = Samples.sent(session.changed(change))
    #expect(heard.map { $0["params"]?["_meta"]?["io.modelcontextprotocol/subscriptionId"] } == [7, 7])
    let again = Samples.sent(session.receive(Samples.request(7, "subscriptions/listen", filter, stateless: true))).first
    #expect(again?["error"] != nil, "the id listens already")
    _ = session.receive(Array(#"{"jsonrpc":"2.0","method":"notifications/cancelled","params":{"requestId":7}}"#.utf8))
    #expect(session.changed(change).isEmpty)
  }

  @Test func `no more is listened to than a number`() {
    var subscriptions = Subscriptions()
    var taken = 0
    for number in 0...Subscriptions.most where subscriptions.subscribe("\(number)") { taken += 1 }
    #expect(taken == Subscriptions.most)
    let more = subscriptions.listen(.number("1"), ["resourceSubscriptions": ["x"]])
    #expect(more == nil)
  }

  @Test(arguments: ["file:///etc/passwd", "file:///n", "n/a", ""])
  func `what is no resource of the server cannot be subscribed to`(uri: String) {
    var session = Samples.session(of: Self.described)
    let refused = Samples.sent(session.receive(Samples.request(1, "resources/subscribe", #""uri":"\#(uri)""#))).first
    #expect(refused?["error"]?["code"] == -32_602)
    #expect(session.changed(ResourceChange(uris: [uri], changesList: false)).isEmpty)
  }

  @Test(arguments: ["resources/read", "resources/subscribe"]) func `a resource is named`(method: String) {
    var session = Samples.session(of: Self.described)
    #expect(Samples.sent(session.receive(Samples.request(1, method))).first?["error"]?["code"] == -32_602)
    #expect(Samples.sent(session.receive(Samples.request(2, method, #""uri":7"#))).first?["error"]?["code"] == -32_602)
  }
}
