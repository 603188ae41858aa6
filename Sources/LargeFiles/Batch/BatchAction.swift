/// One request that a server says moves or confirms an object.
package struct BatchAction: Hashable, Sendable {
  /// Where it goes: `http` or `https`.
  package var address: String
  /// The header fields that go with it; they are secrets of the address's host.
  package var fields: [String: String]
  /// For how long it can be used, from the answer on; nil where the server did not say.
  package var lifetime: Duration?

  /// Makes an action.
  package init(address: String, fields: [String: String] = [:], lifetime: Duration? = nil) {
    self.address = address
    self.fields = fields
    self.lifetime = lifetime
  }
}
