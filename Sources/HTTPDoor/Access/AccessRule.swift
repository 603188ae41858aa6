package import HTTPTypes

/// Who gets to the endpoint at all; decided from a request's head, before a byte of its body is read.
///
/// A web page that a person has open can make their browser send requests here (scenario 140): it cannot choose the
/// `Origin` that the browser puts in, nor reach the endpoint by its own name once `Host` is looked at.
package struct AccessRule: Sendable {
  /// Where the one endpoint is.
  package static let path = "/mcp"

  private let port: Int
  private let token: AccessToken
  private let longestBody: Int

  /// A rule for an endpoint on a port of the loopback, whose messages are at most `longestBody` bytes long.
  package init(port: Int, token: AccessToken, longestBody: Int) {
    self.port = port
    self.token = token
    self.longestBody = longestBody
  }

  /// Why a request is turned away; nil for one that may go on.
  package func refusal(of head: HTTPRequest) -> Refusal? {
    guard let authority = head.authority, isOwn(authority) else {
      return Refusal(.forbidden, "Host names no address of this computer.")
    }
    let origins = head.headerFields[values: .origin]
    guard origins.allSatisfy(isOwnOrigin) else {
      return Refusal(.forbidden, "Origin is not this server: pages in a browser may not ask it.")
    }
    guard head.path == Self.path else { return Refusal(.notFound, "There is one address here: \(Self.path)") }
    guard [.post, .get, .delete].contains(head.method) else { return Self.onlyPost }
    guard head.headerFields[values: .authorization].count == 1, token.admits(head.headerFields[.authorization]) else {
      var refusal = Refusal(.unauthorized, "Send the token of this workspace: Authorization: Bearer TOKEN")
      refusal.headers[.wwwAuthenticate] = "Bearer"
      return refusal
    }
    return head.method == .post ? bodyRefusal(head.headerFields) : nil
  }

  /// What a method is answered that is not for this address, and a GET that belongs to no session.
  static var onlyPost: Refusal {
    var refusal = Refusal(.methodNotAllowed, "Messages come by POST.")
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
