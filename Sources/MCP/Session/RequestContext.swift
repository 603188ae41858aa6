internal import Values

/// The context of a request: its revision and its client.
struct RequestContext: Hashable, Sendable {
  /// The revision of the answer.
  var version: ProtocolVersion
  /// The client that sent the request.
  var client: ClientInfo?
  /// Whether the client can show a form to its person.
  var canElicit = false

  private static let prefix = "io.modelcontextprotocol/"

  /// Creates the context of a request that names its revision in `_meta`; nil for a request without one.
  ///
  /// - Throws: `ProtocolError` for an unsupported revision, and for missing fields.
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

  /// Creates the context of a request in a session that started with `initialize`.
  init(version: ProtocolVersion, client: ClientInfo?) {
    self.version = version
    self.client = client
  }

  /// Returns whether capabilities include forms; an elicitation without modes includes them.
  static func canElicit(_ capabilities: JSONValue?) -> Bool {
    guard let modes = capabilities?["elicitation"]?.members else { return false }
    return modes.isEmpty || modes.contains { $0.isNamed("form") }
  }

  /// Returns the frame of a result with the fields that the revision adds.
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

  /// The members that forbid caching a result; none in older revisions.
  var freshness: [JSONMember] {
    guard version.isStateless else { return [] }
    return [JSONMember(name: "ttlMs", value: 0), JSONMember(name: "cacheScope", value: "private")]
  }
}

/// The client program in its own words: for the record, never for permissions.
package struct ClientInfo: Hashable, Sendable {
  /// The program's name, for example `claude-code`.
  package var name: String
  /// The name for people, if there is one.
  package var title: String?
  /// The program's version.
  package var version: String?

  package init(name: String, title: String? = nil, version: String? = nil) {
    self.name = name
    self.title = title
    self.version = version
  }

  /// Parses an `Implementation`; nil if it has no name.
  init?(_ value: JSONValue?) {
    guard let name = value?["name"]?.text, !name.isEmpty else { return nil }
    self.init(name: name, title: value?["title"]?.text, version: value?["version"]?.text)
  }
}
