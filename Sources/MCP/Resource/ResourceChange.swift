/// That resources are others than they were.
package struct ResourceChange: Hashable, Sendable {
  /// Their addresses.
  package var uris: [String]
  /// Whether some came or went.
  package var changesList: Bool

  /// Makes a change.
  package init(uris: [String], changesList: Bool) {
    self.uris = uris
    self.changesList = changesList
  }
}
