/// Somebody who waits until both have the same.
struct SyncWaiter {
  /// Its number.
  var id: Int
  /// Rounds that began before it came do not count for it.
  var round: Int
  /// Where the answer goes.
  var continuation: CheckedContinuation<Result<Void, SyncBarrierError>, Never>
}
