import HTTPDoor
import Testing

/// The server over real sockets: what the two eras of the protocol say to each other (Streamable HTTP).
struct HTTPServerTests {
  private static let meta =
    #""_meta":{"io.modelcontextprotocol/protocolVersion":"2026-07-28","io.modelcontextprotocol/clientCapabilities":{},"progressToken":"t"}"#

  static func stateless(_ method: String, _ params: String = "", id: Int = 1) -> String {
    #"{"jsonrpc":"2.0","id":\#(id),"method":"\#(method)","params":{\#(params)\#(meta)}}"#
  }

  static func headers(_ method: String, _ name: String = "") -> [String: String] {
    ["MCP-Protocol-Version": "2026-07-28", "Mcp-Method": method, "Mcp-Name": name]
  }

  private static let initialize =
    #"{"jsonrpc":"2.0","id":0,"method":"initialize","params":{"protocolVersion":"2025-11-25","capabilities":{},"clientInfo":{"name":"robot","version":"1"}}}"#

  private static func call(_ tool: String, id: Int = 2, _ more: String = "") -> String {
    #"{"jsonrpc":"2.0","id":\#(id),"method":"tools/call","params":{"name":"\#(tool)","arguments":{"text":"hé"}\#(more)}}"#
  }

  @Test func `a stateless request stands for itself`() async throws {
    try await TestServer.run { server in
      let found = await server.exchange(
        server.post(Self.stateless("server/discover"), Self.headers("server/discover")))
      #expect(found.status == 200 && found.body.contains(#""supportedVersions":["2026-07-28"]"#), "\(found)")
      #expect(found.header("Content-Type") == "application/json" && found.header("Mcp-Session-Id") == nil)
      let body = Self.stateless("tools/call", #""name":"echo","arguments":{"text":"hé"},"#)
      let called = await server.exchange(server.post(body, Self.headers("tools/call", "echo")))
      #expect(called.status == 200 && called.body.contains("hé"), "\(called)")
    }
  }

  @Test func `a stateless request that cannot be carried out has the status that the protocol names`() async throws {
    try await TestServer.run { server in
      let unknown = await server.exchange(server.post(Self.stateless("no/such"), Self.headers("no/such")))
      #expect(unknown.status == 404 && unknown.body.contains("-32601"), "\(unknown)")
      let other = await server.exchange(server.post(Self.stateless("tools/list"), Self.headers("tools/call")))
      #expect(other.status == 400 && other.body.contains("-32020") && other.body.contains(#""id":1"#), "\(other)")
      let bare = await server.exchange(server.post(Self.stateless("tools/list")))
      #expect(bare.status == 400 && bare.body.contains("-32020"), "\(bare)")
      let old = Self.stateless("tools/list").replacing("2026-07-28", with: "2031-01-01")
      var headers = Self.headers("tools/list")
      headers["MCP-Protocol-Version"] = "2031-01-01"
      let future = await server.exchange(server.post(old, headers))
      #expect(future.status == 400 && future.body.contains("-32022"), "\(future)")
    }
  }

  @Test func `an older client has a session from its handshake until it ends it`() async throws {
    try await TestServer.run { server in
      let opened = await server.exchange(server.post(Self.initialize))
      let id = try #require(opened.header("Mcp-Session-Id"))
      #expect(opened.status == 200 && opened.body.contains(#""protocolVersion":"2025-11-25""#))
      #expect(id.utf8.count == 64)
      let session = ["Mcp-Session-Id": id, "MCP-Protocol-Version": "2025-11-25"]
      let notice = #"{"jsonrpc":"2.0","method":"notifications/initialized"}"#
      #expect(await server.exchange(server.post(notice, session)).status == 202)
      let called = await server.exchange(server.post(Self.call("echo"), session))
      #expect(called.status == 200 && called.body.contains("hé"), "\(called)")
      #expect(await server.exchange(server.post(Self.call("echo"))).status == 400)
      #expect(await server.exchange(server.post(Self.call("echo"), ["Mcp-Session-Id": "x"])).status == 404)
      var odd = session
      odd["MCP-Protocol-Version"] = "1999-01-01"
      #expect(await server.exchange(server.post(Self.call("echo"), odd)).status == 400)
      let end = server.post("", session).replacing("POST", with: "DELETE")
      #expect(await server.exchange(end).status == 204)
      #expect(await server.exchange(server.post(Self.call("echo"), session)).status == 404)
      #expect(await server.exchange(end).status == 404)
    }
  }

  @Test func `one connection serves one request after the other, also where they were sent at once`() async throws {
    try await TestServer.run { server in
      let request = server.post(Self.stateless("tools/list"), Self.headers("tools/list"))
      let connection = server.connect()
      await connection.send(Array((request + request).utf8))
      #expect(await connection.read(until: "}}HTTP/1.1 200 OK").contains("}}HTTP/1.1 200 OK"))
      let other = server.connect()
      for _ in 0..<3 {
        await other.send(Array(request.utf8))
        #expect(await other.reply().status == 200)
      }
    }
  }

  @Test func `a call that tells its progress is a stream, and is given up when the client closes it`() async throws {
    try await TestServer.run { server in
      let connection = server.connect()
      let body = Self.stateless("tools/call", #""name":"wait","arguments":{},"#)
      await connection.send(Array(server.post(body, Self.headers("tools/call", "wait")).utf8))
      let start = await connection.read(until: "notifications/progress")
      #expect(start.contains("text/event-stream") && start.contains("event: message\ndata: {"), "\(start)")
      await server.events.wait(for: "began")
      connection.shut(2)
      await server.events.wait(for: "given up")
    }
  }

  @Test func `a call that is done at once is answered, however many come`() async throws {
    try await TestServer.run { server in
      let body = Self.stateless("tools/call", #""name":"echo","arguments":{"text":"hé"},"#)
      let request = server.post(body, Self.headers("tools/call", "echo"))
      for _ in 0..<20 {
        await withTaskGroup { group in
          for _ in 0..<10 { group.addTask { await server.exchange(request).status } }
          for await status in group { #expect(status == 200) }
        }
      }
    }
  }

  @Test func `a call of an older client ends with its result in the stream, or when it says so`() async throws {
    try await TestServer.run { server in
      let opened = await server.exchange(server.post(Self.initialize))
      let session = ["Mcp-Session-Id": try #require(opened.header("Mcp-Session-Id"))]
      let connection = server.connect()
      let waiting = Self.call("wait", id: 7, #","_meta":{"progressToken":1}"#)
      await connection.send(Array(server.post(waiting, session).utf8))
      _ = await connection.read(until: "notifications/progress")
      let cancel = #"{"jsonrpc":"2.0","method":"notifications/cancelled","params":{"requestId":7}}"#
      #expect(await server.exchange(server.post(cancel, session)).status == 202)
      await server.events.wait(for: "given up")
      let rest = await connection.read(until: "0\r\n\r\n")
      #expect(!rest.contains("waited"), "\(rest)")
      let again = server.connect()
      await again.send(Array(server.post(waiting, session).utf8))
      let answer = await again.read(until: "0\r\n\r\n")
      #expect(answer.contains(#""id":7"#) && answer.contains("waited"), "\(answer)")
    }
  }

  @Test func `a question to the person of a client that is gone, or whose session ended, holds no connection`()
    async throws
  {
    var limits = ServerLimits()
    (limits.connections, limits.secondsToKeepAlive) = (2, 1)
    try await TestServer.run(limits: limits) { server in
      let hello = Self.initialize.replacing(#""capabilities":{}"#, with: #""capabilities":{"elicitation":{}}"#)
      let opened = await server.exchange(server.post(hello))
      let session = ["Mcp-Session-Id": try #require(opened.header("Mcp-Session-Id"))]
      func ask(_ id: Int) async -> Connection {
        let connection = server.connect()
        await connection.send(Array(server.post(Self.call("ask", id: id), session).utf8))
        let question = await connection.read(until: "elicitation/create")
        #expect(question.contains("elicitation/create"), "\(question)")
        return connection
      }
      for id in 1...2 { await ask(id).shut(2) }
      let listening = await ask(3)
      let end = server.post("", session).replacing("POST", with: "DELETE")
      #expect(await server.exchange(end).status == 204)
      #expect(await listening.read(until: "0\r\n\r\n").contains("0\r\n\r\n"))
    }
  }
}
