internal import GitObjects

/// The new objects of a push.
extension SyncRepository {
  /// Returns whether git searches no deltas for the objects of a push.
  ///
  /// - Parameter added: the number of files that the tip has in addition; nil if the remote has none.
  /// - Throws: `ObjectStoreError` for the first object that cannot be read.
  func skipsDeltas(of tip: ObjectID, over remote: ObjectID?, added: Int?) throws(ObjectStoreError) -> Bool {
    guard added ?? .max >= PushObjects.leastFiles else { return false }
    let (store, graph) = try open()
    let known = [remote].compactMap(\.self)
    let commits = try graph.commits(from: tip, excluding: known, limit: PushObjects.mostCommits + 1)
    guard commits.count <= PushObjects.mostCommits else { return false }
    var objects = PushObjects()
    for id in commits {
      let commit = try graph.commit(id)
      let before = try commit.parents.first.map { parent throws(ObjectStoreError) in try graph.commit(parent).tree }
      try count(from: before, to: commit.tree, in: store, into: &objects)
    }
    return objects.skipsDeltas
  }

  /// Counts the objects of a tree that another one lacks.
  private func count(
    from old: ObjectID?, to new: ObjectID, in store: any ObjectStore, into objects: inout PushObjects
  ) throws(ObjectStoreError) {
    var pending: [(old: ObjectID?, new: ObjectID)] = [(old, new)]
    while let pair = pending.popLast() {
      guard pair.old != pair.new else { continue }
      var before: [String: TreeEntry] = [:]
      if let old = pair.old {
        for entry in try store.tree(old).entries { before[entry.name] = entry }
        objects.successorBytes += try store.header(of: pair.new).size
      }
      for entry in try store.tree(pair.new).entries {
        let earlier = before[entry.name]
        if entry.mode == .tree {
          pending.append((earlier.flatMap { $0.mode == .tree ? $0.id : nil }, entry.id))
        } else if earlier == nil || earlier?.mode == .tree {
          objects.files += 1
        } else if let earlier, earlier.id != entry.id, entry.mode.isFile {
          objects.successorBytes += try store.header(of: entry.id).size
        }
      }
    }
  }
}
