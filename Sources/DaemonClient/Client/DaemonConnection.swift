internal import Glibc
internal import Synchronization
internal import Threads
package import WorkspaceAPI

/// The verbs of a workspace through the socket of its daemon; one connection, any number of calls at once.
///
/// The connection ends with the value.
package final class DaemonConnection: WorkspaceVerbs {
  private let channel: LineChannel
  private let calls: CallTable
  /// The daemon's process; nil if the kernel does not know it.
  private let daemon: PeerProcess?
  /// The timeout for the end of a stopping daemon, in milliseconds.
  private static let longestEnd: Int32 = 60_000

  /// Connects, usually at once: if very many clients wait at the socket, after some seconds at most.
  ///
  /// - Throws: `SocketError.nobodyListens` if no daemon runs.
  package init(path: SocketPath) throws(SocketError) {
    let calls = CallTable()
    self.calls = calls
    let descriptor = try UnixSocket.connect(to: path.string)
    daemon = PeerProcess(descriptor: descriptor)
    channel = LineChannel(
      descriptor: descriptor, executor: SerialQueue(label: "stet.client"),
      limits: LineChannel.Limits(line: 1 << 30),
      received: { line in calls.received(line) },
      ended: { _ in calls.end(with: nil) })
    channel.start()
  }

  deinit {
    let channel = channel
    Task { await channel.close() }
  }

  /// Whether the connection has ended: later calls are not sent.
  package var hasEnded: Bool { calls.hasEnded }

  /// Requests the daemon to stop and waits until its process has ended.
  ///
  /// - Throws: `VerbError`, `.busy` if it has not ended after a minute.
  package func stop() async throws(VerbError) {
    let end = daemon.flatMap { $0.pid == getpid() ? nil : ProcessEnd(of: $0.pid) }
    _ = try await call(StopRequest())
    await calls.waitForEnd()
    guard let end, await !end.wait(milliseconds: Self.longestEnd) else { return }
    throw VerbError(
      .busy, "The daemon is stopping and still at work.", kept: "It finishes its work and then ends.",
      next: "Wait for process \(daemon?.pid ?? 0).")
  }

  /// Sends a request and returns its answer; `hear` receives the notifications before it.
  ///
  /// - Throws: `VerbError`: the daemon's own, or one of the connection.
  package func call<V: Verb>(
    _ request: V, hear: (@Sendable (V.Notification) -> Void)?
  ) async throws(VerbError) -> V.Answer {
    try request.checkSize()
    let id = calls.nextID()
    if let hear { calls.expect(id, Self.listener(V.self, hear, finish: {})) }
    switch await send(request, id) {
    case .failure(let error): throw error
    case .success(let line): return try Self.answer(of: V.self, in: line, to: id)
    }
  }

  /// Reads the answer to a call.
  ///
  /// - Throws: the error in the answer, or `VerbError` if it cannot be read.
  static func answer<V: Verb>(of verb: V.Type, in line: [UInt8], to id: Int) throws(VerbError) -> V.Answer {
    if let list = ListLine.entries(line, id: id) as? V.Answer { return list }
    let answer: RPCAnswer<V.Answer>
    do {
      answer = try RPCCodec.message(from: line)
    } catch {
      throw VerbError(
        .failed, "The daemon's answer cannot be read: \(error)",
        next: "If Stet was updated, restart the daemon: `stet stop`, then `stet start`.")
    }
    if let error = answer.error { throw error.data }
    guard let result = answer.result else { throw VerbError(.failed, "The daemon's answer is empty.") }
    return result
  }

  private static func listener<V: Verb>(
    _ verb: V.Type, _ hear: @escaping @Sendable (V.Notification) -> Void, finish: @escaping @Sendable () -> Void
  ) -> CallTable.Listener {
    CallTable.Listener(
      hear: { line in
        guard let message = try? RPCCodec.message(RPCNotification<V>.self, from: line) else { return }
        hear(message.params.news)
      }, finish: finish)
  }

  /// Starts a call that sends notifications; they end when the stream is cancelled or the daemon stops.
  ///
  /// The connection stays open as long as the stream, even if this value has no other owner.
  package func subscribe<V: Verb>(_ request: V) async throws(VerbError) -> AsyncStream<V.Notification> {
    let id = calls.nextID()
    let (stream, continuation) = AsyncStream.makeStream(of: V.Notification.self)
    continuation.onTermination = { [self] _ in try? post(CancelRequest(id: .number(id)), nil) }
    calls.expect(
      id, Self.listener(V.self, { continuation.yield($0) }, finish: { continuation.finish() }))
    try post(request, id)
    return stream
  }

  private func send<V: Verb>(_ request: V, _ id: Int) async -> Result<[UInt8], VerbError> {
    await withTaskCancellationHandler {
      await withCheckedContinuation { continuation in
        calls.expect(id, continuation)
        do throws(VerbError) {
          try post(request, id)
        } catch {
          calls.fail(id, with: error)
        }
      }
    } onCancel: {
      if V.endsWithItsClient { try? post(CancelRequest(id: .number(id)), nil) }
    }
  }

  private func post(_ request: some Verb, _ id: Int?) throws(VerbError) {
    do {
      channel.post(try RPCCodec.line(RPCRequest(id: id.map { .number($0) }, request)))
    } catch {
      throw VerbError(.usage, "The request has no JSON form: \(error)")
    }
  }
}
