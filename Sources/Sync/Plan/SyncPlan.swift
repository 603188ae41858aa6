package import GitObjects

/// The next step of an exchange: a function of what is here, what is there, and what was there.
package enum SyncPlan: Hashable, Sendable {
  /// Both have the same.
  case nothing
  /// The remote lacks only what is here.
  case push
  /// Here lacks only what the remote has: the tip moves to the remote's commit.
  case adopt
  /// Each has something: merge over these common ancestors, adopt the result, then push.
  case merge(bases: [ObjectID])
  /// A person must decide.
  case question(SyncQuestion.Kind)

  /// Decides.
  ///
  /// - Parameters:
  ///   - tip: the recorder's tip; nil before the first commit.
  ///   - remote: the remote's branch as just fetched; nil where it has none.
  ///   - seen: what the remote's branch was when it was last taken note of; nil where it never was.
  ///   - keepsSeen: whether `remote` still contains `seen`.
  ///   - relation: how tip and remote stand; not asked where either is nil.
  package static func decide(
    tip: ObjectID?, remote: ObjectID?, seen: ObjectID?, keepsSeen: Bool, relation: Relation
  ) -> SyncPlan {
    guard let remote else {
      guard tip != nil else { return .nothing }
      return seen == nil ? .push : .question(.remoteBranchDeleted)
    }
    guard let tip else { return .adopt }
    if tip == remote { return .nothing }
    // One question, not two: nothing of what was there is left.
    if relation == .unrelated { return .question(.unrelatedHistory) }
    // Even where the rest could go on: what the remote gave and took back must not come back by our push.
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
