/// One change to a tree, for `TreeEditor`.
package enum TreeEdit: Hashable, Sendable {
  /// The path becomes this. A file that stands where a directory is needed, or a directory at the path, gives way.
  case set(path: String, mode: FileMode, id: ObjectID)
  /// The path goes, with everything below it; a directory that it leaves empty goes too. Nothing where it is absent.
  case remove(path: String)

  /// The path that is changed.
  package var path: String {
    switch self {
    case .set(let path, _, _), .remove(let path): path
    }
  }
}

extension TreeEdit {
  /// The edit that makes a change.
  package init(_ change: TreeChange) {
    if let new = change.new {
      self = .set(path: change.path, mode: new.mode, id: new.id)
    } else {
      self = .remove(path: change.path)
    }
  }
}
