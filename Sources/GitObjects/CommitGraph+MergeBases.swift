extension CommitGraph {
  /// The side from which a commit was reached, and whether it is an ancestor of a common ancestor.
  private struct Paint: OptionSet {
    var rawValue: UInt8
    static let first = Paint(rawValue: 1)
    static let second = Paint(rawValue: 2)
    static let behind = Paint(rawValue: 4)
    static let both: Paint = [.first, .second]
  }

  /// Returns all best common ancestors of two commits in order of id: none is an ancestor of another (review B3).
  ///
  /// Empty for unrelated histories; the ancestor itself if one commit is the ancestor of the other.
  ///
  /// - Throws: `ObjectStoreError` of the first commit that cannot be read.
  package func mergeBases(_ first: ObjectID, _ second: ObjectID) throws(ObjectStoreError) -> [ObjectID] {
    if first == second { return [first] }
    let candidates = try common(first, second) { _, _ in false }
    guard candidates.count > 1 else { return candidates }
    // With wrong clocks the walk may end before it finds that one candidate is an ancestor of another.
    var best: [ObjectID] = []
    for candidate in candidates.sorted() {
      var isBehind = false
      for other in candidates where other != candidate && !isBehind {
        isBehind = try isAncestor(candidate, of: other)
      }
      if !isBehind { best.append(candidate) }
    }
    return best
  }

  /// Returns whether a commit is reachable from another; each commit is reachable from itself.
  ///
  /// - Throws: `ObjectStoreError` of the first commit that cannot be read.
  package func isAncestor(_ ancestor: ObjectID, of commit: ObjectID) throws(ObjectStoreError) -> Bool {
    if ancestor == commit { return true }
    var found = false
    _ = try common(ancestor, commit) { id, isCommon in
      found = found || (isCommon && id == ancestor)
      return found
    }
    return found
  }

  /// Marks the histories of both commits until all remaining commits are ancestors of a common ancestor.
  private func common(
    _ first: ObjectID, _ second: ObjectID, stop: (ObjectID, _ isCommon: Bool) -> Bool
  ) throws(ObjectStoreError) -> [ObjectID] {
    var paints: [ObjectID: Paint] = [first: .first, second: .second]
    var found: Set<ObjectID> = []
    var queue = TimeQueue()
    // The number of waiting commits that are not such ancestors: the walk ends at zero, and counting is cheaper than
    // searching.
    var waiting: [ObjectID: Int] = [:]
    var open = 0
    func push(_ id: ObjectID) throws(ObjectStoreError) {
      queue.push(TimeQueue.Item(seconds: try links(id).seconds, id: id))
      waiting[id, default: 0] += 1
      if paints[id]?.contains(.behind) != true { open += 1 }
    }
    try push(first)
    try push(second)
    while open > 0, let item = queue.pop() {
      let id = item.id
      var paint = paints[id] ?? []
      let count = waiting[id] ?? 0
      waiting[id] = count > 1 ? count - 1 : nil
      if !paint.contains(.behind) { open -= 1 }
      let isCommon = paint.isSuperset(of: .both)
      if stop(id, isCommon) { break }
      if isCommon {
        if !paint.contains(.behind) { found.insert(id) }
        paint.insert(.behind)
      }
      for parent in try links(id).parents {
        let old = paints[parent] ?? []
        guard !old.isSuperset(of: paint) else { continue }
        if paint.contains(.behind), !old.contains(.behind) { open -= waiting[parent] ?? 0 }
        paints[parent] = old.union(paint)
        try push(parent)
      }
    }
    return found.filter { paints[$0]?.contains(.behind) != true }.sorted()
  }
}
