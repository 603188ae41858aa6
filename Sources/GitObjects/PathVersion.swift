/// What a path holds in some tree: one blob, or nothing.
package struct PathVersion: Hashable, Sendable {
  /// The path, by its bytes.
  package var key: NameKey
  /// What stands there; nil for nothing.
  package var blob: ObjectID?

  /// Makes a version.
  package init(_ path: String, _ blob: ObjectID?) {
    key = NameKey(path)
    self.blob = blob
  }

  /// The path as text.
  package var path: String { String(key.text) }
}
