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
}
