internal import GitObjects
internal import Glibc
internal import Synchronization
package import WorkspaceAPI

/// The verbs of a workspace through the socket of its daemon; one connection, any number of calls at once.
///
/// The connection ends with the value.
package final class DaemonClient: Sendable {
  /// The longest request in bytes (`LineChannel.Limits.line`, and base64 makes four bytes of three).
  package static let longestContent = 47 << 20

  private let channel: LineChannel
  private let calls: CallTable
  /// The daemon's process; nil where the kernel does not say.
  private let daemon: PeerProcess?
  /// How long a stopping daemon may take to end, in milliseconds.
  private static let longestEnd: Int32 = 60_000

  /// Connects, at once as a rule: a socket at which very many wait is waited for, some seconds at most.
  ///
  /// - Throws: `SocketError.nobodyListens` where no daemon runs.
  package init(path: SocketPath) throws(SocketError) {
    let calls = CallTable()
    self.calls = calls
    let descriptor = try UnixSocket.connect(to: path.string)
    daemon = PeerProcess(descriptor: descriptor)
    channel = LineChannel(
      descriptor: descriptor, executor: QueueExecutor(label: "stet.client"),
      limits: LineChannel.Limits(line: 1 << 30),
      received: { line in calls.received(line) },
      ended: { _ in calls.end(with: nil) })
    channel.start()
  }

  deinit {
    let channel = channel
    Task { await channel.close() }
  }

  /// Whether the connection has ended: what is called then is not sent.
  package var hasEnded: Bool { calls.hasEnded }

  /// Asks the daemon to stop and waits until its process has ended.
  ///
  /// - Throws: `VerbError`, `.busy` where it has not after a minute.
  package func stop() async throws(VerbError) {
    let end = daemon.flatMap { $0.pid == getpid() ? nil : ProcessEnd(of: $0.pid) }
    let _: RPCNothing = try await call(.stop)
    await calls.waitForEnd()
    guard let end, await !end.wait(milliseconds: Self.longestEnd) else { return }
    throw VerbError(
      .busy, "The daemon was told to stop and is still at work.", kept: "It finishes what it does and ends then.",
      next: "Wait for process \(daemon?.pid ?? 0).")
  }

  /// Sends a call and waits for its answer; `subscription` hears what is told of it meanwhile.
  func call<R: Codable & Sendable>(
    _ call: VerbCall, heard subscription: CallTable.Subscription? = nil,
    plain: (_ line: [UInt8], _ id: Int) -> R? = { _, _ in nil }
  ) async throws(VerbError) -> R {
    let id = calls.nextID()
    if let subscription { calls.expect(id, subscription) }
    let answer = await send(call, id)
    switch answer {
    case .failure(let error): throw error
    case .success(let line):
      if let result = plain(line, id) { return result }
      let message: RPCAnswer<R>
      do {
        message = try RPCCodec.message(from: line)
      } catch { throw Self.unreadable(error) }
      if let error = message.error { throw error.data }
      guard let result = message.result else { throw Self.empty }
      return result
    }
  }

  /// That an answer has not the form that was expected.
  static func unreadable(_ reason: any Error) -> VerbError {
    VerbError(
      .failed, "The daemon's answer cannot be read: \(reason)",
      next: "If Stet was updated, restart the daemon: `stet stop`, then `stet start`.")
  }

  /// That an answer holds neither result nor error.
  static var empty: VerbError { VerbError(.failed, "The daemon's answer is empty.") }

  /// Subscribes to events; they end when the stream is given up or the daemon stops.
  ///
  /// The connection stays for as long as the stream, also where nobody else holds this value.
  func subscribe() async throws(VerbError) -> AsyncStream<WorkspaceEvent> {
    let id = calls.nextID()
    let (stream, continuation) = AsyncStream.makeStream(of: WorkspaceEvent.self)
    continuation.onTermination = { [self] _ in cancel(id) }
    calls.expect(id, .events(continuation))
    try post(.events, id)
    return stream
  }

  /// Subscribes to what this connection's presenters are asked and told; ends as events do.
  func subscribeToNotices() async throws(VerbError) -> AsyncStream<NoticeReport> {
    let id = calls.nextID()
    let (stream, continuation) = AsyncStream.makeStream(of: NoticeReport.self)
    continuation.onTermination = { [self] _ in cancel(id) }
    calls.expect(id, .notices(continuation))
    try post(.notices, id)
    return stream
  }

  private func cancel(_ id: Int) {
    guard let line = try? RPCCodec.line(RPCRequest(id: nil, call: .cancel(id: .number(id)))) else { return }
    channel.post(line)
  }

  private func send(_ call: VerbCall, _ id: Int) async -> Result<[UInt8], VerbError> {
    await withTaskCancellationHandler {
      await withCheckedContinuation { continuation in
        calls.expect(id, continuation)
        do throws(VerbError) {
          try post(call, id)
        } catch {
          calls.fail(id, with: error)
        }
      }
    } onCancel: {
      if call.endsWithItsClient { try? post(.cancel(id: .number(id)), nil) }
    }
  }

  private func post(_ call: VerbCall, _ id: Int?) throws(VerbError) {
    do {
      channel.post(try RPCCodec.line(RPCRequest(id: id.map { .number($0) }, call: call)))
    } catch {
      throw VerbError(.usage, "The request has no JSON form: \(error)")
    }
  }
}
