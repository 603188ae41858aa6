internal import MCP
package import HTTPTypes

/// An answer that turns a request away.
package struct Refusal: Hashable, Sendable {
  /// The status.
  package var status: HTTPResponse.Status
  /// Headers besides those of the body.
  package var headers = HTTPFields()
  /// Why, for people.
  package var message: String

  /// Makes a refusal.
  package init(_ status: HTTPResponse.Status, _ message: String) {
    self.status = status
    self.message = message
  }

  /// The body: an error of JSON-RPC without an id, as the protocol allows.
  package var body: [UInt8] { MessageHead.refusal(message) }
}
