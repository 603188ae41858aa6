/// A caller that waits until both sides are equal.
struct SyncWaiter {
  /// Its number.
  var id: Int
  /// The number of the last round that began before the call; only later ones count for it.
  var round: Int
  /// The continuation that receives the result.
  var continuation: CheckedContinuation<Result<Void, SyncBarrierError>, Never>
}
