package import GitObjects

/// The files of a tree, by folder: the names that a comparison with the disk needs, without a path for each file.
package struct TipListing: Sendable {
  /// The tree; nil for the empty one.
  package let root: ObjectID?
  /// The entries of each folder, by its path from the root of the workspace (empty for the root itself), without those
  /// of its subfolders.
  package private(set) var folders: [NameKey: [TreeEntry]] = [:]
  /// The number of files.
  package private(set) var count = 0

  /// Reads the files of a tree.
  ///
  /// - Parameters:
  ///   - folder: the folder of which it is the tree; nil for the root.
  ///   - limit: the maximum number of files, as in `Tree.flatten`.
  /// - Throws: `ObjectStoreError` of the first tree that cannot be read; `.damaged` beyond the limit.
  package init(
    _ root: ObjectID?, of folder: WorkspacePath? = nil, in store: any ObjectStore, limit: Int = 10_000_000
  ) throws(ObjectStoreError) {
    self.root = root
    guard let root else { return }
    var pending = [(path: folder?.string ?? "", id: root)]
    while let next = pending.popLast() {
      var files: [TreeEntry] = []
      for entry in try store.tree(next.id).entries {
        guard entry.mode == .tree else {
          files.append(entry)
          continue
        }
        let path = next.path.isEmpty ? entry.name : next.path + "/" + entry.name
        // No workspace can hold a longer path.
        if path.utf8.count <= WorkspacePath.longest { pending.append((path, entry.id)) } else { count += 1 }
      }
      count += files.count
      guard count <= limit else { throw .damaged(root, "the tree has more than \(limit) files") }
      if !files.isEmpty { folders[NameKey(next.path)] = files }
    }
  }
}
