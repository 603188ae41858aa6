internal import History

/// A write that waits for its turn.
struct WaitingWrite: Sendable {
  /// The write.
  var write: Write
  /// What of its call ends with it.
  var closing: CallClosing?
  /// Who waits.
  var answer: CheckedContinuation<(WriteOutcome, ClosedCall?), Never>
}
