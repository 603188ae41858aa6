/// Whether what is recorded here may be published.
package enum PublicationRule: Hashable, Sendable {
  /// It may.
  case open
  /// A person must agree first; the address to which it would go, as people read it.
  case asks(address: String)
  /// A person wants it to stay here.
  case closed
}
