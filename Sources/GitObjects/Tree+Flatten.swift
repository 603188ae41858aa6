extension Tree {
  /// Returns all files below a tree with their paths, without directories, each directory's files in git's order.
  ///
  /// Gitlinks are listed but never entered, and so are directories whose path exceeds the limit for paths. nil means
  /// the empty tree.
  ///
  /// - Parameter limit: the maximum number of files; a few small trees can name each other so often that the list would
  ///   exhaust memory (a tree bomb).
  /// - Throws: `ObjectStoreError` of the first tree that cannot be read; `.damaged` beyond the limit.
  package static func flatten(
    _ root: ObjectID?, in store: any ObjectStore, limit: Int = 10_000_000
  ) throws(ObjectStoreError) -> [(path: String, entry: TreeEntry)] {
    guard let root else { return [] }
    var files: [(path: String, entry: TreeEntry)] = []
    var pending: [(prefix: String, id: ObjectID)] = [("", root)]
    while let directory = pending.popLast() {
      let entries = try store.tree(directory.id).entries
      var below: [(prefix: String, id: ObjectID)] = []
      for entry in entries {
        let path = directory.prefix + entry.name
        if entry.mode == .tree, path.utf8.count <= WorkspacePath.longest {
          below.append((path + "/", entry.id))
        } else {
          files.append((path, entry))
        }
      }
      guard files.count <= limit else { throw .damaged(root, "the tree has more than \(limit) files") }
      pending.append(contentsOf: below.reversed())
    }
    return files
  }

  /// Returns the entry of a path; nil if the tree has none. The root itself has none.
  ///
  /// - Throws: `ObjectStoreError` if a tree on the path cannot be read.
  package static func entry(
    at path: String, of root: ObjectID?, in store: any ObjectStore
  ) throws(ObjectStoreError) -> TreeEntry? {
    guard var directory = root else { return nil }
    let parts = path.utf8.split(separator: UInt8(ascii: "/")).map { Substring($0) }
    for (position, part) in parts.enumerated() {
      guard let entry = try store.entry(String(part), of: directory) else { return nil }
      if position == parts.count - 1 { return entry }
      guard entry.mode == .tree else { return nil }
      directory = entry.id
    }
    return nil
  }
}
