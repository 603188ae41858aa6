internal import Recording

/// A write that waits for its turn.
struct WaitingWrite: Sendable {
  var write: Write
  /// The part of the end of its call that runs in the same turn; nil for none.
  var closing: CallClosing?
  /// The continuation of the waiting caller.
  var answer: CheckedContinuation<(WriteOutcome, ClosedCall?), Never>
}
