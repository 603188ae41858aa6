internal import Testing
internal import Values

@testable internal import MCP

@Suite struct ResourceTests {
  private static let described = ServerDescription(
    name: "stet", title: "Stet", version: "1", tools: [Samples.tool("a")],
    templates: [ResourceTemplate(uri: "file:///n/{+path}", name: "file", description: "A file.")])

  private static func session(_ version: String? = "2025-11-25") -> ServerSession {
    var session = ServerSession(server: described)
    if let version { _ = session.receive(Array(Samples.initialize(version).utf8)) }
    return session
  }

  private static func request(_ id: Int, _ method: String, _ params: String = "", stateless: Bool = false) -> [UInt8] {
    let meta = stateless ? Samples.meta + (params.isEmpty ? "" : ",") : ""
    return Array(#"{"jsonrpc":"2.0","id":\#(id),"method":"\#(method)","params":{\#(meta)\#(params)}}"#.utf8)
  }

  private static func sent(_ effects: [ServerEffect]) -> [JSONValue] {
    effects.compactMap { effect in
      if case .send(let frame) = effect { JSONValue(line: frame) } else { nil }
    }
  }

  @Test func `a server that has resources says so, one that has none knows no such method`() {
    var with = ServerSession(server: Self.described)
    let agreed = with.answers(Samples.initialize("2025-11-25")).first
    #expect(agreed?["result"]?["capabilities"]?["resources"]?["subscribe"] == true)
    var without = Samples.session()
    let refused = Self.sent(without.receive(Self.request(1, "resources/list"))).first
    #expect(refused?["error"]?["code"] == -32_601)
  }

  @Test(arguments: [false, true]) func `a page and a content are answered in the revision's form`(stateless: Bool) {
    var session = Self.session()
    guard
      case .resources(let key, let call)? = session.receive(Self.request(1, "resources/list", stateless: stateless))
        .first
    else {
      Issue.record("no call")
      return
    }
    #expect(call.wish == .list(cursor: nil))
    let entry = ResourceEntry(uri: "file:///n/a.md", name: "a.md", type: "text/markdown", size: 3)
    let page = Self.sent(session.finish(key: key, ResourceAnswer.page([entry], next: "a.md"))).first?["result"]
    #expect(page?["resources"]?.elements?.first?["uri"] == "file:///n/a.md")
    #expect(page?["nextCursor"] == "a.md")
    #expect((page?["ttlMs"] == 0) == stateless)
    let read = Self.request(2, "resources/read", #""uri":"file:///n/x""#, stateless: stateless)
    guard case .resources(let second, _)? = session.receive(read).first else { return }
    let missing = Self.sent(session.finish(key: second, ResourceAnswer.missing(uri: "file:///n/x"))).first?["error"]
    #expect(missing?["code"] == (stateless ? -32_602 : -32_002))
  }

  @Test func `a session hears of what it subscribed to, until it does not`() {
    var session = Self.session()
    let effects = session.receive(Self.request(1, "resources/subscribe", #""uri":"file:///n/a""#))
    #expect(effects.contains(.watch))
    let change = ResourceChange(uris: ["file:///n/a", "file:///n/b"], changesList: true)
    #expect(Self.sent(session.changed(change)).map { $0["params"]?["uri"] } == ["file:///n/a"])
    _ = session.receive(Self.request(2, "resources/unsubscribe", #""uri":"file:///n/a""#))
    #expect(session.changed(change).isEmpty)
    _ = session.receive(Self.request(3, "resources/list"))
    #expect(Self.sent(session.changed(change)).map { $0["method"] } == ["notifications/resources/list_changed"])
  }

  @Test func `each listening request hears under its own id, after it was acknowledged, until it is cancelled`() throws
  {
    var session = Self.session(nil)
    let filter =
      #""notifications":{"resourceSubscriptions":["file:///n/a"],"resourcesListChanged":true,"toolsListChanged":true}"#
    let effects = session.receive(Self.request(7, "subscriptions/listen", filter, stateless: true))
    let told = try #require(Self.sent(effects).first)
    #expect(told["method"] == "notifications/subscriptions/acknowledged")
    #expect(told["params"]?["notifications"]?["toolsListChanged"] == nil)
    #expect(effects.contains(.watch))
    let change = ResourceChange(uris: ["file:///n/a"], changesList: true)
    let heard = Self.sent(session.changed(change))
    #expect(heard.map { $0["params"]?["_meta"]?["io.modelcontextprotocol/subscriptionId"] } == [7, 7])
    let again = Self.sent(session.receive(Self.request(7, "subscriptions/listen", filter, stateless: true))).first
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
    var session = Self.session()
    let refused = Self.sent(session.receive(Self.request(1, "resources/subscribe", #""uri":"\#(uri)""#))).first
    #expect(refused?["error"]?["code"] == -32_602)
    #expect(session.changed(ResourceChange(uris: [uri], changesList: false)).isEmpty)
  }

  @Test(arguments: ["resources/read", "resources/subscribe"]) func `a resource is named`(method: String) {
    var session = Self.session()
    #expect(Self.sent(session.receive(Self.request(1, method))).first?["error"]?["code"] == -32_602)
    #expect(Self.sent(session.receive(Self.request(2, method, #""uri":7"#))).first?["error"]?["code"] == -32_602)
  }
}
