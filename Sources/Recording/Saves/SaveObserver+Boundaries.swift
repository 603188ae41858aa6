internal import GitObjects
internal import WorkTree

/// Foreign folders. Scans, batches of the watcher and writes all use these functions.
extension SaveObserver {
  /// Returns the paths that are in no foreign folder; such folders are added to the problems.
  func followed<Item>(_ items: some Sequence<Item>, _ path: (Item) -> WorkspacePath) -> [Item] {
    var known: [WorkspacePath: FolderBoundary?] = [:]
    return items.filter { isFollowed(path($0), tree.foreignFolder(on: path($0), known: &known)) }
  }

  /// Returns the observations that are in no foreign folder, and notes such folders; the paths themselves are not
  /// looked at.
  func inFollowedFolders(_ observations: [Observation]) -> [Observation] {
    var known: [WorkspacePath: FolderBoundary?] = [:]
    return observations.filter { observation in
      let path = observation.path
      return isFollowed(path, path.parent.flatMap { tree.foreignFolder(above: $0, known: &known) })
    }
  }

  /// Returns whether a path is itself a foreign folder, and notes it.
  func isForeign(_ path: WorkspacePath) -> Bool { !isFollowed(path, tree.foreignFolder(at: path)) }

  /// Returns whether a path is in no foreign folder; notes the folder otherwise.
  private func isFollowed(_ path: WorkspacePath, _ foreign: ForeignFolder?) -> Bool {
    guard let foreign else { return true }
    disk.note(foreign)
    holds.paths[path] = nil
    return false
  }
}
