internal import Merge
internal import Recording

/// The result of taking changes back.
struct TakenBack: Sendable {
  var writes: [Write]
  /// The outcome of each write.
  var outcomes: [WriteOutcome]
  /// The places that stay because of later changes by others.
  var left: [LeftPlace]
}
