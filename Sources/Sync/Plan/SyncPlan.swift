package import GitObjects

/// The next step of an exchange: a function of the tip, the remote's branch, and the last recorded commit of that
/// branch.
package enum SyncPlan: Hashable, Sendable {
  /// Both sides are equal.
  case nothing
  /// The remote lacks only commits of the tip.
  case push
  /// The tip lacks only commits of the remote: it moves to the remote's commit.
  case adopt
  /// Each side has commits of its own: merge over these common ancestors, adopt the result, then push.
  case merge(bases: [ObjectID])
  /// A person must decide.
  case question(SyncQuestion.Kind)

  /// Whether a person must decide about commits that the remote's branch had and lost.
  var asksAboutLoss: Bool { self == .question(.remoteRewritten) || self == .question(.remoteBranchDeleted) }

  /// Decides the next step.
  ///
  /// - Parameters:
  ///   - tip: the recorder's tip; nil before the first commit.
  ///   - remote: the remote's branch as just fetched; nil if there is none.
  ///   - seen: the last recorded commit of the remote's branch; nil if none was recorded.
  ///   - keepsSeen: whether `remote` still contains `seen`.
  ///   - relation: the relation of tip and remote; not used if either is nil.
  package static func decide(
    tip: ObjectID?, remote: ObjectID?, seen: ObjectID?, keepsSeen: Bool, relation: Relation
  ) -> SyncPlan {
    guard let remote else {
      guard tip != nil else { return .nothing }
      return seen == nil ? .push : .question(.remoteBranchDeleted)
    }
    guard let tip else { return .adopt }
    if tip == remote { return .nothing }
    // One question instead of two: nothing of the recorded branch is left.
    if relation == .unrelated { return .question(.unrelatedHistory) }
    // Even if a push or merge were possible: it would restore commits that the remote removed.
    if seen != nil, !keepsSeen { return .question(.remoteRewritten) }
    switch relation {
    case .same: return .nothing
    case .ahead: return .push
    case .behind: return .adopt
    case .diverged(let bases): return .merge(bases: bases)
    case .unrelated: return .question(.unrelatedHistory)
    }
  }
}

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
