internal import GitObjects

/// What the user's branch turned out to be (DESIGN "Recording": the local peer).
enum PeerInspection: Hashable, Sendable {
  /// Where Stet put it.
  case unchanged
  /// The user's git committed on it; the tip follows, by merging where both moved.
  case committed(ObjectID)
  /// It was moved to a commit that lacks commits of the tip.
  case movedBack(ObjectID)
  /// It is not there any more.
  case gone
  /// git is on another branch, or in the middle of something: recording rests, and why.
  case away(String)

  /// Whether damaged references could look the same.
  var mayBeDamage: Bool {
    switch self {
    case .gone, .away: true
    case .unchanged, .committed, .movedBack: false
    }
  }
}
