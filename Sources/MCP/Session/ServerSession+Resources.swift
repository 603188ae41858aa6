internal import Values

extension ServerSession {
  /// Executes a request about resources; nil if the method is another one, or the server has no resources.
  mutating func resources(
    _ id: RequestID, _ method: String, _ params: JSONValue?, _ context: RequestContext
  ) throws(ProtocolError) -> [ServerEffect]? {
    guard !server.templates.isEmpty else { return nil }
    func address() throws(ProtocolError) -> String {
      guard let uri = params?["uri"]?.text else { throw .invalidParams("\(method) names its resource in \"uri\".") }
      return uri
    }
    func empty() -> [ServerEffect] { [.send(context.frame(id: id, result: [], server: server).line)] }
    switch method {
    case "resources/templates/list":
      let list: JSONValue = .array(server.templates.map(\.value))
      let members = [JSONMember(name: "resourceTemplates", value: list)] + context.freshness
      return [.send(context.frame(id: id, result: members, server: server).line)]
    case "resources/list":
      let cursor = params?["cursor"]
      guard cursor == nil || cursor?.text != nil else { throw .invalidParams("A cursor is a text.") }
      let isFirst = subscriptions.isEmpty && !context.version.isStateless
      if !context.version.isStateless { subscriptions.usesResources = true }
      return [begin(id, .list(cursor: cursor?.text), context)] + (isFirst ? [.watch] : [])
    case "resources/read": return [begin(id, .read(uri: try address()), context)]
    case "resources/subscribe" where !context.version.isStateless:
      let isFirst = subscriptions.isEmpty
      let uri = try address()
      guard server.hasResources(at: uri) else { throw .invalidParams("\(uri) is not a resource of this server.") }
      guard subscriptions.subscribe(uri) else { throw Self.tooMany }
      return empty() + (isFirst ? [.watch] : [])
    case "resources/unsubscribe" where !context.version.isStateless:
      subscriptions.unsubscribe(try address())
      return empty()
    case "subscriptions/listen" where context.version.isStateless:
      guard let filter = params?["notifications"], filter.members != nil else {
        throw .invalidParams("subscriptions/listen names the wanted notifications in \"notifications\".")
      }
      let isFirst = subscriptions.isEmpty
      guard let frame = subscriptions.listen(id, filter) else { throw Self.tooMany }
      return [.send(frame.line)] + (isFirst ? [.watch] : [])
    default: return nil
    }
  }

  /// Returns the notifications of a change that the client has requested.
  package func changed(_ change: ResourceChange) -> [ServerEffect] {
    subscriptions.frames(of: change).map { .send($0.line) }
  }

  /// Finishes a request about resources or prompts; sends nothing if it was cancelled.
  package mutating func finish(key: Int, _ answer: ResourceAnswer) -> [ServerEffect] {
    guard let done = end(key) else { return [] }
    do throws(ProtocolError) {
      let members = try answer.members(in: done.context.version) + done.context.freshness
      return [.send(done.context.frame(id: done.id, result: members, server: server).line)]
    } catch { return [.send(error.frame(id: done.id).line)] }
  }

  /// Begins a request about resources or prompts.
  mutating func begin(_ id: RequestID, _ wish: ResourceCall.Wish, _ context: RequestContext) -> ServerEffect {
    let call = ResourceCall(wish: wish, client: context.client, version: context.version)
    return .resources(key: begin(id, context, progressToken: nil), call)
  }

  private static var tooMany: ProtocolError {
    .invalidParams("More than \(Subscriptions.most) resources are subscribed to.")
  }
}
