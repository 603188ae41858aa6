package import FileSystem
internal import GitObjects

/// The reason why a folder of the workspace is left to itself: nothing below it is recorded, written or deleted.
package enum FolderBoundary: Hashable, Sendable {
  /// It holds a `.git` of its own.
  case repository
  /// Another file system is mounted there.
  case mount
}

extension FileTree {
  /// Returns the reason why a folder is left to itself; nil where it is followed, or is no folder.
  package func boundary(of folder: FileLocation) -> FolderBoundary? {
    guard (try? stamp(of: folder))??.kind == .directory else { return nil }
    if beginsMount(folder) { return .mount }
    guard let inner = try? stamp(of: folder.appending(".git")), inner.kind != .other else { return nil }
    return .repository
  }
}

extension FolderBoundary: CustomStringConvertible {
  /// The reason as status and refusals give it.
  package var description: String {
    switch self {
    case .repository: "another git repository; it is left to itself and not recorded here"
    case .mount: "another file system is mounted there; it is left to itself and not recorded here"
    }
  }

  /// The addition where files below the folder were recorded before.
  static let keptVersions = "; what was recorded of it before keeps its last recorded version"
}

/// A folder that is left to itself.
package struct ForeignFolder: Hashable, Sendable {
  /// The folder's path.
  package var path: String
  /// The reason.
  package var boundary: FolderBoundary
}

extension ForeignFolder {
  /// The error for an operation below it.
  func error(_ operation: String, _ path: WorkspacePath) -> FileError {
    FileError(
      code: .outside, operation: operation, path: path.string, errno: 0, message: "\(self.path) is \(boundary)")
  }
}
