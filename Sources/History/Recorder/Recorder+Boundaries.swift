package import FileSystem
package import GitObjects

/// Foreign folders. Scans, batches of the watcher and writes all use these functions.
extension Recorder {
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
    _ = try tree.walk(FileLocation(folder)) { location, stamp in
      // A mount point is visited as something else than a folder.
      guard found == nil, stamp.kind == .directory || stamp.kind == .other else { return false }
      found = tree.boundary(of: location).map { ForeignFolder(path: location.string, boundary: $0) }
      return found == nil
    }
    return found
  }

  /// Returns the paths that are in no foreign folder; such folders are added to the problems.
  func followed<Item>(_ items: some Sequence<Item>, _ path: (Item) -> WorkspacePath) -> [Item] {
    var known: [WorkspacePath: FolderBoundary?] = [:]
    return items.filter { item in
      guard let folder = foreignFolder(on: path(item), known: &known) else { return true }
      note(folder)
      held[path(item)] = nil
      return false
    }
  }

  /// Adds a foreign folder to the problems.
  func note(_ folder: ForeignFolder) {
    let isRecorded = (try? WorkspacePath(folder.path)).flatMap { try? entry(at: $0) }?.mode == .tree
    problems[NameKey(folder.path)] = folder.boundary.description + (isRecorded ? FolderBoundary.keptVersions : "")
  }

  /// Removes that problem of a folder that is no longer foreign.
  func noteFollowed(_ folder: WorkspacePath) {
    guard let problem = problems[NameKey(folder.string)] else { return }
    for boundary in [FolderBoundary.repository, .mount] where problem.hasPrefix(boundary.description) {
      problems[NameKey(folder.string)] = nil
    }
  }

  /// Returns the reason why a folder is foreign; nil if it is recorded, or is no folder.
  func boundary(of folder: WorkspacePath) -> FolderBoundary? { tree.boundary(of: FileLocation(folder)) }

  /// Returns the topmost foreign folder on the way to a folder, or at it, and remembers the result for that folder too.
  func foreignFolder(above folder: WorkspacePath, known: inout [WorkspacePath: FolderBoundary?]) -> ForeignFolder? {
    if let found = known[folder], found == nil { return nil }
    let foreign = foreignFolder(on: folder, known: &known)
    if foreign == nil { known[folder] = .some(nil) }
    return foreign
  }

  private func foreignFolder(
    on path: WorkspacePath, known: inout [WorkspacePath: FolderBoundary?]
  ) -> ForeignFolder? {
    var folders = [path]
    while let parent = folders.last?.parent { folders.append(parent) }
    for folder in folders.reversed() {
      let boundary: FolderBoundary?
      if folder != path, let found = known[folder] {
        boundary = found
      } else {
        boundary = self.boundary(of: folder)
        if folder != path { known[folder] = boundary }
      }
      if let boundary { return ForeignFolder(path: folder.string, boundary: boundary) }
    }
    return nil
  }
}
