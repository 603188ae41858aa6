package import GitObjects

/// Merges two commits: finds their base, then merges their trees.
package enum CommitMerge {
  /// The merged tree of two commits with what could not be brought together; exchanging them changes nothing.
  ///
  /// - Parameters:
  ///   - ours: one commit, and what is known of its side; the side's tree is taken from the commit.
  ///   - theirs: the other.
  ///   - mergeBases: all best common ancestors of two commits (`CommitGraph.mergeBases`).
  /// - Throws: `ObjectStoreError` where an object cannot be read or stored.
  package static func merge(
    _ ours: (commit: ObjectID, side: SideVersion), _ theirs: (commit: ObjectID, side: SideVersion),
    in store: any ObjectStore, driver: ((String) -> MergeDriver)? = nil,
    mergeBases: (ObjectID, ObjectID) throws(ObjectStoreError) -> [ObjectID]
  ) throws(ObjectStoreError) -> TreeMergeResult {
    let scratch = ScratchStore(over: store)
    let base = try MergedBase.tree(of: ours.commit, and: theirs.commit, in: scratch, mergeBases: mergeBases)
    var (our, their) = (ours.side, theirs.side)
    our.tree = try store.commit(ours.commit).tree
    their.tree = try store.commit(theirs.commit).tree
    let result = try TreeMerge.merge(base: base, ours: our, theirs: their, in: scratch, driver: driver)
    try scratch.flush(result.tree)
    for conflict in result.conflicts { if let base = conflict.base { try scratch.flush(base) } }
    return result
  }
}
