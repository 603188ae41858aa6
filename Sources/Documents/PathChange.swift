/// The change of one path in the terms of a subject.
package enum PathChange: Hashable, Sendable {
  /// The path is new.
  case created(String)
  /// Its content or mode changed.
  case edited(String)
  /// The path was deleted.
  case deleted(String)
  /// The path was renamed.
  case renamed(from: String, to: String)

  /// The current path; for a deletion the former one.
  package var path: String {
    switch self {
    case .created(let path), .edited(let path), .deleted(let path), .renamed(_, let path): path
    }
  }

  /// The verb at the beginning of a subject.
  var verb: String {
    switch self {
    case .created: "Create"
    case .edited: "Edit"
    case .deleted: "Delete"
    case .renamed: "Rename"
    }
  }
}
