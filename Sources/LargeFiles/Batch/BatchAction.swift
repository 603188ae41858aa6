/// The HTTP request by which the server lets an object be transferred or verified.
package struct BatchAction: Hashable, Sendable {
  /// The `http` or `https` URL.
  package var address: String
  /// The header fields; they are secrets of the address's host.
  package var fields: [String: String]
  /// The time during which the action is valid, counted from the answer; nil if the server did not state it.
  package var lifetime: Duration?

  /// Creates an action.
  package init(address: String, fields: [String: String] = [:], lifetime: Duration? = nil) {
    self.address = address
    self.fields = fields
    self.lifetime = lifetime
  }
}
