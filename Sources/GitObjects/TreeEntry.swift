/// The kind of a tree entry in git's terms.
package enum FileMode: UInt32, Hashable, Sendable, Codable {
  /// A directory.
  case tree = 0o040000
  case file = 0o100644
  /// An executable file.
  case executable = 0o100755
  /// A symbolic link; the content is its target.
  case symlink = 0o120000
  /// A commit of another repository (a submodule): never entered, never changed.
  case gitlink = 0o160000

  /// Converts a mode of a tree; irregular permission bits of old trees are read as git reads them.
  package init?(bits: UInt32) {
    switch bits & 0o170000 {
    case 0o040000: self = .tree
    case 0o100000: self = bits & 0o100 != 0 ? .executable : .file
    case 0o120000: self = .symlink
    case 0o160000: self = .gitlink
    default: return nil
    }
  }

  /// Converts the mode of a tree's entry. As in git, an entry of unknown kind is a commit of another repository, which
  /// is never entered.
  init(ofEntry bits: UInt32) { self = FileMode(bits: bits) ?? .gitlink }

  /// Whether it is a file, executable or not.
  package var isFile: Bool { self == .file || self == .executable }

  /// The octal digits that git writes in trees.
  package var octal: String {
    switch self {
    case .tree: "40000"
    case .file: "100644"
    case .executable: "100755"
    case .symlink: "120000"
    case .gitlink: "160000"
    }
  }
}

/// One entry of a tree object.
package struct TreeEntry: Hashable, Sendable {
  /// The name, escaped as by `NameText`.
  package var name: String
  /// The kind of the entry.
  package var mode: FileMode
  /// The id of its blob, tree or commit.
  package var id: ObjectID

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
