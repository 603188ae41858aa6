internal import Dispatch
internal import Glibc
internal import Synchronization

/// Serves one client over two descriptors: a message a line in, the same out (the protocol's stdio transport).
///
/// Reads on a queue of its own and writes on another, both blocking. A client that does not read what it is sent is not
/// read from either, so that nothing piles up.
package final class StdioServer: Sendable {
  /// Carries out a call; `progress` tells how far it is.
  package typealias Handler =
    @Sendable (
      _ call: ToolCall, _ progress: @escaping @Sendable (_ done: Int, _ total: Int?) -> Void
    ) async -> ToolResult

  /// The longest message in bytes: what the daemon takes, with room for escapes.
  package static let longestLine = 96 << 20
  /// Calls at work at once; further messages wait unread.
  private static let mostAtWork = 32

  private struct State {
    var session: ServerSession
    var tasks: [Int: Task<Void, Never>] = [:]
    var isGone = false
  }

  private let input: Int32
  private let output: Int32
  private let limit: Int
  private let handler: Handler
  private let state: Mutex<State>
  private let reading = DispatchQueue(label: "stet.mcp.read")
  private let writing = DispatchQueue(label: "stet.mcp.write")
  private let places = DispatchSemaphore(value: mostAtWork)
  private let calls = DispatchGroup()

  /// A server on descriptors that stay open for as long as it runs.
  package init(
    server: ServerDescription, input: Int32, output: Int32, limit: Int = StdioServer.longestLine,
    handler: @escaping Handler
  ) {
    self.input = input
    self.output = output
    self.limit = limit
    self.handler = handler
    state = Mutex(State(session: ServerSession(server: server)))
  }

  /// Serves until the client closes its end; returns when what is at work then is done and answered.
  package func run() async {
    await withCheckedContinuation { continuation in
      reading.async {
        self.read()
        self.calls.wait()
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
      case .call(let key, let call): begin(key, call)
      case .cancel(let key): state.withLock { $0.tasks[key] }?.cancel()
      }
    }
  }

  private func begin(_ key: Int, _ call: ToolCall) {
    places.wait()
    calls.enter()
    // Held until the task is in the table, so that one that is done at once is not put in after it was taken out.
    state.withLock { state in
      state.tasks[key] = Task {
        let result = await handler(call) { done, total in
          self.send(self.state.withLock { $0.session.progress(key: key, done, of: total) })
        }
        let effects = self.state.withLock { state in
          state.tasks[key] = nil
          return state.session.finish(key: key, result)
        }
        self.send(effects) {
          self.places.signal()
          self.calls.leave()
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
