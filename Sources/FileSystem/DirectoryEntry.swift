/// An entry of a folder.
package struct DirectoryEntry: Hashable, Sendable {
  /// The name, escaped as by `NameText`.
  package var name: String
  /// The kind without following links; nil if the file system does not report it without a `stat`.
  package var kind: FileStamp.Kind?

  /// Creates an entry.
  package init(name: String, kind: FileStamp.Kind?) {
    self.name = name
    self.kind = kind
  }
}
