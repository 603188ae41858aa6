import Testing

@testable import HTTPTransfer

@Suite struct `A request that is led elsewhere` {
  private func request(_ method: String, _ address: String) throws -> TransferRequest {
    TransferRequest(
      method, try #require(TransferAddress(address)), fields: ["Accept": "a"], secrets: ["Authorization": "b"],
      body: method == "GET" ? .none : .bytes([1]))
  }

  private func next(_ method: String, _ address: String, _ status: Int, _ place: String) throws -> TransferRequest? {
    try Redirect.follow(request(method, address), TransferHead(status: status, fields: ["location": place])).get()
  }

  @Test(arguments: [
    ("/b?c", "https://h/b?c"), ("b", "https://h/x/b"), ("https://h:443/b", "https://h:443/b"), ("//h/b", "https://h/b"),
  ])
  func `keeps its secrets on the same origin`(place: String, address: String) throws {
    let next = try #require(try next("GET", "https://h/x/a", 302, place))
    #expect(next.address.text == address)
    #expect(next.secrets == ["Authorization": "b"] && next.fields == ["Accept": "a"])
  }

  @Test(arguments: ["https://other/", "https://h:444/", "https://h.other/", "//other/x", "https://user@other/"])
  func `tells them to no other`(place: String) throws {
    #expect(try #require(try next("GET", "https://h/a", 307, place)).secrets.isEmpty)
  }

  @Test(arguments: ["http://h/", "file:///etc/passwd", "ftp://h/", "gopher://h/", "https://h\\@other/", ""])
  func `does not go where nobody may follow`(place: String) throws {
    if place.isEmpty { return }
    #expect(throws: TransferError.self) { try next("GET", "https://h/a", 302, place) }
  }

  @Test func `keeps method and body, except after 303`() throws {
    #expect(try next("PUT", "https://h/a", 308, "/b")?.method == "PUT")
    #expect(try next("POST", "https://h/a", 302, "/b")?.body == .bytes([1]))
    let after = try #require(try next("POST", "https://h/a", 303, "/b"))
    #expect(after.method == "GET" && after.body == .none)
    #expect(try next("GET", "https://h/a", 200, "/b") == nil)
  }
}

@Suite struct `A transfer's parts` {
  @Test func `stands still when nothing moves for long, and longer while the server thinks`() {
    var rule = StallRule(TransferDeadline(connect: .seconds(1), stall: .seconds(3), answer: .seconds(10)), now: .zero)
    #expect(rule.left(moved: 0, isWaiting: false, now: .seconds(2)) != nil)
    #expect(rule.left(moved: 1, isWaiting: false, now: .seconds(4)) == .seconds(3))
    #expect(rule.left(moved: 1, isWaiting: false, now: .seconds(7)) == nil)
    #expect(rule.left(moved: 1, isWaiting: true, now: .seconds(7)) == .seconds(7))
    #expect(rule.left(moved: 1, isWaiting: true, now: .seconds(14)) == nil)
  }

  @Test func `may pause for a rate limit besides`() {
    var rule = StallRule(TransferDeadline(connect: .seconds(1), stall: .seconds(3), answer: .seconds(10)), now: .zero)
    #expect(rule.left(moved: 1, isWaiting: false, pause: .seconds(40), now: .seconds(1)) == .seconds(43))
    #expect(rule.left(moved: 1, isWaiting: false, pause: .seconds(40), now: .seconds(43)) == .seconds(1))
    #expect(rule.left(moved: 1, isWaiting: false, pause: .seconds(40), now: .seconds(44)) == nil)
  }

  @Test func `a head is the last one that came`() {
    var head = TransferHead(status: 0, fields: [:])
    for line in ["HTTP/1.1 100 Continue\r\n", "X: y\r\n", "\r\n", "HTTP/2 429\r\n", "RETRY-After:  7 \r\n", "\r\n"] {
      head.take(line: Array(line.utf8))
    }
    #expect(head == TransferHead(status: 429, fields: ["retry-after": "7"]))
    #expect(head.retryAfter == 7)
  }

  @Test(arguments: ["", "example.com/a", "file:///a", "http://", "http://h/a b", "http://h\n/"])
  func `what is no web address is none`(text: String) {
    #expect(TransferAddress(text) == nil)
  }
}
