package import FileSystem
package import GitObjects

/// The reason why a folder of the workspace is foreign: nothing below it is recorded, written or deleted.
package enum FolderBoundary: Hashable, Sendable {
  /// It holds a `.git` of its own, or is a repository without a work tree.
  case repository
  /// Another file system is mounted there.
  case mount
}

extension FileTree {
  /// Returns the reason why a folder is foreign; nil if it is recorded, or is no folder.
  package func boundary(of folder: FileLocation) -> FolderBoundary? {
    guard (try? stamp(of: folder))??.kind == .directory else { return nil }
    return nestedBoundary(of: folder) ?? (isBareRepository(folder) ? .repository : nil)
  }

  /// Returns the reason why a location that is a folder by its stamp is foreign, without a look for a repository that has
  /// no work tree: a scan sees the names in the folder.
  func nestedBoundary(of folder: FileLocation) -> FolderBoundary? {
    if beginsMount(folder) { return .mount }
    guard let inner = try? stamp(of: folder.appending(".git")), inner.kind != .other else { return nil }
    return .repository
  }

  /// Returns whether git takes a folder for a repository without a work tree: it has a file `HEAD`, `objects` and
  /// `refs`. Each of them may be a symbolic link.
  fileprivate func isBareRepository(_ folder: FileLocation) -> Bool {
    func kind(_ name: String) -> FileStamp.Kind? { ((try? stamp(of: folder.appending(name))) ?? nil)?.kind }
    // Nearly every folder has no `HEAD`: it costs one look.
    guard let head = kind("HEAD"), head == .file || head == .symlink else { return false }
    return ["objects", "refs"].allSatisfy { name in
      let kind = kind(name)
      return kind == .directory || kind == .symlink
    }
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
  package func error(_ operation: String, _ path: WorkspacePath) -> FileError {
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

  /// Returns a path if it is a foreign folder itself; the folders above it are not looked at.
  package func foreignFolder(at path: WorkspacePath) -> ForeignFolder? {
    boundary(of: FileLocation(path)).map { ForeignFolder(path: path.string, boundary: $0) }
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
  package func foreignFolder(above folder: WorkspacePath, known: inout [WorkspacePath: FolderBoundary?])
    -> ForeignFolder?
  {
    if let found = known[folder], found == nil { return nil }
    let foreign = foreignFolder(on: folder, known: &known)
    if foreign == nil { known[folder] = .some(nil) }
    return foreign
  }

  /// Returns the topmost foreign folder on the way to a path, or at it; remembers the result for the folders above.
  package func foreignFolder(
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

/// The repositories without a work tree that a scan finds. It visits the names of a folder in any order, so what it
/// found in one before its `HEAD` is dropped at the end.
struct BareRepositories {
  private var folders: Set<WorkspacePath> = []

  /// Returns the folder of a file that a scan visits if the file is the `HEAD` of such a repository.
  mutating func visit(_ path: WorkspacePath, in tree: any FileTree) -> ForeignFolder? {
    guard path.name == "HEAD", let folder = path.parent, tree.isBareRepository(FileLocation(folder)) else { return nil }
    folders.insert(folder)
    return ForeignFolder(path: folder.string, boundary: .repository)
  }

  /// Returns the observations outside of these repositories.
  func outside(_ observations: [Observation]) -> [Observation] {
    guard !folders.isEmpty else { return observations }
    return observations.filter { observation in
      var folder = observation.path.parent
      while let current = folder, !folders.contains(current) { folder = current.parent }
      return folder == nil
    }
  }
}
