package import GitObjects

/// The state of the exchange with the remote, for `stet status`.
package struct RemoteState: Hashable, Sendable {
  /// The state in one word.
  package enum Kind: String, Hashable, Sendable {
    /// Both sides are equal, as far as is known.
    case current
    /// Something is being sent or received.
    case syncing
    /// The remote does not answer; Stet retries.
    case offline
    /// The remote answers and refuses.
    case refused
    /// A question is open.
    case stopped
    /// Nothing is published, by a person's decision.
    case local
  }

  /// The state in one word.
  package var kind: Kind
  /// The event and the next step; nil if there is no problem.
  package var message: String?
  /// The number of commits that the remote is not known to have, at most 1,000.
  package var ahead: Int
  /// The time of the remote's last answer, in seconds since 1970.
  package var lastContact: Int64?
  /// The way in which changes on the remote are detected.
  package var hearing: HearingKind
}

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
