/// What a client wants to be told of. Pure.
///
/// In revisions that begin with `initialize` there is one list of addresses for the connection; in the stateless one
/// each `subscriptions/listen` has its own, and is named in what is sent for it.
struct Subscriptions: Hashable, Sendable {
  /// How many addresses are listened to at once.
  static let most = 10_000

  /// One `subscriptions/listen`.
  private struct Listening: Hashable {
    var addresses: Set<[UInt8]>
    var wantsList: Bool
  }

  private var addresses: Set<[UInt8]> = []
  private var listening: [RequestID: Listening] = [:]
  /// Whether the client of a session uses resources at all: only then is it told that their list changed.
  var usesResources = false

  /// Nobody listens.
  init() {}

  /// Whether anybody is to be told of anything.
  var isEmpty: Bool { addresses.isEmpty && listening.isEmpty && !usesResources }

  private var count: Int { listening.values.reduce(addresses.count) { $0 + $1.addresses.count } }

  /// Whether a request listens under this id.
  func has(_ id: RequestID) -> Bool { listening[id] != nil }

  /// Tells a session of an address from now on; false where it listens to too many.
  mutating func subscribe(_ uri: String) -> Bool {
    guard count < Self.most else { return false }
    addresses.insert(Array(uri.utf8))
    return true
  }

  /// Tells it no more.
  mutating func unsubscribe(_ uri: String) { addresses.remove(Array(uri.utf8)) }

  /// A request listens from now on; nil where there are too many, else the frame that says what it is told.
  mutating func listen(_ id: RequestID, _ filter: JSONValue?) -> JSONValue? {
    let uris = (filter?["resourceSubscriptions"]?.elements ?? []).compactMap(\.text)
    guard count + uris.count <= Self.most, listening.count < 100 else { return nil }
    let wantsList = filter?["resourcesListChanged"]?.truth == true
    listening[id] = Listening(addresses: Set(uris.map { Array($0.utf8) }), wantsList: wantsList)
    var agreed: [JSONMember] = []
    if wantsList { agreed.append(JSONMember(name: "resourcesListChanged", value: true)) }
    if !uris.isEmpty {
      agreed.append(JSONMember(name: "resourceSubscriptions", value: .array(uris.map { .string($0) })))
    }
    return Self.frame(
      "notifications/subscriptions/acknowledged", id, [JSONMember(name: "notifications", value: .object(agreed))])
  }

  /// A request listens no more; whether it did.
  mutating func stop(_ id: RequestID) -> Bool { listening.removeValue(forKey: id) != nil }

  /// What is sent of a change.
  func frames(of change: ResourceChange) -> [JSONValue] {
    var frames: [JSONValue] = []
    let updated = "notifications/resources/updated"
    let listChanged = "notifications/resources/list_changed"
    if change.changesList, usesResources { frames.append(Self.frame(listChanged, nil, [])) }
    let sorted = listening.sorted { "\($0.key)" < "\($1.key)" }
    for (id, wanted) in sorted where change.changesList && wanted.wantsList {
      frames.append(Self.frame(listChanged, id, []))
    }
    for uri in change.uris {
      let address = Array(uri.utf8)
      let params = [JSONMember(name: "uri", value: .string(uri))]
      if addresses.contains(address) { frames.append(Self.frame(updated, nil, params)) }
      for (id, wanted) in sorted where wanted.addresses.contains(address) {
        frames.append(Self.frame(updated, id, params))
      }
    }
    return frames
  }

  private static func frame(_ method: String, _ id: RequestID?, _ params: [JSONMember]) -> JSONValue {
    var params = params
    if let id {
      let meta: JSONValue = ["io.modelcontextprotocol/subscriptionId": id.value]
      params.insert(JSONMember(name: "_meta", value: meta), at: 0)
    }
    var members = [JSONMember(name: "jsonrpc", value: "2.0"), JSONMember(name: "method", value: .string(method))]
    if !params.isEmpty { members.append(JSONMember(name: "params", value: .object(params))) }
    return .object(members)
  }
}
