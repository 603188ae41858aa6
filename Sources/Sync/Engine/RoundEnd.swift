/// How one round of an exchange ended.
enum RoundEnd {
  /// Both have the same; confirmed where the remote said so in this round.
  case done(isConfirmed: Bool)
  /// Publishing waits for a quiet moment.
  case postponed
  /// Only what names objects of large files is left, and those go up first; why they do not, where they do not.
  case waiting(problem: String?)
  /// Others moved the branch faster than we pushed; soon again.
  case contended
  /// A person must decide.
  case question(SyncQuestion)
  /// The remote says no; its words.
  case refused(String)
  /// The exchange failed.
  case failed(TransportError)
  /// The repository here could not be used.
  case broken(String)

  /// Whether both have the same.
  var isDone: Bool { if case .done = self { true } else { false } }
}
