/// What a remote in memory does wrong to one call.
package enum MemoryFault: Hashable, Sendable {
  /// The call does not reach it.
  case offline
  /// It does what was asked, and the answer is lost.
  case replyLost
  /// A push is turned away as if somebody else had been first.
  case rejected
  /// A push is refused with these words.
  case refused(String)
  /// It says nothing until the deadline.
  case silent
}
