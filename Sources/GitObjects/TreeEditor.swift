/// Applies changes of paths to a tree and stores the trees that result, opening only directories that are touched.
///
/// Keeps the content of the trees it read and made last, so that the next save in the same directory reads nothing.
/// Belongs to the isolation domain of its store.
package final class TreeEditor {
  /// Above this many bytes a tree is changed as bytes, not as a list of entries (review C3).
  static let wideBytes = 16 * 1024
  /// Up to this many changed names a wide tree is changed as bytes.
  private static let fewNames = 16
  /// Above this many lookups one by one a wide tree has an index: making it costs as much as two of them.
  static let fewLookups = 4

  private let store: any ObjectStore
  private var recent: RecentCache<ObjectID, [UInt8]>
  /// Wide trees that were asked often.
  var indexes = RecentCache<ObjectID, TreeIndex>(limit: 4)
  /// How often each wide tree was asked.
  var asked = RecentCache<ObjectID, Int>(limit: 64)

  /// Makes an editor over a store that keeps at most `cacheBytes` of trees' content in memory.
  package init(store: any ObjectStore, cacheBytes: Int = 8 << 20) {
    self.store = store
    recent = RecentCache(limit: cacheBytes)
  }

  /// Applies the edits to a tree (nil: the empty one) and answers the id of the tree that results.
  ///
  /// Of two edits of one path the later stands; an edit below a path that an earlier edit set to a file, or after one
  /// that removed it, sees what that edit left. Trees that did not change are not written.
  ///
  /// - Throws: `ObjectStoreError` where a touched tree cannot be read or written; `.failed` for an empty path or part.
  package func apply(_ edits: [TreeEdit], to root: ObjectID?) throws(ObjectStoreError) -> ObjectID {
    var open = [try begin(root ?? .emptyTree, edits.map { BelowEdit(rest: $0.path[...], edit: $0) })]
    // Directories wait in a list for those below them: a path may be deeper than a thread's stack allows.
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

  /// Goes on with a directory to its end, or to one below it in which something changes.
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
      // Removing what is below a file, or below nothing, is no change.
      guard !fate.below.isEmpty, below != nil || fate.setsBelow else {
        directory.take(base)
        continue
      }
      return try begin(below ?? .emptyTree, fate.below)
    }
    return nil
  }

  /// The id of the changed directory; nil where nothing is left of it.
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
