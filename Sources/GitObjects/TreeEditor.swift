/// Applies changes of paths to a tree and stores the trees that result, opening only directories that are touched.
///
/// Keeps the content of the trees it read and made last, so that the next save in the same directory reads nothing.
/// Belongs to the isolation domain of its store.
package final class TreeEditor {
  /// How many path parts an edit may have; deeper paths exceed 4,000 bytes anyway.
  private static let depthLimit = 2_000
  /// Above this many bytes a tree is changed as bytes, not as a list of entries (review C3).
  private static let wideBytes = 16 * 1024
  /// Up to this many changed names a wide tree is changed as bytes.
  private static let fewNames = 16

  private let store: any ObjectStore
  private var recent: RecentCache<ObjectID, [UInt8]>

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
    try change(root ?? .emptyTree, edits.map { BelowEdit(rest: $0.path[...], edit: $0) }, depth: 0) ?? .emptyTree
  }

  /// The id of the changed directory; nil where nothing is left of it.
  private func change(_ id: ObjectID, _ edits: [BelowEdit], depth: Int) throws(ObjectStoreError) -> ObjectID? {
    guard depth < Self.depthLimit else { throw .failed("a path has more than \(Self.depthLimit) parts") }
    let fates = try NameFate.group(edits)
    let old = try content(of: id)
    var changed: [UInt8]
    if old.count > Self.wideBytes, fates.count <= Self.fewNames {
      changed = old
      for fate in fates {
        let span: TreeBytes.Span?
        do { span = try TreeBytes.find(fate.name, in: changed) } catch { throw .damaged(id, "not a tree") }
        let entry = try outcome(of: fate, at: span?.entry, depth: depth)
        TreeBytes.replace(span, named: fate.name, with: entry, in: &changed)
      }
    } else {
      guard var tree = try? Tree(content: old) else { throw .damaged(id, "not a tree") }
      var entries: [TreeEntry] = []
      entries.reserveCapacity(fates.count)
      for fate in fates {
        if let entry = try outcome(of: fate, at: tree[fate.name], depth: depth) { entries.append(entry) }
      }
      tree.replace(names: fates.map(\.name), with: entries)
      changed = tree.content
    }
    if changed.isEmpty { return nil }
    if changed == old { return id }
    let new = try store.write(.tree, changed)
    recent.put(changed, for: new, cost: changed.count)
    return new
  }

  /// What stands under a name afterwards; nil for nothing.
  private func outcome(of fate: NameFate, at standing: TreeEntry?, depth: Int) throws(ObjectStoreError) -> TreeEntry? {
    let base: TreeEntry?
    switch fate.base {
    case .stays: base = standing
    case .goes: base = nil
    case .becomes(let mode, let id): base = TreeEntry(name: fate.name, mode: mode, id: id)
    }
    guard !fate.below.isEmpty else { return base }
    let directory = base?.mode == .tree ? base?.id : nil
    // Removing what is below a file, or below nothing, is no change.
    guard directory != nil || fate.setsBelow else { return base }
    let id = try change(directory ?? .emptyTree, fate.below, depth: depth + 1)
    return id.map { TreeEntry(name: fate.name, mode: .tree, id: $0) }
  }

  func content(of id: ObjectID) throws(ObjectStoreError) -> [UInt8] {
    if id == .emptyTree { return [] }
    if let content = recent.value(for: id) { return content }
    let object = try store.read(id)
    guard object.kind == .tree else { throw .damaged(id, "not a tree") }
    recent.put(object.content, for: id, cost: object.content.count)
    return object.content
  }
}
