package import GitObjects

/// Something that happened in the exchange with the remote.
package enum SyncEvent: Hashable, Sendable {
  /// There is something to send or to take, and that begins.
  case syncing
  /// The remote's branch was found at another commit than before.
  case fetched(ObjectID)
  /// What began is done: here and there is the same.
  case current
  /// The remote's branch stands at this commit of ours.
  case published(ObjectID)
  /// The tip was moved from one commit to the other.
  case adopted(from: ObjectID?, to: ObjectID, conflicts: Int)
  /// Names that no folder can hold were left out of what came, by this commit; a sentence for each of the first.
  case leftOut(ObjectID, [String])
  /// The remote does not answer, for the first time since it last did; why.
  case offline(String)
  /// The remote answers again.
  case online
  /// The remote does not want what is pushed; its words.
  case refused(String)
  /// The repository here could not be used; why. It is tried again.
  case problem(String)
}
