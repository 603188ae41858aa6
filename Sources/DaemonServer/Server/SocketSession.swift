internal import DaemonClient
internal import GitObjects
internal import Threads
internal import WorkspaceAPI

/// One client of the daemon: its requests run concurrently, and each answer is sent when it is ready.
actor SocketSession {
  /// The greatest number of concurrent requests without subscriptions; further ones wait unread.
  private static let mostAtWork = 32
  /// The greatest size of requests that are read in order on the socket's queue; longer ones must not delay other
  /// clients.
  private static let smallLine = 1 << 16
  /// The number of unread bytes at which the connection of a watching client ends.
  private static let mostUnreadEvents = 8 << 20

  private struct Work {
    var id: RPCID?
    var endsWithItsClient: Bool
    var isSubscription = false
    var task: Task<Void, Never>?
  }

  /// The serial queue of the server.
  nonisolated let executor: SerialQueue
  /// The executor of the actor: the server's queue.
  nonisolated var unownedExecutor: UnownedSerialExecutor { executor.asUnownedSerialExecutor() }

  private let connection: UInt64
  private let peer: PeerProcess
  private let dispatcher: VerbDispatcher
  private let changed: @Sendable () -> Void
  private var channel: LineChannel?
  private var work: [Int: Work] = [:]
  private var nextKey = 0
  private var isStopping = false

  /// Whether the client is still connected.
  var isOpen: Bool { channel != nil }
  /// The number of requests in progress.
  var atWork: Int { work.count }

  /// Creates a session under a number that is unique in this daemon; `changed` is called when the session ends and when
  /// its last request is done.
  init(
    connection: UInt64, peer: PeerProcess, dispatcher: VerbDispatcher, executor: SerialQueue,
    changed: @escaping @Sendable () -> Void
  ) {
    self.connection = connection
    self.peer = peer
    self.dispatcher = dispatcher
    self.executor = executor
    self.changed = changed
  }

  /// Begins to serve a connected descriptor.
  func start(_ descriptor: Int32, limits: LineChannel.Limits) {
    let channel = LineChannel(
      descriptor: descriptor, executor: executor, limits: limits,
      received: { [weak self] line in self?.assumeIsolated { $0.received(line) } },
      ended: { [weak self] _ in self?.assumeIsolated { $0.ended() } })
    self.channel = channel
    dispatcher.begin(connection, peer)
    channel.start()
  }

  /// Accepts no further requests and ends those that only wait.
  func stopTaking() {
    isStopping = true
    endWaiting()
  }

  /// Ends the connection.
  func close() async {
    await channel?.close()
  }

  private func received(_ line: [UInt8]) {
    guard !isStopping else {
      let stopping = VerbError(.busy, "The daemon is stopping.", kept: "Nothing was done.", next: "Run it again.")
      channel?.post(VerbDispatcher.line(id: id(of: line), error: RPCErrorBody(error: stopping)))
      return
    }
    let key = nextKey
    nextKey += 1
    work[key] = Work(id: nil, endsWithItsClient: false)
    if line.count <= Self.smallLine {
      perform(key, Result { () throws(RPCFault) in try dispatcher.read(line) })
    } else {
      work[key]?.task = Task { await self.readLong(line, key) }
      adjustReading()
    }
  }

  private func id(of line: [UInt8]) -> RPCID {
    RPCHead(line)?.id ?? .null
  }

  private nonisolated func readLong(_ line: [UInt8], _ key: Int) async {
    let request = Result { () throws(RPCFault) in try dispatcher.read(line) }
    await perform(key, request)
  }

  private func perform(_ key: Int, _ request: Result<IncomingCall, RPCFault>) {
    switch request {
    case .failure(let fault):
      channel?.post(VerbDispatcher.line(id: fault.id, error: fault.error))
      done(key)
    case .success(let request):
      if let id = request.cancels { cancel(id) }
      work[key]?.id = request.id
      work[key]?.endsWithItsClient = request.endsWithItsClient
      work[key]?.isSubscription = request.isSubscription
      adjustReading()
      work[key]?.task = Task { await self.run(request, key) }
    }
  }

  private nonisolated func run(_ call: IncomingCall, _ key: Int) async {
    let line = await call.perform(peer, connection) { line in await self.notify(line) }
    await finish(key, answer: call.id == nil ? nil : line)
  }

  private func notify(_ line: [UInt8]) async -> Bool {
    guard let channel else { return false }
    guard await channel.waitingBytes < Self.mostUnreadEvents else {
      await channel.close()
      return false
    }
    channel.post(line)
    return true
  }

  private func finish(_ key: Int, answer: [UInt8]?) {
    if let answer { channel?.post(answer) }
    done(key)
  }

  private func done(_ key: Int) {
    work[key] = nil
    adjustReading()
    if work.isEmpty {
      // A claim from its last moments ends with the connection, too.
      if channel == nil { dispatcher.end(connection) }
      changed()
    }
  }

  /// Reads further requests while fewer than the greatest number are in progress.
  private func adjustReading() {
    guard let channel else { return }
    // A subscription may last as long as its client: with enough of them no further request would be read.
    let isFull = work.values.count(where: { !$0.isSubscription }) >= Self.mostAtWork
    channel.assumeIsolated { $0.hold(isFull) }
  }

  private func cancel(_ id: RPCID) {
    for item in work.values where item.id == id && item.endsWithItsClient { item.task?.cancel() }
  }

  private func endWaiting() {
    for item in work.values where item.endsWithItsClient { item.task?.cancel() }
  }

  private func ended() {
    channel = nil
    dispatcher.end(connection)
    endWaiting()
    changed()
  }
}
