/// A path that is recorded here and kept off the tip.
package struct HeldPath: Sendable, Codable, Hashable {
  /// The path.
  package var path: String
  /// Why, in words.
  package var reason: String
  /// Bytes, where known.
  package var size: Int64?

  /// Makes a held path.
  package init(path: String, reason: String, size: Int64?) {
    self.path = path
    self.reason = reason
    self.size = size
  }
}
