/// Compares two trees, opening only subtrees whose ids differ.
package enum TreeDiff {
  /// How deep trees may be nested; deeper ones are made to exhaust memory (paths end at 4,000 bytes).
  static let depthLimit = 2_000

  /// The files that the trees have differently, in git's order of paths within each directory.
  ///
  /// A file that gives way to a directory is a removal of its path and an addition of each file below it. nil stands
  /// for the empty tree.
  ///
  /// - Throws: `ObjectStoreError` of the first tree that cannot be read, `.damaged` where they are nested too deep.
  package static func changes(
    from old: ObjectID?, to new: ObjectID, in store: any ObjectStore
  ) throws(ObjectStoreError) -> [TreeChange] {
    var changes: [TreeChange] = []
    var pending: [Pair] = [Pair(prefix: "", depth: 0, old: old, new: new)]
    while let pair = pending.popLast() {
      guard pair.old != pair.new else { continue }
      guard pair.depth <= depthLimit else {
        throw .damaged(pair.new ?? pair.old ?? .zero, "directories are nested too deep")
      }
      var below: [Pair] = []
      try compare(pair, in: store, into: &changes, below: &below)
      pending.append(contentsOf: below.reversed())
    }
    return changes
  }

  /// Two directories of one path that are still to be compared.
  private struct Pair {
    var prefix: String
    var depth: Int
    var old: ObjectID?
    var new: ObjectID?
  }

  private static func compare(
    _ pair: Pair, in store: any ObjectStore, into changes: inout [TreeChange], below: inout [Pair]
  ) throws(ObjectStoreError) {
    let old = try pair.old.map { (id) throws(ObjectStoreError) in try store.tree(id).entries } ?? []
    let new = try pair.new.map { (id) throws(ObjectStoreError) in try store.tree(id).entries } ?? []
    var first = 0
    var second = 0
    while first < old.count || second < new.count {
      var left = first < old.count ? old[first] : nil
      var right = second < new.count ? new[second] : nil
      if let before = left, let after = right {
        if Tree.precedes(before, after) { right = nil } else if Tree.precedes(after, before) { left = nil }
      }
      first += left == nil ? 0 : 1
      second += right == nil ? 0 : 1
      guard left != right, let name = left?.name ?? right?.name else { continue }
      if left?.mode == .tree || right?.mode == .tree {
        below.append(
          Pair(prefix: pair.prefix + name + "/", depth: pair.depth + 1, old: left?.id, new: right?.id))
      } else {
        changes.append(TreeChange(path: pair.prefix + name, old: left, new: right))
      }
    }
  }
}
