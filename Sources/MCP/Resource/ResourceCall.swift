/// A request about resources, with the known facts about the client.
package struct ResourceCall: Hashable, Sendable {
  /// A kind of request.
  package enum Wish: Hashable, Sendable {
    /// Requests a page of the list, from a cursor on.
    case list(cursor: String?)
    /// Requests the content of an address.
    case read(uri: String)
  }

  /// The request.
  package var wish: Wish
  /// The client in its own words.
  package var client: ClientInfo?
  /// The revision of the answer.
  package var version: ProtocolVersion

  /// Creates a request.
  package init(wish: Wish, client: ClientInfo?, version: ProtocolVersion) {
    self.wish = wish
    self.client = client
    self.version = version
  }
}
