/// A fault of a remote in memory during one call.
package enum MemoryFault: Hashable, Sendable {
  /// The call does not reach the remote.
  case offline
  /// The remote executes the call, and the answer is lost.
  case replyLost
  /// The remote rejects a push as if another machine had pushed first.
  case rejected
  /// The remote refuses a push with these words.
  case refused(String)
  /// The remote does not answer before the deadline.
  case silent
}
