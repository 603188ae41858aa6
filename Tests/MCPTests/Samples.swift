internal import Values

@testable internal import MCP

/// A server with tools that only a test needs, and lines as clients write them.
enum Samples {
  /// A tool of that name.
  static func tool(_ name: String) -> ToolDefinition {
    ToolDefinition(
      name: name, title: name.uppercased(), description: "Does \(name).", input: ["type": "object"],
      output: ["type": "object"], hints: .changes(destructive: true, idempotent: false))
  }

  /// A server with tools `a`, `b` and `c`, two a page.
  static let server = {
    var server = ServerDescription(
      name: "stet", title: "Stet", version: "1", instructions: "Read first.",
      tools: [tool("a"), tool("b"), tool("c")], pageSize: 2)
    server.sendsStructured = true
    return server
  }()

  /// The metadata of a stateless request.
  static let meta = """
    "_meta":{"io.modelcontextprotocol/protocolVersion":"2026-07-28",\
    "io.modelcontextprotocol/clientCapabilities":{},"io.modelcontextprotocol/clientInfo":{"name":"cli","version":"1"}}
    """

  /// `initialize`, asking for a revision.
  static func initialize(_ version: String) -> String {
    """
    {"jsonrpc":"2.0","id":0,"method":"initialize","params":{"protocolVersion":"\(version)","capabilities":{},\
    "clientInfo":{"name":"old","version":"2"}}}
    """
  }

  /// Returns a session of a server that began with `initialize`.
  static func session(_ version: String = "2025-11-25", of server: ServerDescription = server) -> ServerSession {
    var session = ServerSession(server: server)
    _ = session.receive(Array(initialize(version).utf8))
    return session
  }

  /// Returns the line of a request.
  static func request(_ id: Int, _ method: String, _ params: String = "", stateless: Bool = false) -> [UInt8] {
    let meta = stateless ? Self.meta + (params.isEmpty ? "" : ",") : ""
    return Array(#"{"jsonrpc":"2.0","id":\#(id),"method":"\#(method)","params":{\#(meta)\#(params)}}"#.utf8)
  }

  /// Returns the sent frames, parsed.
  static func sent(_ effects: [ServerEffect]) -> [JSONValue] {
    effects.compactMap { effect in
      if case .send(let frame) = effect { JSONValue(line: frame) } else { nil }
    }
  }
}

extension ServerSession {
  /// Takes a line as text; gives what is sent back, parsed.
  mutating func answers(_ line: String) -> [JSONValue] {
    receive(Array(line.utf8)).compactMap { effect in
      guard case .send(let frame) = effect else { return nil }
      return try? JSONValue(frame)
    }
  }

  /// Takes a line that is a call; gives its key.
  ///
  /// - Throws: where no call comes of it.
  mutating func key(_ line: String) throws -> Int {
    for case .call(let key, _) in receive(Array(line.utf8)) { return key }
    throw NoCall()
  }
}

/// A line was no call.
struct NoCall: Error {}
