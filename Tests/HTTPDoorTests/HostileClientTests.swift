import HTTPDoor
import TestSupport
import Testing

/// Clients that mean no good, or are broken: scenarios 140, 141, 143 and 144. After each, the next one is served.
struct HostileClientTests {
  private static let list =
    #"{"jsonrpc":"2.0","id":1,"method":"tools/list","params":{"_meta":{"io.modelcontextprotocol/protocolVersion":"2026-07-28","io.modelcontextprotocol/clientCapabilities":{}}}}"#

  private static func isServed(_ server: TestServer) async -> Bool {
    await server.exchange(
      server.post(list, ["MCP-Protocol-Version": "2026-07-28", "Mcp-Method": "tools/list"])
    ).status == 200
  }

  @Test(arguments: [
    ("a page by another name", ["Host": "evil.example:7717"], 403),
    ("a page in a browser", ["Origin": "http://evil.example"], 403),
    ("a page without an origin", ["Origin": "null"], 403),
    ("no token", ["Authorization": ""], 401),
    ("another workspace's token", ["Authorization": "Bearer " + String(repeating: "0", count: 64)], 401),
    ("a form", ["Content-Type": "text/plain"], 415),
    ("a body beyond the limit", ["Content-Length": "1073741824"], 413),
  ])
  func `what may not come in is turned away before its body is read`(
    name: String, changes: [String: String], status: Int
  ) async throws {
    try await TestServer.run { server in
      let reply = await server.exchange(server.post(Self.list, changes))
      #expect(reply.status == status, "\(name): \(reply)")
      #expect(reply.header("Access-Control-Allow-Origin") == nil)
      #expect(await Self.isServed(server))
    }
  }

  @Test(arguments: ["GET", "OPTIONS", "HEAD", "PUT", "TRACE", "CONNECT"])
  func `only posts and ends of sessions are taken`(method: String) async throws {
    try await TestServer.run { server in
      let reply = await server.exchange(
        "\(method) /mcp HTTP/1.1\r\nHost: 127.0.0.1:\(server.port)\r\nAuthorization: Bearer \(TestServer.token.text)\r\n"
          + "Upgrade: websocket\r\nConnection: Upgrade\r\n\r\n")
      #expect([400, 403, 404, 405].contains(reply.status), "\(reply)")
      #expect(await Self.isServed(server))
    }
  }

  @Test(arguments: [
    "\u{0}\u{0}\u{0}\r\n\r\n", "POST\r\n\r\n", "POST /mcp HTTP/9.9\r\n\r\n",
    "POST /mcp HTTP/1.1\r\nHost 127.0.0.1\r\n\r\n", "GET /mcp HTTP/1.1\r\nHost: a\r\nHost: b\r\n\r\n",
    "POST /mcp HTTP/1.1\r\nContent-Length: -1\r\n\r\n",
    "POST /mcp HTTP/1.1\r\nContent-Length: 5\r\nContent-Length: 6\r\n\r\n",
    "POST /mcp HTTP/1.1\r\nTransfer-Encoding: chunked\r\n\r\nZZ\r\n", "\u{16}\u{3}\u{1}\u{2}\u{0}\u{1}\u{0}\u{1}",
    "POST /mcp HTTP/1.1\r\nX: \(String(repeating: "x", count: 200_000))\r\n\r\n",
    "POST /mcp HTTP/1.1\r\n" + String(repeating: "X: y\r\n", count: 5_000) + "\r\n",
    "POST /\(String(repeating: "m", count: 200_000)) HTTP/1.1\r\n\r\n",
  ])
  func `what is no request is answered by 400 or by nothing, and the connection is closed`(bytes: String) async throws {
    try await TestServer.run { server in
      let reply = await server.exchange(bytes)
      #expect([0, 400, 403, 431, 505].contains(reply.status), "\(reply)")
      #expect(await Self.isServed(server))
    }
  }

