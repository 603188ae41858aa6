/// What a request says of itself: which revision it is of, and who asks.
struct RequestContext: Hashable, Sendable {
  /// The revision it is answered in.
  var version: ProtocolVersion
  /// Who asks.
  var client: ClientInfo?
  /// Whether the client can show its person a form.
  var canElicit = false

  private static let prefix = "io.modelcontextprotocol/"

  /// The context of a request that names its revision in `_meta`; nil for one that does not.
  ///
  /// - Throws: `ProtocolError` for a revision that is not spoken, and for what must be said and is not.
  init?(stateless params: JSONValue?) throws(ProtocolError) {
    guard let meta = params?["_meta"], let named = meta[Self.prefix + "protocolVersion"] else { return nil }
    guard let text = named.text else { throw .invalidParams("\(Self.prefix)protocolVersion is a text.") }
    guard let version = ProtocolVersion(rawValue: text), version.isStateless else { throw .unsupportedVersion(text) }
    guard meta[Self.prefix + "clientCapabilities"]?.members != nil else {
      throw .invalidParams("_meta lacks \(Self.prefix)clientCapabilities, an object.")
    }
    self.init(version: version, client: ClientInfo(meta[Self.prefix + "clientInfo"]))
    canElicit = Self.canElicit(meta[Self.prefix + "clientCapabilities"])
  }

  /// The context of a request in a session that began with `initialize`.
  init(version: ProtocolVersion, client: ClientInfo?) {
    self.version = version
    self.client = client
  }

  /// Whether capabilities say that forms can be shown; what says nothing of modes can.
  static func canElicit(_ capabilities: JSONValue?) -> Bool {
    guard let modes = capabilities?["elicitation"]?.members else { return false }
    return modes.isEmpty || modes.contains { $0.isNamed("form") }
  }

  /// The frame of a result, with what the revision puts around it.
  func frame(id: RequestID, result members: [JSONMember], server: ServerDescription, type: String = "complete")
    -> JSONValue
  {
    var members = members
    if version.isStateless {
      members.insert(JSONMember(name: "resultType", value: .string(type)), at: 0)
      let implementation = server.implementation(in: version)
      members.append(
        JSONMember(
          name: "_meta", value: .object([JSONMember(name: Self.prefix + "serverInfo", value: implementation)])))
    }
    return ["jsonrpc": "2.0", "id": id.value, "result": .object(members)]
  }

  /// What says that a result may not be kept; nothing before there was such a thing.
  var freshness: [JSONMember] {
    guard version.isStateless else { return [] }
    return [JSONMember(name: "ttlMs", value: 0), JSONMember(name: "cacheScope", value: "private")]
  }
}
