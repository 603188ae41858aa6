package import FileSystem
internal import GitObjects

/// The reason why a folder of the workspace is foreign: nothing below it is recorded, written or deleted.
package enum FolderBoundary: Hashable, Sendable {
  /// It holds a `.git` of its own.
  case repository
  /// Another file system is mounted there.
  case mount
}

extension FileTree {
  /// Returns the reason why a folder is foreign; nil if it is recorded, or is no folder.
  package func boundary(of folder: FileLocation) -> FolderBoundary? {
    guard (try? stamp(of: folder))??.kind == .directory else { return nil }
    if beginsMount(folder) { return .mount }
    guard let inner = try? stamp(of: folder.appending(".git")), inner.kind != .other else { return nil }
    return .repository
  }
}

extension FolderBoundary: CustomStringConvertible {
  /// The reason for status and refusals.
  package var description: String {
    switch self {
    case .repository: "another git repository; its files are not recorded here"
    case .mount: "another file system's mount point; its files are not recorded here"
    }
  }

  /// The addition if files below the folder were recorded before.
  static let keptVersions = "; files recorded before keep their last recorded version"
}

/// A folder whose content Stet does not record.
package struct ForeignFolder: Hashable, Sendable {
  /// The folder's path.
  package var path: String
  /// The reason.
  package var boundary: FolderBoundary
}

extension ForeignFolder {
  /// Returns the error for an operation below it.
  func error(_ operation: String, _ path: WorkspacePath) -> FileError {
    FileError(
      code: .outside, operation: operation, path: path.string, errno: 0, message: "\(self.path) is \(boundary)")
  }
}
