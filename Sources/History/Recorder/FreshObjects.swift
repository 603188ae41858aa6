internal import GitObjects

/// The objects that a merge made: what came by a fetch is in a durable pack, what was merged in memory is not.
enum FreshObjects {
  /// The commit, and of its tree what none of its parents has at the same place; nothing for an ordinary commit.
  static func find(of id: ObjectID, in store: any ObjectStore) throws(ObjectStoreError) -> [ObjectID] {
    let commit = try store.commit(id)
    guard commit.parents.count > 1 else { return [] }
    var found = [id]
    var parents: [ObjectID] = []
    for parent in commit.parents { parents.append(try store.commit(parent).tree) }
    var pending: [(tree: ObjectID, parents: [ObjectID])] = [(commit.tree, parents)]
    while let pair = pending.popLast() {
      guard pair.tree != .emptyTree, !pair.parents.contains(pair.tree) else { continue }
      found.append(pair.tree)
      var trees: [Tree] = []
      for parent in pair.parents { trees.append(try store.tree(parent)) }
      for entry in try store.tree(pair.tree).entries where entry.mode != .gitlink {
        let before = trees.compactMap { $0[entry.name] }
        if before.contains(where: { $0.id == entry.id }) { continue }
        if entry.mode == .tree {
          pending.append((entry.id, before.filter { $0.mode == .tree }.map(\.id)))
        } else {
          found.append(entry.id)
        }
      }
    }
    return found
  }
}
