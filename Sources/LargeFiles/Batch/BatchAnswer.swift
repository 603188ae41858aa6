internal import FoundationEssentials

/// A server's answer to a batch request.
package struct BatchAnswer: Hashable, Sendable {
  /// The verdict for each requested object.
  ///
  /// Objects that were not requested are ignored. A requested object that the answer leaves out is refused here, so
  /// that no object waits for ever.
  package var verdicts: [ContentID: BatchVerdict]

  private struct Message: Decodable {
    struct Action: Decodable {
      var href: String
      var header: [String: String]?
      var expires_in: Double?
      var expires_at: String?
    }
    struct Failure: Decodable {
      var code: Int
      var message: String?
    }
    struct Item: Decodable {
      var oid: String
      var size: Int?
      var actions: [String: Action]?
      var error: Failure?
    }
    var transfer: String?
    var objects: [Item]
    var hash_algo: String?
  }

  /// Creates an answer from its verdicts.
  package init(_ verdicts: [ContentID: BatchVerdict]) { self.verdicts = verdicts }

  /// Parses an answer.
  ///
  /// - Parameter secondsUntil: returns the number of seconds until an RFC 3339 time; nil if the text is not one.
  package init(
    _ body: [UInt8], to request: BatchRequest, secondsUntil: (String) -> Int? = { _ in nil }
  ) throws(BatchFault) {
    let message: Message
    do { message = try JSONDecoder().decode(Message.self, from: Data(body)) } catch {
      throw .unreadable(String(decoding: body.prefix(60), as: UTF8.self))
    }
    if let transfer = message.transfer, transfer != "basic" { throw .transfer(transfer) }
    if let hash = message.hash_algo, hash != "sha256" { throw .hash(hash) }
    let missing = BatchVerdict.refused(code: 0, message: "the server did not answer for it")
    verdicts = Dictionary(request.pointers.map { ($0.id, missing) }) { first, _ in first }
    for item in message.objects {
      guard let id = ContentID(hex: Array(item.oid.utf8)), verdicts[id] == missing else { continue }
      verdicts[id] = Self.verdict(item, request.direction, secondsUntil)
    }
  }

  private static func verdict(
    _ item: Message.Item, _ direction: TransferDirection, _ secondsUntil: (String) -> Int?
  ) -> BatchVerdict {
    if let error = item.error {
      return .refused(code: error.code, message: String((error.message ?? "no reason given").prefix(500)))
    }
    guard let action = item.actions?[direction.rawValue] else {
      return direction == .upload ? .present : .refused(code: 404, message: "the server gives no address for it")
    }
    let verify = item.actions?["verify"]
    guard let move = Self.action(action, secondsUntil), verify == nil || Self.action(verify, secondsUntil) != nil else {
      return .refused(code: 0, message: "the server's request for it is not valid: \(action.href.prefix(100))")
    }
    return .move(move, verify: direction == .upload ? Self.action(verify, secondsUntil) : nil)
  }

  private static func action(_ action: Message.Action?, _ secondsUntil: (String) -> Int?) -> BatchAction? {
    guard let action, action.href.hasPrefix("https://") || action.href.hasPrefix("http://"),
      !action.href.utf8.contains(where: { $0 <= 32 || $0 == 127 })
    else { return nil }
    let fields = action.header ?? [:]
    // A line break in a field would start another field.
    for (name, value) in fields {
      let isName = !name.isEmpty && name.utf8.allSatisfy { $0 > 32 && $0 < 127 && $0 != UInt8(ascii: ":") }
      guard isName, !value.utf8.contains(where: { $0 < 32 && $0 != 9 || $0 == 127 }) else { return nil }
    }
    var lifetime: Duration?
    if let seconds = action.expires_in, seconds != 0 {
      lifetime = .seconds(max(0, min(seconds, 2_147_483_647)))
    } else if let time = action.expires_at, let seconds = secondsUntil(time) {
      lifetime = .seconds(max(0, seconds))
    }
    return BatchAction(address: action.href, fields: fields, lifetime: lifetime)
  }

  /// Returns the message in the body of a refused request; nil if it contains no message for people.
  package static func message(of body: [UInt8]) -> String? {
    struct Refusal: Decodable { var message: String }
    return (try? JSONDecoder().decode(Refusal.self, from: Data(body))).map { String($0.message.prefix(500)) }
  }
}

/// A server's decision about one object.
package enum BatchVerdict: Hashable, Sendable {
  /// The object is transferred by the first request and confirmed by the second, if there is one.
  case move(BatchAction, verify: BatchAction?)
  /// The server has the object, so it need not be uploaded.
  case present
  /// The object cannot be transferred; the code is an HTTP status.
  case refused(code: Int, message: String)
}

/// The HTTP request by which the server lets an object be transferred or verified.
package struct BatchAction: Hashable, Sendable {
  /// The `http` or `https` URL.
  package var address: String
  /// The header fields; they are secrets of the address's host.
  package var fields: [String: String]
  /// The time during which the action is valid, counted from the answer; nil if the server did not state it.
  package var lifetime: Duration?

  package init(address: String, fields: [String: String] = [:], lifetime: Duration? = nil) {
    self.address = address
    self.fields = fields
    self.lifetime = lifetime
  }
}

/// The reason why a server's answer to a batch request cannot be used.
package enum BatchFault: Error, Hashable, Sendable {
  /// It is not JSON of the batch API, for example a sign-in page or a truncated answer.
  case unreadable(String)
  /// It requires a transfer method that was not offered.
  case transfer(String)
  /// It names objects by another hash than SHA-256.
  case hash(String)
}

extension BatchFault: CustomStringConvertible {
  /// The error message for people.
  package var description: String {
    switch self {
    case .unreadable(let why): "the server's answer is not of the git-lfs batch API (\(why)); check the address"
    case .transfer(let name): "the server wants the transfer \"\(name)\", which was not offered"
    case .hash(let name): "the server names objects by \"\(name)\" instead of sha256"
    }
  }
}
