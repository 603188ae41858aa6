/// The reason why a text is not a path of the workspace.
package enum WorkspacePathError: Error, Hashable, Sendable {
  /// The text is empty.
  case empty
  /// The text begins with a slash.
  case absolute(String)
  /// The text has two consecutive slashes, or a name contains one.
  case emptyPart(String)
  /// A component is `.` or `..`.
  case dots(String)
  /// A component is a spelling of `.git` on some system.
  case dotGit(String)
  /// A component has more than 255 bytes, or the whole more than 4,000.
  case tooLong(String)
  /// The text contains a zero byte.
  case nul
}

extension WorkspacePathError: CustomStringConvertible {
  /// The error message for people: the problem and the remedy.
  package var description: String {
    switch self {
    case .empty: "the path is empty; name a file in the workspace, such as Research/notes.md"
    case .absolute(let path): "'\(path)' is absolute; name it relative to the workspace's folder"
    case .emptyPart(let path): "'\(path)' has an empty part; write single slashes between names"
    case .dots(let path): "'\(path)' has a part '.' or '..'; paths may not leave the workspace"
    case .dotGit(let path): "'\(path)' spells '.git'; the repository itself is not a document"
    case .tooLong(let path): "'\(path.prefix(60))…' is too long; names have at most 255 bytes, paths 4,000"
    case .nul: "the path contains a zero byte"
    }
  }
}
