/// The end of one round of an exchange.
enum RoundEnd {
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

  /// Whether both sides are equal.
  var isDone: Bool { if case .done = self { true } else { false } }
}
