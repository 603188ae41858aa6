package import Merge
package import Recording

/// The result of taking changes back.
package struct TakenBack: Sendable {
  package var writes: [Write]
  /// The outcome of each write.
  package var outcomes: [WriteOutcome]
  /// The places that stay because of later changes by others.
  package var left: [LeftPlace]
}
