/// The content of a path in a tree: one blob, or nothing.
package struct PathVersion: Hashable, Sendable {
  /// The path, by its bytes.
  package var key: NameKey
  /// The blob; nil if the path does not exist.
  package var blob: ObjectID?

  /// Creates a version.
  package init(_ path: String, _ blob: ObjectID?) {
    key = NameKey(path)
    self.blob = blob
  }

  /// The path as text.
  package var path: String { String(key.text) }
}
