internal import Dispatch
internal import Glibc
internal import Synchronization

/// Serves one client over two descriptors, with one message on each line (the protocol's stdio transport).
///
/// Reads on a queue of its own and writes on another, both blocking. While a client does not read, no further message
/// of it is read, so that nothing accumulates.
package final class StdioServer: Sendable {
  /// Executes a call; `progress` reports its progress.
  package typealias Handler =
    @Sendable (
      _ call: ToolCall, _ progress: @escaping @Sendable (ToolProgress) -> Void
    ) async -> ToolResult
  /// Answers a request about resources.
  package typealias Finder = @Sendable (_ call: ResourceCall) async -> ResourceAnswer

  /// The longest message in bytes: the daemon's limit plus space for escapes.
  package static let longestLine = 96 << 20
  /// The largest number of concurrent calls; further messages wait unread.
  private static let mostAtWork = 32

  private struct State {
    var session: ServerSession
    var tasks: [Int: Task<Void, Never>] = [:]
    var watch: Task<Void, Never>?
    var isGone = false
  }

  private let input: Int32
  private let output: Int32
  private let limit: Int
  private let handler: Handler
  private let finder: Finder
  private let changes: @Sendable () -> AsyncStream<ResourceChange>
  private let state: Mutex<State>
  private let reading = DispatchQueue(label: "stet.mcp.read")
  private let writing = DispatchQueue(label: "stet.mcp.write")
  private let places = DispatchSemaphore(value: mostAtWork)
  private let calls = DispatchGroup()

  /// Creates a server on descriptors that must stay open while it runs; `changes` starts reporting changes of resources
  /// when a client requests that.
  package init(
    server: ServerDescription, input: Int32, output: Int32, limit: Int = StdioServer.longestLine,
    finder: @escaping Finder = { _ in .failed("There are no resources.") },
    changes: @escaping @Sendable () -> AsyncStream<ResourceChange> = { AsyncStream { $0.finish() } },
    handler: @escaping Handler
  ) {
    self.input = input
    self.output = output
    self.limit = limit
    self.handler = handler
    self.finder = finder
    self.changes = changes
    state = Mutex(State(session: ServerSession(server: server, questions: OpenQuestions(mark: Self.mark()))))
  }

  private static func mark() -> String {
    String(UInt64.random(in: .min ... .max), radix: 36) + String(UInt64.random(in: .min ... .max), radix: 36)
  }

  /// Serves until the client closes its end; returns when the calls in progress are finished and answered.
  package func run() async {
    await withCheckedContinuation { continuation in
      reading.async {
        self.read()
        self.calls.wait()
        self.state.withLock { $0.watch }?.cancel()
        self.writing.sync {}
        continuation.resume()
      }
    }
  }

  private func read() {
    var framer = LineFramer(limit: limit)
    var buffer = [UInt8](repeating: 0, count: 1 << 16)
    while !state.withLock({ $0.isGone }) {
      let count = Glibc.read(input, &buffer, buffer.count)
      if count < 0, errno == EINTR { continue }
      guard count > 0 else { break }
      for piece in framer.take(buffer[..<count]) { take(piece) }
    }
    if let piece = framer.finish() { take(piece) }
  }

  private func take(_ piece: LineFramer.Piece) {
    let effects = state.withLock { state in
      switch piece {
      case .line(let line): state.session.receive(line)
      case .tooLong: state.session.refuseLongLine(limit: limit)
      }
    }
    for effect in effects {
      switch effect {
      case .send(let frame): writing.sync { write(frame) }
      case .call(let key, let call):
        begin(key) { server in
          let result = await server.handler(call) { progress in
            server.send(server.state.withLock { $0.session.progress(key: key, progress) })
          }
          return { $0.finish(key: key, result) }
        }
      case .resources(let key, let call):
        begin(key) { server in
          let answer = await server.finder(call)
          return { $0.finish(key: key, answer) }
        }
      case .watch: watch()
      case .cancel(let key): state.withLock { $0.tasks[key] }?.cancel()
      }
    }
  }

  private func begin(
    _ key: Int,
    _ body: @escaping @Sendable (StdioServer) async -> @Sendable (inout ServerSession) -> [ServerEffect]
  ) {
    places.wait()
    calls.enter()
    // Locked until the task is in the table, so that a task that ends at once is not added after its removal.
    state.withLock { state in
      state.tasks[key] = Task {
        let finish = await body(self)
        let effects = self.state.withLock { state in
          state.tasks[key] = nil
          return finish(&state.session)
        }
        self.send(effects) {
          self.places.signal()
          self.calls.leave()
        }
      }
    }
  }

  /// Notifies the client of changes, each after it has read the previous one.
  private func watch() {
    state.withLock { state in
      guard state.watch == nil else { return }
      state.watch = Task {
        for await change in self.changes() {
          let effects = self.state.withLock { $0.session.changed(change) }
          guard !effects.isEmpty else { continue }
          await withCheckedContinuation { continuation in self.send(effects) { continuation.resume() } }
        }
      }
    }
  }

  private func send(_ effects: [ServerEffect], then done: @escaping @Sendable () -> Void = {}) {
    writing.async {
      for case .send(let frame) in effects { self.write(frame) }
      done()
    }
  }

  private func write(_ frame: [UInt8]) {
    (frame + [UInt8(ascii: "\n")]).withUnsafeBytes { buffer in
      var rest = buffer[...]
      while !rest.isEmpty {
        let count = Glibc.write(output, UnsafeRawBufferPointer(rebasing: rest).baseAddress, rest.count)
        if count < 0, errno == EINTR { continue }
        guard count > 0 else {
          state.withLock { $0.isGone = true }
          return
        }
        rest = rest.dropFirst(count)
      }
    }
  }
}
