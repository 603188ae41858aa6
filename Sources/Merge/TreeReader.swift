internal import GitObjects

/// Reads entries of trees by path and keeps parsed trees.
final class TreeReader {
  private let store: any ObjectStore
  private var trees: [ObjectID: Tree] = [:]

  init(_ store: any ObjectStore) { self.store = store }

  /// Returns the entry of a path; nil if the tree has none, and for the root.
  func entry(at path: String, of root: ObjectID?) throws(ObjectStoreError) -> TreeEntry? {
    guard var directory = root else { return nil }
    let parts = path.utf8.split(separator: UInt8(ascii: "/"))
    for (position, part) in parts.enumerated() {
      guard let entry = try tree(directory)[String(Substring(part))] else { return nil }
      if position == parts.count - 1 { return entry }
      guard entry.mode == .tree else { return nil }
      directory = entry.id
    }
    return nil
  }

  private func tree(_ id: ObjectID) throws(ObjectStoreError) -> Tree {
    if let tree = trees[id] { return tree }
    if trees.count > 1_024 { trees.removeAll() }
    let tree = try store.tree(id)
    trees[id] = tree
    return tree
  }
}
