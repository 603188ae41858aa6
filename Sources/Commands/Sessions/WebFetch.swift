internal import HTTPTransfer
internal import Models
internal import Sessions
internal import Threads
internal import Values
internal import WorkspaceAPI

/// `web_fetch`: reads a page of the web for a session. The policy or the person allows each server, a host with a port,
/// before anything is sent to it, also by a redirect.
struct WebFetch: Sendable {
  /// The tool's name.
  static let name = "web_fetch"
  /// The name under which redirects are cached.
  private static let redirect = "web_fetch redirect"
  /// The largest size of a page in bytes.
  private static let largest = 4 << 20
  /// The greatest length of a result in letters.
  private static let longest = 20_000

  /// The entry of the tool for the model.
  static let definition = Models.ToolDefinition(
    name: name,
    description: """
      Reads a web page or a text from the web. The policy allows or refuses hosts; \
      for others the person is asked once.
      """,
    schema: [
      "type": "object", "properties": ["url": ["type": "string"]], "required": ["url"],
    ])

  /// The results of the last 24 hours.
  let cache: ResultCache
  /// Returns the policy's permission for a server, a host with a port.
  let permission: @Sendable (String) async -> WorkspaceAPI.Permission
  /// Returns whether the internet can be reached, after a server could not be.
  let isOnline: @Sendable () async -> Bool
  /// Returns the connections to a server.
  let connect: @Sendable (TransferAddress) -> TransferLoop

  /// Reads a page.
  ///
  /// - Parameter grants: the servers that the person allowed in this session, as `web:HOST:PORT`.
  func carryOut(_ pending: PendingCall, grants: Set<String>) async -> ToolReply {
    func end(_ text: String, isError: Bool = false, isCached: Bool = false) -> ToolReply {
      .outcome(CallOutcome(id: pending.id, text: text, isError: isError, isCached: isCached))
    }
    guard let url = pending.call.arguments?["url"]?.text, let address = TransferAddress(url) else {
      return end("Invalid arguments: \"url\" is an address that begins with https:// or http://.", isError: true)
    }
    if let permission = pending.permission, permission.word == "deny" {
      let server = permission.state.split(separator: ":", maxSplits: 1).last ?? ""
      return end("The person does not allow \(server). Go on with what the files say.")
    }
    switch await response(address, grants: grants) {
    case .elsewhere(let place): return Self.question(pending, place)
    case .refused(let place): return end(Self.refusal(place), isError: true)
    case .failure(.offline(let why)):
      guard await isOnline() else { return end(ToolClass.unavailable) }
      return end(
        "The server of the address is not known, or does not answer: \(why). Check the address.",
        isError: true)
    case .failure(let error): return end("\(error)", isError: true)
    case .known(let text, let time):
      return end("[cached since \(ISOTime.text(time / 1_000))]\n\(text)", isCached: true)
    case .response(let response, let places):
      guard (200..<300).contains(response.head.status) else {
        return end("The server answered with status \(response.head.status).", isError: true)
      }
      guard let text = Self.text(response) else {
        return end("The address is no text (\(response.head.fields["content-type"] ?? "no type")).", isError: true)
      }
      await store(text, places)
      return end(text)
    }
  }

  /// The end of a request.
  private enum Ending {
    /// The answer, which is no redirect, and the addresses that led to it, in order.
    case response(TransferResponse, [TransferAddress])
    /// The text of an earlier answer, and its time in milliseconds since 1970.
    case known(String, time: Int64)
    /// A place that the person has not allowed, to which nothing was sent.
    case elsewhere(TransferAddress)
    /// A place that the policy refuses, to which nothing was sent.
    case refused(TransferAddress)
    case failure(TransferError)
  }

  /// Returns the permission for the server of an address: that of the policy, where a person who was asked may allow it
  /// for the session.
  private func access(_ address: TransferAddress, _ grants: Set<String>) async -> WorkspaceAPI.Permission {
    let rule = await permission(Self.server(address))
    return rule == .ask && grants.contains(Self.grant(address)) ? .allow : rule
  }

  /// Requests a page and follows redirects to places that the policy or the person allowed. Those of an earlier answer
  /// are followed alike, so that its text is returned only if each server on the way is still allowed.
  private func response(_ address: TransferAddress, grants: Set<String>) async -> Ending {
    var request = TransferRequest("GET", address, fields: ["Accept": "text/html, text/*, application/json"])
    request.followsRedirects = false
    var places: [TransferAddress] = []
    for _ in 0...Redirect.limit {
      switch await access(request.address, grants) {
      case .allow: break
      case .ask: return .elsewhere(request.address)
      case .deny: return .refused(request.address)
      }
      places.append(request.address)
      if let (text, time) = await known(Self.name, request.address) { return .known(text, time: time) }
      if let (text, _) = await known(Self.redirect, request.address), let next = TransferAddress(text) {
        request.address = next
        continue
      }
      switch await connect(request.address).perform(request) {
      case .failure(let error): return .failure(error)
      case .success(let response):
        switch Redirect.follow(request, response.head) {
        case .failure(let error): return .failure(error)
        case .success(nil): return .response(response, places)
        case .success(let next?): request = next
        }
      }
    }
    return .failure(.address(request.address.text))
  }

  /// Returns the cached result of an address.
  private func known(_ kind: String, _ address: TransferAddress) async -> (text: String, time: Int64)? {
    let cache = cache
    return await onThread("stet.cache") { cache.result(of: kind, address.text, now: SessionRun.now) }
  }

  /// Caches the text at the last address, and the redirects that led to it.
  private func store(_ text: String, _ places: [TransferAddress]) async {
    let cache = cache
    await onThread("stet.cache") {
      let now = SessionRun.now
      for (place, next) in zip(places, places.dropFirst()) {
        cache.store(next.text, of: Self.redirect, place.text, now: now)
      }
      if let last = places.last { cache.store(text, of: Self.name, last.text, now: now) }
    }
  }

  /// Returns the name of a person's permission for the server of an address.
  private static func grant(_ address: TransferAddress) -> String { "web:\(server(address))" }

  private static func server(_ address: TransferAddress) -> String { "\(address.origin.host):\(address.origin.port)" }

  private static func refusal(_ address: TransferAddress) -> String {
    "The policy of the folder does not allow \(server(address)). Go on with what the files say."
  }

  private static func question(_ pending: PendingCall, _ address: TransferAddress) -> ToolReply {
    .question(
      SessionQuestion(
        id: pending.id, kind: .permission,
        text: "May the session read \(address.text)? allow holds for \(server(address)) in this session.",
        choices: ["allow", "deny"], state: grant(address)))
  }

  /// Returns the text of an answer; nil if it is none.
  private static func text(_ response: TransferResponse) -> String? {
    guard response.body.count <= largest, let body = String(validating: response.body, as: UTF8.self) else {
      return nil
    }
    let type = response.head.fields["content-type"]?.lowercased() ?? ""
    let isPage = type.hasPrefix("text/html") || type.hasPrefix("application/xhtml")
    let text = isPage ? PageText.text(ofHTML: body) : body
    guard text.count > longest else { return text }
    return text.prefix(longest) + "\n[the rest, \(text.count - longest) letters, is left out]"
  }
}
