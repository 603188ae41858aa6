package import GitObjects

/// The merge of the tip with a peer: a commit whose tree is in the object store. No reference and no file is changed.
package struct PeerMerge: Hashable, Sendable {
  /// The order of the two commits as parents.
  package enum Order: Hashable, Sendable {
    /// By id: the commit is a function of the *set*, so two machines that merge the same pair make the same commit
    /// (B2).
    case byID
    /// As given: for the user's own branch, where the tip must be the first parent (A2).
    case asGiven
  }

  /// The merge commit's id, even if the commit is not stored.
  package let commit: ObjectID
  private let content: [UInt8]
  package let tree: ObjectID
  /// The number of changes that could not be merged, one for each `Stet-Conflict` trailer.
  package let conflicts: Int

  /// Merges two commits as `merge` does and stores the merge commit.
  ///
  /// - Throws: `ObjectStoreError` if an object of either side is missing or damaged, or the result cannot be stored.
  package static func make(
    _ first: ObjectID, _ second: ObjectID, order: Order, secondTree: ObjectID? = nil, graph: CommitGraph,
    in store: any ObjectStore
  ) throws(ObjectStoreError) -> PeerMerge {
    let made = try merge(first, second, order: order, secondTree: secondTree, graph: graph, in: store)
    _ = try made.keep(in: store)
    return made
  }

  /// Merges two commits over the merge of all their best common ancestors; does not store the merge commit.
  ///
  /// Unrelated histories are merged over an empty base.
  ///
  /// - Parameters:
  ///   - secondTree: the tree that represents the second commit; nil for its own.
  ///   - shared: changes that both sides have in different commits.
  /// - Throws: `ObjectStoreError` if an object of either side is missing or damaged, or the result cannot be stored.
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
    let content = store.sealed(merge).content
    return PeerMerge(
      commit: store.id(of: .commit, content), content: content, tree: result.tree, conflicts: result.conflicts.count)
  }

  /// Stores the commit and returns its id.
  ///
  /// - Throws: `ObjectStoreError` if it cannot be stored.
  package func keep(in store: any ObjectStore) throws(ObjectStoreError) -> ObjectID {
    try store.write(.commit, content)
  }
}

extension SideVersion {
  /// Makes a side from its tree and its history.
  fileprivate init(tree: ObjectID, _ history: SideHistory) {
    self.init(
      tree: tree, renames: history.renames, precedence: history.precedence, watched: history.watched,
      placePrecedence: history.precedence, creation: history.creation)
  }
}
