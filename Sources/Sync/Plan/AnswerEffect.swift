internal import GitObjects

/// The effect of a person's answer on the exchange.
enum AnswerEffect: Hashable, Sendable {
  /// The next step is planned.
  case plan
  /// Commits that the remote lost are published again.
  case restoreLost
  /// The remote's branch counts as one that it never had.
  case forget
  /// The branch stays deleted on the remote; nothing is published until it exists again.
  case leaveDeleted
  /// Two histories are merged.
  case merge(ObjectID, ObjectID)
  /// The remote's commit replaces the tip.
  case follow(ObjectID)
  /// The tip is published beside the branch that others use.
  case publish(ObjectID)
  /// The tip is pushed although most files of the remote are gone in it.
  case push(ObjectID)
  /// The files that are gone in the tip are restored.
  case bringBack(ObjectID)
}

extension SyncQuestion {
  /// Returns the effect of an answer.
  func effect(of answer: SyncAnswer) -> AnswerEffect {
    switch (kind, answer) {
    case (.remoteRewritten, .join): .restoreLost
    case (.unrelatedHistory, .join): tip.flatMap { tip in remote.map { .merge(tip, $0) } } ?? .plan
    case (.remoteRewritten, .take), (.unrelatedHistory, .take): remote.map(AnswerEffect.follow) ?? .plan
    case (.remoteBranchDeleted, .join): .forget
    case (.unmetBranch, .join): tip.map(AnswerEffect.publish) ?? .plan
    case (.folderEmptied, .join): tip.map(AnswerEffect.push) ?? .plan
    case (.remoteBranchDeleted, .take), (.unmetBranch, .take): .leaveDeleted
    case (.folderEmptied, .take): tip.map(AnswerEffect.bringBack) ?? .plan
    case (.remoteEmptied, _), (.firstPublication, _): .plan
    }
  }
}
