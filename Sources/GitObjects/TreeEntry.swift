/// One entry of a tree object.
package struct TreeEntry: Hashable, Sendable {
  /// The name, escaped as by `NameText`.
  package var name: String
  /// The kind of the entry.
  package var mode: FileMode
  /// The id of its blob, tree or commit.
  package var id: ObjectID

  /// Creates an entry.
  package init(name: String, mode: FileMode, id: ObjectID) {
    self.name = name
    self.mode = mode
    self.id = id
  }

  /// Returns whether name (by its bytes), mode and id are equal.
  package static func == (left: TreeEntry, right: TreeEntry) -> Bool {
    left.id == right.id && left.mode == right.mode && left.name.hasSameBytes(as: right.name)
  }

  /// Hashes the fields that `==` compares.
  package func hash(into hasher: inout Hasher) {
    name.hashBytes(into: &hasher)
    hasher.combine(mode)
    hasher.combine(id)
  }
}
