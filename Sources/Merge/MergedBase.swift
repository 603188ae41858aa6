package import GitObjects

/// The base of a merge: the merge of all best common ancestors (review B3).
package enum MergedBase {
  /// Returns the tree of the base of two commits; nil for unrelated histories.
  ///
  /// Several best common ancestors (criss-cross) are merged one after another in order of id, each pair over its own
  /// base, which is found in the same way. Overlaps between them are decided by ids and not reported. The order of the
  /// two commits does not matter.
  ///
  /// - Parameter mergeBases: returns all best common ancestors of two commits.
  /// - Throws: `ObjectStoreError` if a commit or an object cannot be read.
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
      // A base that is an ancestor of another one is harmless: their merge is the other one.
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
