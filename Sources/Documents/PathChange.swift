/// What happened to one path, as a subject tells it.
package enum PathChange: Hashable, Sendable {
  /// It was not there before.
  case created(String)
  /// Its content or mode is another.
  case edited(String)
  /// It is no longer there.
  case deleted(String)
  /// It stands elsewhere now.
  case renamed(from: String, to: String)

  /// Where it stands now, or stood.
  package var path: String {
    switch self {
    case .created(let path), .edited(let path), .deleted(let path), .renamed(_, let path): path
    }
  }

  /// The word for it at the head of a subject.
  var verb: String {
    switch self {
    case .created: "Create"
    case .edited: "Edit"
    case .deleted: "Delete"
    case .renamed: "Rename"
    }
  }
}
