package import GitObjects

/// An event of the exchange with the remote.
package enum SyncEvent: Hashable, Sendable {
  /// There is something to send or to receive, and that begins.
  case syncing
  /// The remote's branch has moved to this commit.
  case fetched(ObjectID)
  /// The exchange that began is done: both sides are equal.
  case current
  /// The remote's branch is at this commit of ours.
  case published(ObjectID)
  /// The tip was moved from one commit to another.
  case adopted(from: ObjectID?, to: ObjectID, conflicts: Int)
  /// This commit leaves out names from the remote that no folder can hold; one sentence for each of the first.
  case leftOut(ObjectID, [String])
  /// The remote does not answer, for the first time since its last answer; the reason.
  case offline(String)
  /// The remote answers again.
  case online
  /// The remote refuses the push; its words.
  case refused(String)
  /// The local repository could not be used; the reason. The engine retries.
  case problem(String)
}
