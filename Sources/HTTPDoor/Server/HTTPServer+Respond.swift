internal import HTTPTypes
internal import HummingbirdCore
internal import MCP
internal import NIOCore
internal import Synchronization

extension HTTPServer {
  private static let sessionName = HTTPField.Name("Mcp-Session-Id")

  /// Answers one request.
  func respond(_ request: Request, _ writer: consuming ResponseWriter, _ channel: any Channel) async throws {
    guard let rule = state.withLock({ $0.rule }) else { return }
    if let refusal = rule.refusal(of: request.head) {
      // The rest of the refused request is not awaited: the connection stays open only for the answer to arrive.
      channel.eventLoop.scheduleTask(in: .seconds(1)) { channel.close(promise: nil) }
      return try await writer.send(response(refusal))
    }
    switch request.head.method {
    case .delete: return try await writer.send(end(request.head.headerFields))
    case .get: return try await tell(request, writer)
    default: break
    }
    let length = request.headers[.contentLength].flatMap { Int($0) } ?? limits.longestBody
    guard state.withLock({ $0.budget.take(length) }) else {
      var refusal = Refusal(.serviceUnavailable, "Too many large messages at once.")
      refusal.headers[.retryAfter] = "1"
      return try await writer.send(response(refusal))
    }
    defer { state.withLock { $0.budget.giveBack(length) } }
    var request = request
    let message: ParsedMessage
    switch try await body(of: &request, channel) {
    case .success(let bytes): message = ParsedMessage(bytes)
    case .failure(let failure): return try await writer.send(response(failure.refusal))
    }
    let head = MessageHead(message)
    switch session(for: head, request.headers) {
    case .failure(let failure): return try await writer.send(response(failure.refusal, body: failure.frame))
    case .success(let found):
      let answer = found.session.receive(message)
      let isStateless = head.version != nil
      guard answer.mayStream else {
        return try await write(answer, of: found, isStateless: isStateless, writer)
      }
      try await stream(answer, of: found, isStateless: isStateless, request.body, writer)
    }
  }

  /// Returns the whole body, or the refusal.
  private func body(of request: inout Request, _ channel: any Channel) async throws -> Result<[UInt8], Turned> {
    // A client that sends single bytes slowly would occupy a connection for ever.
    let deadline = channel.eventLoop.scheduleTask(in: .seconds(Int64(limits.secondsForBody))) {
      channel.close(promise: nil)
    }
    defer { deadline.cancel() }
    do {
      return .success(Array(buffer: try await request.collectBody(upTo: limits.longestBody)))
    } catch is NIOTooManyBytesError {
      return .failure(
        Turned(Refusal(.contentTooLarge, "A message is at most \(limits.longestBody) bytes long.")))
    }
  }

  /// Returns the session of a message.
  private func session(for head: MessageHead, _ headers: HTTPFields) -> Result<Found, Turned> {
    if head.version != nil {
      if let difference = HeaderAgreement.difference(headers, head) {
        return .failure(Turned(Refusal(.badRequest, difference), frame: head.mismatch(difference)))
      }
      return .success(Found(session: statelessSession()))
    }
    if let unknown = HeaderAgreement.unknownVersion(headers) {
      return .failure(Turned(Refusal(.badRequest, "The protocol version \"\(unknown)\" is not supported.")))
    }
    if head.isHandshake {
      let session = LiveSession(
        server: server, services: makeServices(), questions: OpenQuestions(mark: Self.sessionID()), isStateless: false)
      let found = Found(session: session, id: Self.sessionID())
      return .success(found)
    }
    guard let id = Self.sessionName.flatMap({ headers[$0] }) else {
      return .failure(Turned(Refusal(.badRequest, "Start with `initialize`, then send Mcp-Session-Id.")))
    }
    guard let session = state.withLock({ $0.sessions.use(id, at: Self.now) }) else {
      return .failure(Turned(Refusal(.notFound, "There is no such session any more; start with `initialize`.")))
    }
    return .success(Found(session: session))
  }

  /// Answers with one body: of one message, or of an array's messages as one event each.
  private func write(
    _ answer: LiveSession.Answer, of found: Found, isStateless: Bool, _ writer: consuming ResponseWriter
  ) async throws {
    var frames: [[UInt8]] = []
    for await outgoing in answer.frames { if let frame = outgoing.frame { frames.append(frame) } }
    try await writer.send(Self.whole(frames, headers: headers(of: found), isStateless: isStateless))
  }

