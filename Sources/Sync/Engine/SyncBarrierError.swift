/// Why a barrier ended before both had the same.
package enum SyncBarrierError: Error, Hashable, Sendable {
  /// The exchange failed; what is recorded here goes out when it can.
  case unreachable(TransportError)
  /// The remote does not want what is here; its words.
  case refused(String)
  /// Large files cannot be sent; why.
  case objects(String)
  /// A person must decide first.
  case question(SyncQuestion)
  /// The repository here could not be used.
  case repository(String)
  /// It took longer than the caller wanted to wait.
  case timedOut
  /// The exchange is being shut down.
  case stopped
}

extension SyncBarrierError: CustomStringConvertible {
  /// The sentence for people.
  package var description: String {
    switch self {
    case .unreachable(let error): "\(error)"
    case .refused(let words): "the remote refuses the push: \(words); what is recorded here is kept"
    case .objects(let why): "large files are not on the remote yet: \(why); everything else is"
    case .question(let question): "\(question)"
    case .repository(let why): "the exchange stopped: \(why)"
    case .timedOut: "the exchange with the remote takes longer than was to be waited; it goes on by itself"
    case .stopped: "the exchange with the remote is shutting down"
    }
  }
}
