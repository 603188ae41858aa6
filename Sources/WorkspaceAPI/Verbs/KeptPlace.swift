/// A path, or some lines of it, that a restore or an undo did not change.
package struct KeptPlace: Sendable, Codable, Hashable {
  /// The path.
  package var path: String
  /// The kept part and the reason, as words after the path: `lines 3–5 were changed since and stay`.
  package var what: String
  /// The possible next step.
  package var next: String?

  /// Creates a place.
  package init(path: String, what: String, next: String? = nil) {
    self.path = path
    self.what = what
    self.next = next
  }
}
