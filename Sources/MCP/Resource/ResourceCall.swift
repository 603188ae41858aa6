/// A request for what the server has as resources, with what is known of who asks.
package struct ResourceCall: Hashable, Sendable {
  /// What is asked.
  package enum Wish: Hashable, Sendable {
    /// A page of the list, from a cursor on.
    case list(cursor: String?)
    /// The content under an address.
    case read(uri: String)
  }

  /// What is asked.
  package var wish: Wish
  /// The client, as it says of itself.
  package var client: ClientInfo?
  /// The revision it is answered in.
  package var version: ProtocolVersion

  /// Makes a request.
  package init(wish: Wish, client: ClientInfo?, version: ProtocolVersion) {
    self.wish = wish
    self.client = client
    self.version = version
  }
}
