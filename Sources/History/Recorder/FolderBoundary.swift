package import FileSystem
package import GitObjects

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

/// Scans, batches of the watcher and writes all use these functions.
extension FileTree {
  /// Returns the topmost foreign folder on the way to a path, or at it.
  package func foreignFolder(on path: WorkspacePath) -> ForeignFolder? {
    var known: [WorkspacePath: FolderBoundary?] = [:]
    return foreignFolder(on: path, known: &known)
  }

  /// Returns the first foreign folder below a folder; a mount or repository there would move with the folder.
  ///
  /// - Throws: `FileError` if the folder cannot be read: it may contain one.
  package func foreignFolder(below folder: WorkspacePath) throws(FileError) -> ForeignFolder? {
    var found: ForeignFolder?
    _ = try walk(FileLocation(folder)) { location, stamp in
      // A mount point is visited as something else than a folder.
      guard found == nil, stamp.kind == .directory || stamp.kind == .other else { return false }
      found = boundary(of: location).map { ForeignFolder(path: location.string, boundary: $0) }
      return found == nil
    }
    return found
  }

  /// Returns the topmost foreign folder on the way to a folder, or at it, and remembers the result for that folder too.
  func foreignFolder(above folder: WorkspacePath, known: inout [WorkspacePath: FolderBoundary?]) -> ForeignFolder? {
    if let found = known[folder], found == nil { return nil }
    let foreign = foreignFolder(on: folder, known: &known)
    if foreign == nil { known[folder] = .some(nil) }
    return foreign
  }

  /// Returns the topmost foreign folder on the way to a path, or at it; remembers the result for the folders above.
  func foreignFolder(
    on path: WorkspacePath, known: inout [WorkspacePath: FolderBoundary?]
  ) -> ForeignFolder? {
    var folders = [path]
    while let parent = folders.last?.parent { folders.append(parent) }
    for folder in folders.reversed() {
      let boundary: FolderBoundary?
      if folder != path, let found = known[folder] {
        boundary = found
      } else {
        boundary = self.boundary(of: FileLocation(folder))
        if folder != path { known[folder] = boundary }
      }
      if let boundary { return ForeignFolder(path: folder.string, boundary: boundary) }
    }
    return nil
  }
}
