/// A name in a folder.
package struct DirectoryEntry: Hashable, Sendable {
  /// The name, escaped as `NameText` says.
  package var name: String
  /// What stands there, without following links; nil where the file system does not say without a `stat`.
  package var kind: FileStamp.Kind?

  /// Makes an entry.
  package init(name: String, kind: FileStamp.Kind?) {
    self.name = name
    self.kind = kind
  }
}