  @Test func `places that nobody asks anything at are given back to clients with the token`() async throws {
    #expect(ServerLimits().secondsIdle == 10)
    var limits = ServerLimits()
    (limits.connections, limits.secondsIdle) = (3, 1)
    try await TestServer.run(limits: limits) { server in
      let silent = (0..<3).map { _ in server.connect() }
      for connection in silent { await connection.send(Array("POST".utf8)) }
      #expect(await Self.isServed(server))
      for connection in silent { #expect(await connection.reply().wasClosed) }
    }
  }

  @Test func `of two hosts the first counts, and an address in the first line for nothing`() async throws {
    try await TestServer.run { server in
      let headers = ["MCP-Protocol-Version": "2026-07-28", "Mcp-Method": "tools/list"]
      let request = server.post(Self.list, headers)
      let host = "Host: 127.0.0.1:\(server.port)\r\n"
      let second = request.replacing(host, with: host + "Host: evil.example\r\n")
      let first = request.replacing(host, with: "Host: evil.example\r\n" + host)
      let address = request.replacing("POST /mcp", with: "POST http://evil.example/mcp")
      #expect(await server.exchange(second).status == 200)
      #expect(await server.exchange(first).status == 403)
      #expect(await server.exchange(address).status == 200)
      // Neither lets anybody in without the token.
      for text in [second, address] {
        #expect(await server.exchange(text.replacing(TestServer.token.text, with: "x")).status == 401)
      }
    }
  }

  @Test func `a length and chunks at once smuggle no second request in`() async throws {
    try await TestServer.run { server in
      let inner = server.post(Self.list)
      let changes = ["Transfer-Encoding": "chunked", "Content-Length": "\(inner.utf8.count + 5)"]
      let request = server.post("0\r\n\r\n" + inner, changes)
      let connection = server.connect()
      await connection.send(Array(request.utf8))
      connection.shut()
      let answers = await connection.read(until: "never")
      #expect(!answers.contains(#""tools""#), "\(answers)")
      #expect(await Self.isServed(server))
    }
  }

  @Test func `chunks make a message, up to its limit`() async throws {
    var limits = ServerLimits()
    limits.longestBody = 10_000
    try await TestServer.run(limits: limits) { server in
      func chunked(_ body: String) -> String {
        let headers = [
          "Transfer-Encoding": "chunked", "Content-Length": "", "MCP-Protocol-Version": "2026-07-28",
          "Mcp-Method": "tools/list",
        ]
        return server.post("", headers) + "\(String(body.utf8.count, radix: 16))\r\n\(body)\r\n0\r\n\r\n"
      }
      #expect(await server.exchange(chunked(Self.list)).status == 200)
      #expect(await server.exchange(chunked(Self.list + String(repeating: " ", count: 10_000))).status == 413)
      #expect(await Self.isServed(server))
    }
  }

  @Test func `connections that send half a request hold nobody up, and end`() async throws {
    var limits = ServerLimits()
    limits.secondsIdle = 1
    limits.secondsForBody = 1
    try await TestServer.run(limits: limits) { server in
      let whole = server.post(Self.list)
      let silent = (0..<20).map { _ in server.connect() }
      for (index, connection) in silent.enumerated() {
        await connection.send(Array(whole.utf8.prefix(index.isMultiple(of: 2) ? 30 : whole.utf8.count - 5)))
      }
      #expect(await Self.isServed(server))
      for connection in silent { #expect(await connection.reply().wasClosed) }
    }
  }

  @Test func `more connections than may be open wait until others end`() async throws {
    var limits = ServerLimits()
    limits.connections = 4
    try await TestServer.run(limits: limits) { server in
      let first = (0..<4).map { _ in server.connect() }
      let request = server.post(Self.list, ["MCP-Protocol-Version": "2026-07-28", "Mcp-Method": "tools/list"])
      for connection in first {
        await connection.send(Array(request.utf8))
        #expect(await connection.reply().status == 200)
      }
      let late = server.connect()
      await late.send(Array(request.utf8))
      for connection in first { connection.shut(2) }
      #expect(await late.reply().status == 200)
    }
  }

  @Test func `messages beyond what fits in memory at once are asked to come again`() async throws {
    var limits = ServerLimits()
    limits.bytesAtOnce = 1_000
    try await TestServer.run(limits: limits) { server in
      let first = server.connect()
      let body = HTTPServerTests.stateless("tools/call", #""name":"wait","arguments":{},"#)
      let padding = String(repeating: " ", count: 900 - body.utf8.count)
      await first.send(Array(server.post(body + padding, HTTPServerTests.headers("tools/call", "wait")).utf8))
      // A message counts until its answer ends.
      await server.events.wait(for: "began")
      let reply = await server.exchange(server.post(Self.list, ["Content-Length": "500"]))
      #expect(reply.status == 503 && reply.header("Retry-After") == "1", "\(reply)")
      first.shut(2)
      try await until { await Self.isServed(server) }
    }
  }

  @Test(arguments: [
    "", "null", "[]", "[[]]", "{}", "{\"jsonrpc\":\"2.0\"}", "\u{FEFF}{}", "{\"a\":",
    String(repeating: "[", count: 10_000),
    #"{"jsonrpc":"2.0","id":1,"method":"tools/list","params":{"_meta":7}}"#,
    #"{"jsonrpc":"2.0","id":{},"method":"tools/list"}"#,
  ])
  func `a body that is no message is refused`(body: String) async throws {
    try await TestServer.run { server in
      let reply = await server.exchange(server.post(body))
      #expect(reply.status == 400, "\(reply)")
      #expect(await Self.isServed(server))
    }
  }
}
