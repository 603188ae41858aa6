internal import Values

/// A change of resources, and perhaps of prompts.
package struct ResourceChange: Hashable, Sendable {
  /// The addresses of the changed resources.
  package var uris: [String]
  /// The beginning of further addresses whose resources may have changed; nil for none.
  package var beginning: String?
  /// Whether resources were added or removed.
  package var changesList: Bool
  /// Whether prompts were added, removed or changed.
  package var changesPrompts = false

  package init(uris: [String], beginning: String? = nil, changesList: Bool) {
    self.uris = uris
    self.beginning = beginning
    self.changesList = changesList
  }
}

/// The notifications that a client has requested. Pure.
///
/// In revisions that start with `initialize` there is one list of addresses for the connection. In the stateless
/// revision each `subscriptions/listen` has a list of its own, and notifications for it contain its id.
struct Subscriptions: Hashable, Sendable {
  /// The largest number of subscribed addresses.
  static let most = 10_000

  /// One `subscriptions/listen` request.
  private struct Listening: Hashable {
    var addresses: Set<[UInt8]>
    var wantsList: Bool
    var wantsPrompts: Bool
  }

  private var addresses: Set<[UInt8]> = []
  private var listening: [RequestID: Listening] = [:]
  /// Whether the client of a session uses resources at all: only then is it notified of a changed list.
  var usesResources = false
  /// Whether the client of a session uses prompts at all.
  var usesPrompts = false

  init() {}

  /// Whether the client has requested no notifications.
  var isEmpty: Bool { addresses.isEmpty && listening.isEmpty && !usesResources && !usesPrompts }

  private var count: Int { listening.values.reduce(addresses.count) { $0 + $1.addresses.count } }

  /// Returns whether a request with this id is listening.
  func has(_ id: RequestID) -> Bool { listening[id] != nil }

  /// Subscribes a session to an address; returns false if there are too many subscriptions.
  mutating func subscribe(_ uri: String) -> Bool {
    guard count < Self.most else { return false }
    addresses.insert(Array(uri.utf8))
    return true
  }

  /// Cancels a session's subscription.
  mutating func unsubscribe(_ uri: String) { addresses.remove(Array(uri.utf8)) }

  /// Starts the subscriptions of a request; returns the frame that confirms them, or nil if there are too many.
  mutating func listen(_ id: RequestID, _ filter: JSONValue?) -> JSONValue? {
    let uris = (filter?["resourceSubscriptions"]?.elements ?? []).compactMap(\.text)
    guard count + uris.count <= Self.most, listening.count < 100 else { return nil }
    let wantsList = filter?["resourcesListChanged"]?.truth == true
    let wantsPrompts = filter?["promptsListChanged"]?.truth == true
    listening[id] = Listening(
      addresses: Set(uris.map { Array($0.utf8) }), wantsList: wantsList, wantsPrompts: wantsPrompts)
    var agreed: [JSONMember] = []
    if wantsPrompts { agreed.append(JSONMember(name: "promptsListChanged", value: true)) }
    if wantsList { agreed.append(JSONMember(name: "resourcesListChanged", value: true)) }
    if !uris.isEmpty {
      agreed.append(JSONMember(name: "resourceSubscriptions", value: .array(uris.map { .string($0) })))
    }
    return Self.frame(
      "notifications/subscriptions/acknowledged", id, [JSONMember(name: "notifications", value: .object(agreed))])
  }

  /// Ends the subscriptions of a request; returns whether it had any.
  mutating func stop(_ id: RequestID) -> Bool { listening.removeValue(forKey: id) != nil }

  /// Returns the notifications of a change.
  func frames(of change: ResourceChange) -> [JSONValue] {
    var frames: [JSONValue] = []
    let updated = "notifications/resources/updated"
    let listChanged = "notifications/resources/list_changed"
    if change.changesList, usesResources { frames.append(Self.frame(listChanged, nil, [])) }
    let sorted = listening.sorted { "\($0.key)" < "\($1.key)" }
    for (id, wanted) in sorted where change.changesList && wanted.wantsList {
      frames.append(Self.frame(listChanged, id, []))
    }
    let promptsChanged = "notifications/prompts/list_changed"
    if change.changesPrompts, usesPrompts { frames.append(Self.frame(promptsChanged, nil, [])) }
    for (id, wanted) in sorted where change.changesPrompts && wanted.wantsPrompts {
      frames.append(Self.frame(promptsChanged, id, []))
    }
    for uri in change.uris + subscribed(below: change.beginning) {
      let address = Array(uri.utf8)
      let params = [JSONMember(name: "uri", value: .string(uri))]
      if addresses.contains(address) { frames.append(Self.frame(updated, nil, params)) }
      for (id, wanted) in sorted where wanted.addresses.contains(address) {
        frames.append(Self.frame(updated, id, params))
      }
    }
    return frames
  }

  /// Returns the subscribed addresses that begin with a text, in order.
  private func subscribed(below beginning: String?) -> [String] {
    guard let beginning else { return [] }
    let all = listening.values.reduce(addresses) { $0.union($1.addresses) }
    return all.filter { $0.starts(with: beginning.utf8) }.map { String(decoding: $0, as: UTF8.self) }.sorted()
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
