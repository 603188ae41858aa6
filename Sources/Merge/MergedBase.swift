package import GitObjects

/// The base of a merge: what all best common ancestors come to (review B3).
package enum MergedBase {
  /// The tree of the base of two commits; nil for unrelated histories.
  ///
  /// With several best common ancestors (criss-cross) they are merged one after another in order of id, each pair by
  /// its own base found in the same way; what overlaps there is decided by ids and not reported. The answer is the
  /// same for both orders.
  ///
  /// - Parameter mergeBases: all best common ancestors of two commits.
  /// - Throws: `ObjectStoreError` where a commit or an object cannot be read.
  package static func tree(
    of first: ObjectID, and second: ObjectID, in store: any ObjectStore,
    mergeBases: (ObjectID, ObjectID) throws(ObjectStoreError) -> [ObjectID]
  ) throws(ObjectStoreError) -> ObjectID? {
    var known: [[ObjectID]: ObjectID] = [:]
    return try tree(ofAll: mergeBases(first, second), in: store, known: &known, mergeBases: mergeBases)
  }

  private static func tree(
    ofAll commits: [ObjectID], in store: any ObjectStore, known: inout [[ObjectID]: ObjectID],
    mergeBases: (ObjectID, ObjectID) throws(ObjectStoreError) -> [ObjectID]
  ) throws(ObjectStoreError) -> ObjectID? {
    let ordered = Set(commits).sorted()
    guard let first = ordered.first else { return nil }
    if let tree = known[ordered] { return tree }
    var merged = try store.commit(first).tree
    for (count, next) in ordered.enumerated().dropFirst() {
      // An ancestor of another base among these does no harm: merged with it, it is the other.
      var bases: [ObjectID] = []
      for earlier in ordered[..<count] { bases += try mergeBases(earlier, next) }
      let base = try tree(ofAll: bases, in: store, known: &known, mergeBases: mergeBases)
      merged = try TreeMerge.merge(
        base: base, ours: SideVersion(tree: merged), theirs: SideVersion(tree: store.commit(next).tree), in: store
      ).tree
    }
    known[ordered] = merged
    return merged
  }
}
