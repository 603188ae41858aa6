internal import Values

/// An action of the server that results from a frame.
package enum ServerEffect: Hashable, Sendable {
  /// Sends this frame.
  case send([UInt8])
  /// Calls a tool and passes its result back with the key.
  case call(key: Int, ToolCall)
  /// Answers a request about resources or prompts and passes the answer back with the key.
  case resources(key: Int, ResourceCall)
  /// Starts reporting changes of resources and prompts; does nothing if that was started before.
  case watch
  /// Cancels the call with the key, if possible: its result is not needed any more.
  case cancel(key: Int)
}

/// The server's end of one connection as a state machine: it receives frames and returns effects, without doing
/// anything itself.
///
/// It supports both eras at once: a request with a stateless revision in `_meta` is independent; any other belongs to
/// the session that `initialize` started. Each request is answered at most once, and not after it was cancelled.
package struct ServerSession: Sendable {
  /// A call in progress.
  struct Work {
    /// The id for the answer.
    var id: RequestID
    /// The context of the answer.
    var context: RequestContext
    /// The tool's call; nil for a request that calls no tool.
    var call: ToolCall?
    /// The token of its progress reports.
    var progressToken: JSONValue?
    /// The progress of the last report.
    var progress = -1
  }

  /// The server's description.
  let server: ServerDescription
  /// The open questions to the client's person.
  let questions: OpenQuestions
  /// The notifications that the client has requested.
  var subscriptions = Subscriptions()
  private var handshake: RequestContext?
  /// The calls in progress by key.
  var work: [Int: Work] = [:]
  private var keys: [RequestID: Int] = [:]
  private var nextKey = 0

  /// Creates a new session.
  ///
  /// - Parameter questions: the open questions; shared if answers arrive in other sessions.
  package init(server: ServerDescription, questions: OpenQuestions = OpenQuestions(mark: "")) {
    self.server = server
    self.questions = questions
  }

  /// The number of calls in progress.
  package var atWork: Int { work.count }

  /// Returns whether a call is in progress; it may wait for an answer of the client's person.
  package func isAtWork(_ key: Int) -> Bool { work[key] != nil }

  /// Executes a line from the client, without its newline.
  package mutating func receive(_ line: [UInt8]) -> [ServerEffect] { receive(ParsedMessage(line)) }

  /// Executes a parsed message.
  package mutating func receive(_ message: ParsedMessage) -> [ServerEffect] {
    let value: JSONValue
    do throws(JSONFault) { value = try message.value.get() } catch {
      return [.send(ProtocolError.parse(error.description).frame(id: nil).line)]
    }
    guard case .array(let messages) = value else { return take(value, hasHalfPair: message.metHalfPair) }
    guard handshake?.version.hasBatches == true, !messages.isEmpty else {
      return [.send(ProtocolError.invalidRequest("Send one message per line, and no arrays.").frame(id: nil).line)]
    }
    return messages.flatMap { take($0, hasHalfPair: message.metHalfPair) }
  }

  /// Refuses a line that exceeds the limit.
  package func refuseLongLine(limit: Int) -> [ServerEffect] {
    [.send(ProtocolError.invalidRequest("A message is at most \(limit) bytes long.").frame(id: nil).line)]
  }

  /// Finishes a call with its result; sends nothing if the call was cancelled.
  package mutating func finish(key: Int, _ result: ToolResult) -> [ServerEffect] {
    if let question = result.question, let asked = ask(question, in: key) { return asked }
    guard let done = end(key) else { return [] }
    let members = result.members(in: done.context.version, isStructured: server.sendsStructured)
    return [.send(done.context.frame(id: done.id, result: members, server: server).line)]
  }

  /// Removes a call from the calls in progress; nil if it was cancelled.
  mutating func end(_ key: Int) -> Work? {
    guard let done = work.removeValue(forKey: key) else { return nil }
    keys[done.id] = nil
    return done
  }

  /// Adds a call in progress and returns its key.
  mutating func begin(_ id: RequestID, _ context: RequestContext, progressToken: JSONValue?) -> Int {
    let key = nextKey
    nextKey += 1
    work[key] = Work(id: id, context: context, progressToken: progressToken)
    keys[id] = key
    return key
  }

  /// Reports the progress of a call if the client requested that; only if it has increased.
  package mutating func progress(key: Int, _ progress: ToolProgress) -> [ServerEffect] {
    guard let call = work[key], let token = call.progressToken, progress.done > call.progress else { return [] }
    work[key]?.progress = progress.done
    var params = [
      JSONMember(name: "progressToken", value: token),
      JSONMember(name: "progress", value: .number(String(progress.done))),
    ]
    if let total = progress.total { params.append(JSONMember(name: "total", value: .number(String(total)))) }
    if let message = progress.message, call.context.version.tellsProgressInWords {
      params.append(JSONMember(name: "message", value: .string(message)))
    }
    let frame: JSONValue = ["jsonrpc": "2.0", "method": "notifications/progress", "params": .object(params)]
    return [.send(frame.line)]
  }

  private mutating func take(_ value: JSONValue, hasHalfPair: Bool) -> [ServerEffect] {
    let frame: Frame
    do throws(FrameFault) { frame = try Frame(value) } catch {
      return [.send(error.error.frame(id: error.id).line)]
    }
    switch frame {
    case .response(let id, let result): return answered(id, result)
    case .notification(let method, let params): return notified(method, params)
    case .request(let id, let method, let params):
      guard keys[id] == nil, !subscriptions.has(id) else {
        // An answer under that id would be taken for the first call's.
        return [.send(ProtocolError.invalidRequest("A call with this id is in progress already.").frame(id: nil).line)]
      }
      do throws(ProtocolError) {
        if hasHalfPair {
          throw .invalidParams("A text holds half a surrogate pair (such as \\ud800), which is not a character.")
        }
        return try requested(id, method, params)
      } catch { return [.send(error.frame(id: id).line)] }
    }
  }

  private mutating func notified(_ method: String, _ params: JSONValue?) -> [ServerEffect] {
    guard method == "notifications/cancelled", let id = params?["requestId"].flatMap({ RequestID($0) }),
      !subscriptions.stop(id), let key = keys.removeValue(forKey: id)
    else { return [] }
    work[key] = nil
    return [.cancel(key: key)]
  }

  private mutating func requested(
    _ id: RequestID, _ method: String, _ params: JSONValue?
  ) throws(ProtocolError) -> [ServerEffect] {
    if method == "initialize", let requested = params?["protocolVersion"] {
      return try initialize(id, requested, params)
    }
    let stateless = try RequestContext(stateless: params)
    if method == "ping", stateless == nil {
      let context = handshake ?? RequestContext(version: .newestWithHandshake, client: nil)
      return [.send(context.frame(id: id, result: [], server: server).line)]
    }
    guard let context = stateless ?? handshake else {
      throw .invalidParams(
        "State the protocol version: send `initialize` first, or set io.modelcontextprotocol/protocolVersion in _meta.")
    }
    switch method {
    case "server/discover" where context.version.isStateless: return [.send(discover(id, context))]
    case "tools/list": return [.send(try list(id, params, context))]
    case "tools/call": return [try call(id, params, context)]
    default:
      if let effects = try prompts(id, method, params, context) { return effects }
      guard let effects = try resources(id, method, params, context) else { throw .unknownMethod(method) }
      return effects
    }
  }

  private mutating func initialize(
    _ id: RequestID, _ requested: JSONValue, _ params: JSONValue?
  ) throws(ProtocolError) -> [ServerEffect] {
    guard let requested = requested.text else { throw .invalidParams("protocolVersion is a text.") }
    var context = RequestContext(version: .agreed(on: requested), client: ClientInfo(params?["clientInfo"]))
    context.canElicit = RequestContext.canElicit(params?["capabilities"])
    handshake = context
    var result = [
      JSONMember(name: "protocolVersion", value: .string(context.version.rawValue)),
      JSONMember(name: "capabilities", value: server.capabilities),
      JSONMember(name: "serverInfo", value: server.implementation(in: context.version)),
    ]
    if let instructions = server.instructions {
      result.append(JSONMember(name: "instructions", value: .string(instructions)))
    }
    return [.send(context.frame(id: id, result: result, server: server).line)]
  }

  private func discover(_ id: RequestID, _ context: RequestContext) -> [UInt8] {
    var result = [
      JSONMember(
        name: "supportedVersions", value: .array(ProtocolVersion.stateless.map { .string($0.rawValue) })),
      JSONMember(name: "capabilities", value: server.capabilities),
    ]
    if let instructions = server.instructions {
      result.append(JSONMember(name: "instructions", value: .string(instructions)))
    }
    return context.frame(id: id, result: result + context.freshness, server: server).line
  }

  private func list(
    _ id: RequestID, _ params: JSONValue?, _ context: RequestContext
  ) throws(ProtocolError) -> [UInt8] {
    let cursor = params?["cursor"]
    guard cursor == nil || cursor?.text != nil, let page = server.page(from: cursor?.text, in: context.version) else {
      throw .invalidParams("This cursor was not returned by tools/list.")
    }
    return context.frame(id: id, result: page + context.freshness, server: server).line
  }

  private mutating func call(
    _ id: RequestID, _ params: JSONValue?, _ context: RequestContext
  ) throws(ProtocolError) -> ServerEffect {
    guard let name = params?["name"]?.text else { throw .invalidParams("tools/call names its tool in \"name\".") }
    guard server.serves(name) else {
      throw .invalidParams("Unknown tool: \(name)")
    }
    let arguments = params?["arguments"] ?? [:]
    guard let members = arguments.members else { throw .invalidParams("\"arguments\" is a JSON object.") }
    let token = params?["_meta"]?["progressToken"].flatMap { RequestID($0) == nil ? nil : $0 }
    var call = ToolCall(
      tool: name, arguments: ToolArguments(members), client: context.client, version: context.version,
      wantsProgress: token != nil)
    call.canAsk = context.canElicit
    call.answer = try answer(in: params, to: call)
    let key = begin(id, context, progressToken: token)
    work[key]?.call = call
    return .call(key: key, call)
  }
}
