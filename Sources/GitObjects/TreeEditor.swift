/// Applies edits of paths to a tree and stores the resulting trees, opening only changed directories.
///
/// Caches the content of the trees that it read and wrote last, so that the next save in the same directory reads
/// nothing. Belongs to the isolation domain of its store.
package final class TreeEditor {
  /// The size in bytes from which a tree is changed as bytes instead of as a list of entries (review C3).
  static let wideBytes = 16 * 1024
  /// The number of changed names up to which a wide tree is changed as bytes.
  private static let fewNames = 16
  /// The number of single lookups from which a wide tree gets an index, which costs as much as two of them.
  static let fewLookups = 4

  private let store: any ObjectStore
  private var recent: RecentCache<ObjectID, [UInt8]>
  /// The indexes of wide trees with many lookups.
  var indexes = RecentCache<ObjectID, TreeIndex>(limit: 4)
  /// The number of lookups of each wide tree.
  var asked = RecentCache<ObjectID, Int>(limit: 64)

  /// Creates an editor over a store; it caches at most `cacheBytes` of trees' content.
  package init(store: any ObjectStore, cacheBytes: Int = 8 << 20) {
    self.store = store
    recent = RecentCache(limit: cacheBytes)
  }

  /// Applies the edits to a tree (nil: the empty one) and returns the id of the resulting tree.
  ///
  /// Of two edits of one path the later one applies. An edit below a path that an earlier edit set to a file or removed
  /// applies to the result of that edit. Unchanged trees are not written.
  ///
  /// - Throws: `ObjectStoreError` if a changed tree cannot be read or written; `.failed` for an empty path or
  ///   component.
  package func apply(_ edits: [TreeEdit], to root: ObjectID?) throws(ObjectStoreError) -> ObjectID {
    var open = [try begin(root ?? .emptyTree, edits.map { BelowEdit(rest: $0.path[...], edit: $0) })]
    // A list instead of recursion, because a path may be deeper than a thread's stack allows.
    while var directory = open.popLast() {
      if let below = try walk(&directory) {
        open.append(directory)
        open.append(below)
        continue
      }
      let id = try close(directory)
      guard var parent = open.popLast() else { return id ?? .emptyTree }
      parent.take(directory: id)
      open.append(parent)
    }
    return .emptyTree
  }

  private func begin(_ id: ObjectID, _ edits: [BelowEdit]) throws(ObjectStoreError) -> EditedTree {
    let fates = try NameFate.group(edits)
    let content = try content(of: id)
    let isWide = content.count > Self.wideBytes && fates.count <= Self.fewNames
    guard let tree = EditedTree(id: id, content: content, fates: fates, isWide: isWide) else {
      throw .damaged(id, "not a tree")
    }
    return tree
  }

  /// Continues a directory to its end, or to a subdirectory with changes.
  private func walk(_ directory: inout EditedTree) throws(ObjectStoreError) -> EditedTree? {
    while let fate = directory.next {
      guard let standing = directory.entry(fate.name) else { throw .damaged(directory.id, "not a tree") }
      let base: TreeEntry?
      switch fate.base {
      case .stays: base = standing
      case .goes: base = nil
      case .becomes(let mode, let id): base = TreeEntry(name: fate.name, mode: mode, id: id)
      }
      let below = base?.mode == .tree ? base?.id : nil
      // A removal below a file, or below nothing, is no change.
      guard !fate.below.isEmpty, below != nil || fate.setsBelow else {
        directory.take(base)
        continue
      }
      return try begin(below ?? .emptyTree, fate.below)
    }
    return nil
  }

  /// Stores the changed directory and returns its id; nil if nothing remains of it.
  private func close(_ directory: EditedTree) throws(ObjectStoreError) -> ObjectID? {
    let changed = directory.changed
    if changed.isEmpty { return nil }
    if changed == directory.content { return directory.id }
    let new = try store.write(.tree, changed)
    recent.put(changed, for: new, cost: changed.count)
    return new
  }

  func content(of id: ObjectID) throws(ObjectStoreError) -> [UInt8] {
    if id == .emptyTree { return [] }
    if let content = recent.value(for: id) { return content }
    let content = try store.treeContent(id)
    recent.put(content, for: id, cost: content.count)
    return content
  }
}
