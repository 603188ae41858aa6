package import GitObjects

/// The merge of the tip with a peer: a commit whose tree is in the object store; no reference and no file is touched.
package struct PeerMerge: Hashable, Sendable {
  /// The order in which the two commits become parents.
  package enum Order: Hashable, Sendable {
    /// By id: the commit is a function of the *set*, so two machines that merge the same pair make the same one (B2).
    case byID
    /// The first stays first: for the user's own branch, where the tip must be the first parent (A2).
    case asGiven
  }

  /// The merge commit's id, whether it is stored or not.
  package let commit: ObjectID
  private let content: [UInt8]
  /// Its tree.
  package let tree: ObjectID
  /// What could not be brought together, one for each `Stet-Conflict` trailer.
  package let conflicts: Int

  /// Merges and stores the commit: `merge` says how.
  ///
  /// - Throws: `ObjectStoreError` where an object of either side is missing or damaged, or the result is not stored.
  package static func make(
    _ first: ObjectID, _ second: ObjectID, order: Order, secondTree: ObjectID? = nil, graph: CommitGraph,
    in store: any ObjectStore
  ) throws(ObjectStoreError) -> PeerMerge {
    let made = try merge(first, second, order: order, secondTree: secondTree, graph: graph, in: store)
    _ = try made.keep(in: store)
    return made
  }

  /// Merges two commits over the merge of all their best common ancestors; the commit itself is not stored.
  ///
  /// Unrelated histories are put together over an empty base.
  ///
  /// - Parameters:
  ///   - secondTree: what counts as the second commit's tree, where that is not its own: nil for its own.
  ///   - shared: changes that both have, though in different commits.
  /// - Throws: `ObjectStoreError` where an object of either side is missing or damaged, or the result is not stored.
  package static func merge(
    _ first: ObjectID, _ second: ObjectID, order: Order, secondTree: ObjectID? = nil, shared: [TreeChange] = [],
    graph: CommitGraph, in store: any ObjectStore
  ) throws(ObjectStoreError) -> PeerMerge {
    let isSwapped = order == .byID && second < first
    let (left, right) = isSwapped ? (second, first) : (first, second)
    let ours = try SideHistory(of: left, against: right, graph: graph, store: store)
    let theirs = try SideHistory(of: right, against: left, graph: graph, store: store)
    let commits = (try graph.commit(left), try graph.commit(right))
    let result = try CommitMerge.merge(
      (left, SideVersion(tree: isSwapped ? secondTree ?? commits.0.tree : commits.0.tree, ours)),
      (right, SideVersion(tree: isSwapped ? commits.1.tree : secondTree ?? commits.1.tree, theirs)),
      shared: shared, in: store,
      mergeBases: graph.mergeBases)
    let merge = MergeCommit.make(
      parents: [(left, commits.0), (right, commits.1)], tree: result.tree, conflicts: result.conflicts,
      changes: theirs.count, coarser: result.coarser)
    let content = merge.content
    return PeerMerge(
      commit: store.id(of: .commit, content), content: content, tree: result.tree, conflicts: result.conflicts.count)
  }

  /// Stores the commit; answers its id.
  ///
  /// - Throws: `ObjectStoreError` where it is not stored.
  package func keep(in store: any ObjectStore) throws(ObjectStoreError) -> ObjectID {
    try store.write(.commit, content)
  }
}

extension SideVersion {
  /// A side's tree with what its history says.
  fileprivate init(tree: ObjectID, _ history: SideHistory) {
    self.init(
      tree: tree, renames: history.renames, standing: history.standing, watched: history.watched,
      placeStanding: history.standing, creation: history.creation)
  }
}