  /// Answers with events if a call reports progress, else with one body, which has no length limit: clients limit the
  /// length of an event. Closing the connection cancels a stateless message's calls (2026-07-28, "Cancellation"). A
  /// regular comment shows whether the client is gone: a call that asks its person has no other end. The connection
  /// serves no further request.
  private func stream(
    _ answer: LiveSession.Answer, of found: Found, isStateless: Bool, _ body: RequestBody,
    _ writer: consuming ResponseWriter
  ) async throws {
    var headers = headers(of: found)
    headers[.connection] = "close"
    var start: ResponseWriter? = consume writer
    let comments = answer.keepAlive(every: .seconds(limits.secondsToKeepAlive))
    defer { comments.cancel() }
    try await body.consumeWithInboundCloseHandler { _ in
      var frames = answer.frames.makeAsyncIterator()
      var waiting: [[UInt8]] = []
      var stream: (any ResponseBodyWriter)?
      while let outgoing = await frames.next() {
        guard let frame = outgoing.frame else {
          try await stream?.write(Self.comment)
          continue
        }
        waiting.append(frame)
        if case .notice = outgoing, let start = start.take() {
          headers[.contentType] = "text/event-stream"
          if let name = HTTPField.Name("X-Accel-Buffering") { headers[name] = "no" }
          stream = try await start.writeHead(HTTPResponse(status: .ok, headerFields: headers))
        }
        guard stream != nil else { continue }
        try await stream?.write(ByteBuffer(bytes: waiting.flatMap(Self.event)))
        waiting = []
      }
      if let start = start.take() {
        try await start.send(Self.whole(waiting, headers: headers, isStateless: isStateless))
      } else {
        try await stream?.finish(nil)
      }
    } onInboundClosed: {
      // A client of an older revision cancels a call by a message.
      if isStateless { found.session.cancel(answer.keys) }
    }
  }

  private static func whole(_ frames: [[UInt8]], headers: HTTPFields, isStateless: Bool) -> Response {
    var headers = headers
    guard let first = frames.first else { return Response(status: .accepted, headers: headers) }
    guard frames.count == 1 else {
      headers[.contentType] = "text/event-stream"
      return Response(
        status: .ok, headers: headers, body: ResponseBody(byteBuffer: ByteBuffer(bytes: frames.flatMap(Self.event))))
    }
    headers[.contentType] = "application/json"
    let status = isStateless ? Self.status(of: first) : .ok
    return Response(status: status, headers: headers, body: ResponseBody(byteBuffer: ByteBuffer(bytes: first)))
  }

  /// Streams a session's notifications (2025-11-25, "Listening for Messages from the Server").
  private func tell(_ request: Request, _ writer: consuming ResponseWriter) async throws {
    guard let id = Self.sessionName.flatMap({ request.headers[$0] }) else {
      return try await writer.send(response(AccessRule.onlyPost))
    }
    guard let session = state.withLock({ $0.sessions.use(id, at: Self.now) }) else {
      return try await writer.send(response(Refusal(.notFound, "There is no such session any more.")))
    }
    let notices = session.notices()
    let headers: HTTPFields = [.contentType: "text/event-stream", .cacheControl: "no-store", .connection: "close"]
    var stream: any ResponseBodyWriter = try await writer.writeHead(HTTPResponse(status: .ok, headerFields: headers))
    // The client sees that the stream has started.
    try await stream.write(Self.comment)
    try await request.body.consumeWithInboundCloseHandler { _ in
      for await notice in notices {
        if let frame = notice.frame { try await stream.write(ByteBuffer(bytes: Self.event(frame))) }
      }
    } onInboundClosed: {
      session.stopTelling()
    }
    try await stream.finish(nil)
  }

  /// Returns the headers of an answer; adds a new session to the table.
  private func headers(of found: Found) -> HTTPFields {
    var headers: HTTPFields = [.cacheControl: "no-store"]
    if let id = found.id, let name = Self.sessionName {
      state.withLock { $0.sessions.insert(found.session, id: id, at: Self.now) }
      headers[name] = id
    }
    return headers
  }

  /// Ends a session on its client's request and cancels its calls in progress.
  private func end(_ headers: HTTPFields) -> Response {
    guard let id = Self.sessionName.flatMap({ headers[$0] }),
      let session = state.withLock({ $0.sessions.remove(id) })
    else { return response(Refusal(.notFound, "There is no such session.")) }
    session.end()
    return Response(status: .noContent)
  }

  private func response(_ refusal: Refusal, body: [UInt8]? = nil) -> Response {
    var headers = refusal.headers
    headers[.contentType] = "application/json"
    return Response(
      status: refusal.status, headers: headers,
      body: ResponseBody(byteBuffer: ByteBuffer(bytes: body ?? refusal.body)))
  }

  /// An event that clients ignore.
  private static let comment = ByteBuffer(string: ":\n\n")

  /// Returns a frame as one event; a frame contains no newline.
  private static func event(_ frame: [UInt8]) -> [UInt8] {
    Array("event: message\ndata: ".utf8) + frame + Array("\n\n".utf8)
  }

  /// Returns the status of a stateless request's answer.
  private static func status(of frame: [UInt8]) -> HTTPResponse.Status {
    switch MessageHead.errorCode(of: frame) {
    case nil: .ok
    case -32_601: .notFound
    default: .badRequest
    }
  }

  /// Creates a session for one independent message; the client may answer a question with the next message.
  private func statelessSession() -> LiveSession {
    LiveSession(server: server, services: stateless, questions: questions, isStateless: true)
  }

  /// Returns an id that nobody can guess.
  static func sessionID() -> String {
    var generator = SystemRandomNumberGenerator()
    return AccessToken.random(using: &generator).text
  }

  private static let start = ContinuousClock.now
  private static var now: Double {
    let elapsed = start.duration(to: .now).components
    return Double(elapsed.seconds) + Double(elapsed.attoseconds) * 1e-18
  }
}

extension ResponseWriter {
  /// Sends a complete answer.
  consuming func send(_ response: Response) async throws {
    try await write(response: response.head, body: response.body)
  }
}
