/// The permission to publish the content recorded here.
package enum PublicationRule: Hashable, Sendable {
  /// It may be published.
  case open
  /// A person must agree first; the address of the remote in the form for people.
  case asks(address: String)
  /// A person wants it to stay here.
  case closed
}
