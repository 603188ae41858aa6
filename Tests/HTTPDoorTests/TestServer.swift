import Dispatch
import Glibc
import HTTPDoor
import Logging
import MCP
import Synchronization

/// A server on a free port with three tools: `echo` answers what it is given, `wait` ends when it is given up, `ask` asks
/// the client's person.
final class TestServer: Sendable {
  static let token = AccessToken(bytes: Array(repeating: 0x5C, count: 32))

  let port: Int
  /// The events of calls of `wait`.
  let events: Events

  private init(port: Int, events: Events) {
    self.port = port
    self.events = events
  }

  /// Runs a server for as long as `body` takes.
  static func run(limits: ServerLimits = ServerLimits(), _ body: @escaping (TestServer) async throws -> Void)
    async throws
  {
    let events = Events()
    let tools = ["echo", "wait", "ask"].map { name in
      ToolDefinition(
        name: name, title: name, description: name, input: ["type": "object"], output: ["type": "object"],
        hints: .readOnly)
    }
    let server = HTTPServer(
      server: ServerDescription(name: "test", title: "Test", version: "1", tools: tools), token: token, port: 0,
      limits: limits, logger: Logger(label: "test", factory: { _ in SwiftLogNoOpLogHandler() })
    ) {
      SessionServices { call, progress in
        guard call.tool == "wait" else {
          var result = ToolResult(content: [.text((try? call.arguments.text("text")) ?? "nothing")])
          if call.tool == "ask" {
            result.question = ToolQuestion(message: "Go on?", choices: ["yes"], meaning: "yes goes on", state: "asked")
          }
          return result
        }
        progress(ToolProgress(done: 1, total: 2))
        events.add("began")
        await withTaskCancellationHandler {
          await events.wait(for: "released")
        } onCancel: {
          events.add("given up")
          events.add("released")
        }
        return ToolResult(content: [.text("waited")])
      }
    }
    let (ports, sink) = AsyncStream<Int>.makeStream()
    let task = Task {
      try await server.run(endsOnSignals: false) { port in sink.yield(port) }
      sink.finish()
    }
    var iterator = ports.makeAsyncIterator()
    guard let port = await iterator.next() else { return try await task.value }
    let result: Result<Void, any Error>
    do {
      try await body(TestServer(port: port, events: events))
      result = .success(())
    } catch { result = .failure(error) }
    events.add("released")
    task.cancel()
    _ = await task.result
    try result.get()
  }

  /// Opens a connection.
  func connect() -> Connection { Connection(port: port) }

  /// Sends bytes over a connection of its own, and reads until the server closes or an answer is whole.
  func exchange(_ request: String) async -> Reply {
    let connection = connect()
    await connection.send(Array(request.utf8))
    return await connection.reply()
  }

  /// A message as a request, with headers changed or (empty) left out.
  func post(_ body: String, _ changes: [String: String] = [:]) -> String {
    var headers = [
      "Host": "127.0.0.1:\(port)", "Authorization": "Bearer \(Self.token.text)", "Content-Type": "application/json",
      "Accept": "application/json, text/event-stream", "Content-Length": "\(body.utf8.count)",
    ]
    for (name, value) in changes { headers[name] = value.isEmpty ? nil : value }
    let lines = headers.map { "\($0.key): \($0.value)" }.sorted()
    return (["POST /mcp HTTP/1.1"] + lines + ["", body]).joined(separator: "\r\n")
  }
}
