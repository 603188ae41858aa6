/// Why an object, or a whole batch, did not move.
package enum TransferFault: Error, Hashable, Sendable {
  /// The server cannot be reached, or the connection broke.
  case offline(String)
  /// Nothing came or went for too long.
  case stalled
  /// The server answered with this status; its `Retry-After` in seconds, if it gave one.
  case status(Int, message: String, retryAfter: Int?)
  /// The server said no to this object.
  case refused(code: Int, message: String)
  /// What came is not what was asked for, by hash or size; nothing of it was kept.
  case wrong(String)
  /// The answer was none of an object server.
  case unreadable(String)
  /// This machine cannot: disk full, no permission, the object is not here.
  case local(ObjectFolderError)
  /// Given up by the caller.
  case cancelled
}

extension TransferFault {
  /// Whether the other end says, of an object that was to come from it, that it has not got it.
  package var deniesObject: Bool {
    switch self {
    case .refused(let code, _), .status(let code, _, _): code == 404 || code == 410
    case .local(.missing): true
    default: false
    }
  }
}

extension TransferFault {
  /// Whether the other end cannot be reached.
  package var isOffline: Bool {
    if case .offline = self { true } else { false }
  }
}

extension TransferFault: CustomStringConvertible {
  /// The sentence for people.
  package var description: String {
    switch self {
    case .offline(let why): "the object server cannot be reached: \(why)"
    case .stalled: "the transfer stood still and was given up; it goes on where it stopped"
    case .status(401, _, _): "the object server wants a sign-in; git's credential helper has none that it takes"
    case .status(403, let message, _): "the object server does not permit it: \(message)"
    case .status(429, _, _): "the object server wants fewer requests; waiting"
    case .status(507, _, _), .status(509, _, _): "the object server's space or traffic is used up"
    case .status(let code, let message, _): "the object server answered \(code): \(message)"
    case .refused(let code, _) where code == 404 || code == 410: "the object server has not got it"
    case .refused(let code, let message): "the object server refuses it (\(code)): \(message)"
    case .wrong(let why): why
    case .unreadable(let why): why
    case .local(let error): error.description
    case .cancelled: "given up"
    }
  }
}
