/// A path that is recorded here, but not in the tip.
package struct HeldPath: Sendable, Codable, Hashable {
  /// The path.
  package var path: String
  /// The reason in words.
  package var reason: String
  /// The number of bytes, if known.
  package var size: Int64?

  /// Creates a held path.
  package init(path: String, reason: String, size: Int64?) {
    self.path = path
    self.reason = reason
    self.size = size
  }
}
