/// A change of resources.
package struct ResourceChange: Hashable, Sendable {
  /// The addresses of the changed resources.
  package var uris: [String]
  /// Whether resources were added or removed.
  package var changesList: Bool

  /// Creates a change.
  package init(uris: [String], changesList: Bool) {
    self.uris = uris
    self.changesList = changesList
  }
}
