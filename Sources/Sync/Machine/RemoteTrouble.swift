internal import GitProcess

/// The trouble with the remote as it was last reported.
struct RemoteTrouble: Hashable, Sendable {
  /// The reason why nothing is exchanged.
  enum Cause: Hashable, Sendable {
    /// The remote does not answer; the sentence for people.
    case offline(String)
    /// The remote answers and refuses; the sentence for people.
    case refused(String)
    /// A person must decide.
    case question(SyncQuestion)
    /// The repository here cannot be used; the reason.
    case broken(String)

    /// The state in one word.
    var kind: RemoteState.Kind {
      switch self {
      case .offline: .offline
      case .refused: .refused
      case .question, .broken: .stopped
      }
    }

    /// The sentence for people.
    var message: String {
      switch self {
      case .offline(let message), .refused(let message): message
      case .question(let question): question.description
      case .broken(let why): SyncBarrierError.repository(why).description
      }
    }
  }

  /// The cause; nil if there is no trouble.
  private(set) var cause: Cause?
  /// The question that the host lists; it may be open while another trouble is reported.
  private(set) var question: SyncQuestion?

  /// Notes that the remote does not answer or denies access; returns the event if that is new.
  mutating func failed(_ error: TransportError) -> SyncEvent? {
    let words = error.description
    let new: Cause = error.passesByItself ? .offline(words) : .refused(words)
    let isNew = cause?.kind != new.kind
    cause = new
    return isNew ? (error.passesByItself ? .offline(words) : .refused(words)) : nil
  }

  /// Notes that the remote refused a push; returns the event if that is new.
  mutating func refused(_ words: String) -> SyncEvent? {
    let isNew = cause?.kind != .refused
    cause = .refused(SyncBarrierError.refused(words).description)
    return isNew ? .refused(words) : nil
  }

  /// Notes that the repository cannot be used; returns the event if that is new.
  mutating func broke(_ why: String) -> SyncEvent? {
    let isNew = cause?.message != Cause.broken(why).message
    cause = .broken(why)
    return isNew ? .problem(why) : nil
  }

  /// Notes a question; returns the id of an earlier one that no longer arises.
  mutating func ask(_ new: SyncQuestion) -> String? {
    defer { (cause, question) = (.question(new), new) }
    return question.flatMap { $0.id == new.id ? nil : $0.id }
  }

  /// Ends the trouble; returns whether the remote answers again, and the id of the question that no longer arises.
  mutating func clear() -> (answersAgain: Bool, question: String?) {
    defer { self = RemoteTrouble() }
    return (cause.map { $0.kind != .stopped } ?? false, question?.id)
  }
}
