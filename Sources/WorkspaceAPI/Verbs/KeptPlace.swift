/// A path, or lines of one, that a restore or an undo left alone.
package struct KeptPlace: Sendable, Codable, Hashable {
  /// The path.
  package var path: String
  /// What stays and why, as words behind the path: `lines 3–5 were changed since and stay`.
  package var what: String
  /// What can be done about it.
  package var next: String?

  /// Makes a place.
  package init(path: String, what: String, next: String? = nil) {
    self.path = path
    self.what = what
    self.next = next
  }
}
