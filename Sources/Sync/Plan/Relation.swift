package import GitObjects

/// The relation between the tip and the remote's branch in history.
package enum Relation: Hashable, Sendable {
  /// They are the same commit.
  case same
  /// The remote has all commits of the tip and more.
  case behind
  /// The tip has all commits of the remote and more.
  case ahead
  /// Each has commits that the other lacks; the bases are all their best common ancestors, in order of id (review B3).
  case diverged(bases: [ObjectID])
  /// They share no commit.
  case unrelated
}

extension Relation {
  /// Finds the relation in the history of a store.
  ///
  /// - Throws: `ObjectStoreError` for the first commit that cannot be read.
  package static func find(
    tip: ObjectID, remote: ObjectID, in graph: CommitGraph
  ) throws(ObjectStoreError) -> Relation {
    if tip == remote { return .same }
    let bases = try graph.mergeBases(tip, remote)
    if bases.isEmpty { return .unrelated }
    if bases.contains(remote) { return .ahead }
    if bases.contains(tip) { return .behind }
    return .diverged(bases: bases)
  }
}
