/// Why a text is not a path of the workspace.
package enum WorkspacePathError: Error, Hashable, Sendable {
  /// There is no text.
  case empty
  /// It begins with a slash.
  case absolute(String)
  /// Two slashes follow each other, or a name holds one.
  case emptyPart(String)
  /// A part is `.` or `..`.
  case dots(String)
  /// A part is a spelling of `.git` on some system.
  case dotGit(String)
  /// A part is over 255 bytes or the whole over 4,000.
  case tooLong(String)
  /// It holds a zero byte.
  case nul
}

extension WorkspacePathError: CustomStringConvertible {
  /// The sentence for people: what is wrong and what would be right.
  package var description: String {
    switch self {
    case .empty: "the path is empty; name a file in the workspace, such as Research/notes.md"
    case .absolute(let path): "'\(path)' is absolute; name it relative to the workspace's folder"
    case .emptyPart(let path): "'\(path)' has an empty part; write single slashes between names"
    case .dots(let path): "'\(path)' has a part '.' or '..'; paths may not leave the workspace"
    case .dotGit(let path): "'\(path)' spells '.git'; the repository itself is not a document"
    case .tooLong(let path): "'\(path.prefix(60))…' is too long; names have at most 255 bytes, paths 4,000"
    case .nul: "the path holds a zero byte"
    }
  }
}
