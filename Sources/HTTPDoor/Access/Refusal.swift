internal import MCP
package import HTTPTypes

/// An answer that refuses a request.
package struct Refusal: Hashable, Sendable {
  /// The HTTP status.
  package var status: HTTPResponse.Status
  /// Headers besides those of the body.
  package var headers = HTTPFields()
  /// The reason for people.
  package var message: String

  /// Creates a refusal.
  package init(_ status: HTTPResponse.Status, _ message: String) {
    self.status = status
    self.message = message
  }

  /// The body: a JSON-RPC error without an id, as the protocol allows.
  package var body: [UInt8] { MessageHead.refusal(message) }
}
