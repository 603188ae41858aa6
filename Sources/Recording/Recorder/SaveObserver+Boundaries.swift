internal import GitObjects
internal import WorkTree

/// Foreign folders. Scans, batches of the watcher and writes all use these functions.
extension SaveObserver {
  /// Returns the paths that are in no foreign folder; such folders are added to the problems.
  func followed<Item>(_ items: some Sequence<Item>, _ path: (Item) -> WorkspacePath) -> [Item] {
    var known: [WorkspacePath: FolderBoundary?] = [:]
    return items.filter { item in
      guard let folder = tree.foreignFolder(on: path(item), known: &known) else { return true }
      disk.note(folder)
      holds.paths[path(item)] = nil
      return false
    }
  }

  /// Returns the observations that are in no foreign folder, and notes such folders; the paths themselves are not
  /// looked at.
  func inFollowedFolders(_ observations: [Observation]) -> [Observation] {
    var known: [WorkspacePath: FolderBoundary?] = [:]
    return observations.filter { observation in
      guard let parent = observation.path.parent, let folder = tree.foreignFolder(above: parent, known: &known) else {
        return true
      }
      disk.note(folder)
      holds.paths[observation.path] = nil
      return false
    }
  }

  /// Returns whether a path is itself a foreign folder, and notes it.
  func isForeign(_ path: WorkspacePath) -> Bool {
    guard let folder = tree.foreignFolder(at: path) else { return false }
    disk.note(folder)
    holds.paths[path] = nil
    return true
  }
}
