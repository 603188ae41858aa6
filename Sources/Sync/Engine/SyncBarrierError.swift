package import GitProcess

/// The reason why a barrier ended before both sides were equal.
package enum SyncBarrierError: Error, Hashable, Sendable {
  /// The exchange failed; recorded changes are published when possible.
  case unreachable(TransportError)
  /// The remote refuses the push; its words.
  case refused(String)
  /// Large files cannot be uploaded; the reason.
  case objects(String)
  /// A person must decide first.
  case question(SyncQuestion)
  /// The local repository could not be used; the reason.
  case repository(String)
  /// The caller's timeout passed.
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
    case .timedOut: "the exchange with the remote takes longer than the timeout; it continues by itself"
    case .stopped: "the exchange with the remote is shutting down"
    }
  }
}
