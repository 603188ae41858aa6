package import GitObjects

/// Merges two commits: finds their base, then merges their trees.
package enum CommitMerge {
  /// Merges two commits and returns the tree with its conflicts; swapped commits have the same result.
  ///
  /// - Parameters:
  ///   - ours: one commit and the version that represents it: its tree, or its tree without changes that it only took
  ///     along.
  ///   - theirs: the other.
  ///   - shared: changes that both sides made in separate commits since the base; they count as part of the base.
  ///   - mergeBases: returns all best common ancestors of two commits (`CommitGraph.mergeBases`).
  /// - Throws: `ObjectStoreError` if an object cannot be read or stored.
  package static func merge(
    _ ours: (commit: ObjectID, side: SideVersion), _ theirs: (commit: ObjectID, side: SideVersion),
    shared: [TreeChange] = [], in store: any ObjectStore, driver: ((String) -> MergeDriver)? = nil,
    mergeBases: (ObjectID, ObjectID) throws(ObjectStoreError) -> [ObjectID]
  ) throws(ObjectStoreError) -> TreeMergeResult {
    let scratch = ScratchStore(over: store)
    var base = try MergedBase.tree(of: ours.commit, and: theirs.commit, in: scratch, mergeBases: mergeBases)
    let editor = TreeEditor(store: scratch)
    for change in shared {
      guard let before = base, try editor.entry(at: change.path, of: before) == change.old else { continue }
      base = try editor.apply([TreeEdit(change)], to: before)
    }
    let result = try TreeMerge.merge(base: base, ours: ours.side, theirs: theirs.side, in: scratch, driver: driver)
    try scratch.flush(result.tree)
    for conflict in result.conflicts { if let base = conflict.base { try scratch.flush(base) } }
    return result
  }
}
