/// One change of a tree, for `TreeEditor`.
package enum TreeEdit: Hashable, Sendable {
  /// Sets the path. A file in the place of a parent directory is replaced, and so is a directory at the path.
  case set(path: String, mode: FileMode, id: ObjectID)
  /// Removes the path and everything below it; parent directories that become empty are removed, too. Does nothing if
  /// the path does not exist.
  case remove(path: String)

  /// The changed path.
  package var path: String {
    switch self {
    case .set(let path, _, _), .remove(let path): path
    }
  }
}

extension TreeEdit {
  /// Creates the edit for a change.
  package init(_ change: TreeChange) {
    if let new = change.new {
      self = .set(path: change.path, mode: new.mode, id: new.id)
    } else {
      self = .remove(path: change.path)
    }
  }
}
