internal import GitProcess
internal import GitObjects

/// The end of one step.
enum StepEnd: Hashable, Sendable {
  /// The next step must be planned.
  case again
  /// A merge was made, which is pushed before the remote is asked again.
  case prepared
  /// Only commits that wait for their objects are left; the reason if they are not uploaded.
  case awaitsObjects(problem: String?)
  /// The remote accepted a commit: the whole tip, or the part that does not wait for objects.
  case published(isWhole: Bool)
  /// Another machine moved the branch first.
  case outrun(by: ObjectID, isWhole: Bool)
  /// The round cannot go on.
  case ended(RoundEnd)
}

/// The end of one round of an exchange.
enum RoundEnd: Hashable, Sendable {
  /// Both sides are equal; confirmed if the remote answered in this round.
  case done(isConfirmed: Bool)
  /// Publishing is postponed, for example until a burst of deletions ends.
  case postponed
  /// Only commits that name objects of large files are left, and the objects are uploaded first; the problem is the
  /// reason if they are not.
  case waiting(problem: String?)
  /// Other machines moved the branch faster than this one pushed; the next round follows soon.
  case contended
  /// A person must decide.
  case question(SyncQuestion)
  /// The remote refused the push; its words.
  case refused(String)
  /// The exchange failed.
  case failed(TransportError)
  /// The local repository could not be used; the reason.
  case broken(String)
}
