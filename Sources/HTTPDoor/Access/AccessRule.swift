package import HTTPTypes
internal import MCP

/// The rule for access to the endpoint, decided by a request's head before its body is read.
///
/// A web page in a person's browser can send requests here (scenario 140). It cannot choose the `Origin` header, and
/// the check of `Host` refuses requests under a name of its own.
package struct AccessRule: Sendable {
  /// The path of the only endpoint.
  package static let path = "/mcp"

  private let port: Int
  private let token: AccessToken
  private let longestBody: Int

  /// Creates a rule for an endpoint on a loopback port, with messages of at most `longestBody` bytes.
  package init(port: Int, token: AccessToken, longestBody: Int) {
    self.port = port
    self.token = token
    self.longestBody = longestBody
  }

  /// Returns the reason to refuse a request; nil if it may continue.
  package func refusal(of head: HTTPRequest) -> Refusal? {
    guard let authority = head.authority, isOwn(authority) else {
      return Refusal(.forbidden, "The Host header is not an address of this computer.")
    }
    let origins = head.headerFields[values: .origin]
    guard origins.allSatisfy(isOwnOrigin) else {
      return Refusal(.forbidden, "The Origin header is not this server: web pages may not send requests to it.")
    }
    guard head.path == Self.path else { return Refusal(.notFound, "The only address here is \(Self.path)") }
    guard [.post, .get, .delete].contains(head.method) else { return Self.onlyPost }
    guard head.headerFields[values: .authorization].count == 1, token.admits(head.headerFields[.authorization]) else {
      var refusal = Refusal(.unauthorized, "Send the token of this workspace: Authorization: Bearer TOKEN")
      refusal.headers[.wwwAuthenticate] = "Bearer"
      return refusal
    }
    return head.method == .post ? bodyRefusal(head.headerFields) : nil
  }

  /// The refusal of a method that the endpoint does not support, and of a GET without a session.
  static var onlyPost: Refusal {
    var refusal = Refusal(.methodNotAllowed, "Send messages by POST.")
    refusal.headers[.allow] = "POST, DELETE"
    return refusal
  }

  private func bodyRefusal(_ headers: HTTPFields) -> Refusal? {
    let type = headers[.contentType]?.split(separator: ";").first.map { $0.lowercased().filter { $0 != " " } }
    guard type == "application/json" else {
      return Refusal(.unsupportedMediaType, "A message is JSON: Content-Type: application/json")
    }
    let accepted = headers[values: .accept].joined(separator: ",").lowercased()
    guard accepted.isEmpty || accepted.contains("application/json") || accepted.contains("*/*") else {
      return Refusal(.notAcceptable, "Accept must list application/json and text/event-stream.")
    }
    if let length = headers[.contentLength].flatMap({ Int($0) }), length > longestBody {
      return Refusal(.contentTooLarge, "A message is at most \(longestBody) bytes long.")
    }
    return nil
  }

  private func isOwn(_ authority: String) -> Bool {
    Self.names.contains { "\($0):\(port)" == authority.lowercased() }
  }

  private func isOwnOrigin(_ origin: String) -> Bool {
    Self.names.contains { "http://\($0):\(port)" == origin.lowercased() }
  }

  private static let names = ["127.0.0.1", "localhost"]
}

/// An answer that refuses a request.
package struct Refusal: Hashable, Sendable {
  package var status: HTTPResponse.Status
  /// Headers besides those of the body.
  package var headers = HTTPFields()
  /// The reason for people.
  package var message: String

  package init(_ status: HTTPResponse.Status, _ message: String) {
    self.status = status
    self.message = message
  }

  /// The body: a JSON-RPC error without an id, as the protocol allows.
  package var body: [UInt8] { MessageHead.refusal(message) }
}
