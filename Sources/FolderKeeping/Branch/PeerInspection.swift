internal import GitObjects

/// The result of an inspection of the person's branch (DESIGN "Recording": the local peer).
enum PeerInspection: Hashable, Sendable {
  /// The branch is at the commit to which Stet moved it.
  case unchanged
  /// The person's git committed on it; the tip follows, by a merge if both moved.
  case committed(ObjectID)
  /// The branch was moved to a commit that lacks commits of the tip.
  case movedBack(ObjectID)
  /// The branch does not exist any more.
  case gone
  /// git is on another branch or in the middle of an operation: recording pauses; with the reason.
  case away(String)

  /// Whether damaged references could have the same effect.
  var mayBeDamage: Bool {
    switch self {
    case .gone, .away: true
    case .unchanged, .committed, .movedBack: false
    }
  }
}
