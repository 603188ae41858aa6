/// The reason why an object, or a whole batch, was not transferred.
package enum TransferFault: Error, Hashable, Sendable {
  /// The server cannot be reached, or the connection broke.
  case offline(String)
  /// No byte was received or sent within the timeout.
  case stalled
  /// The server answered with this status; `Retry-After` in seconds if it was given.
  case status(Int, message: String, retryAfter: Int?)
  /// The server refused this object.
  case refused(code: Int, message: String)
  /// The received content has another hash or size than requested; nothing of it was kept.
  case wrong(String)
  /// The answer is not one of an object server.
  case unreadable(String)
  /// The problem is on this machine: the disk is full, there is no permission, or the object does not exist here.
  case local(ObjectFolderError)
  /// The caller cancelled the transfer.
  case cancelled
}

extension TransferFault {
  /// Whether the other end reports that it does not have an object to download.
  package var deniesObject: Bool {
    switch self {
    case .refused(let code, _), .status(let code, _, _): code == 404 || code == 410
    case .local(.missing): true
    default: false
    }
  }

  /// Whether the object itself is not accepted here or at the other end: a retry moves all of its bytes again, and most
  /// probably fails in the same way.
  package var rejectsObject: Bool {
    switch self {
    case .wrong, .local(.wrongContent): true
    case .refused(let code, _), .status(let code, _, _): [400, 409, 413, 415, 422, 507, 509].contains(code)
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
  /// The error message for people.
  package var description: String {
    switch self {
    case .offline(let why): "the object server cannot be reached: \(why)"
    case .stalled: "the transfer stalled and timed out; the next try continues it"
    case .status(401, _, _): "the object server requires a sign-in; git's credential helper has no valid one"
    case .status(403, let message, _): "the object server does not permit it: \(message)"
    case .status(429, _, _): "the object server asks for fewer requests; waiting"
    case .status(507, _, _), .status(509, _, _): "the object server's space or traffic is used up"
    case .status(let code, let message, _): "the object server answered \(code): \(message)"
    case .refused(let code, _) where code == 404 || code == 410: "the object server does not have it"
    case .refused(let code, let message): "the object server refuses it (\(code)): \(message)"
    case .wrong(let why): why
    case .unreadable(let why): why
    case .local(let error): error.description
    case .cancelled: "cancelled"
    }
  }
}

/// The outcome of an object's transfer.
package enum TransferOutcome: Hashable, Sendable {
  /// The object was transferred.
  case moved
  /// The other side had the object already.
  case present
  /// The object was not transferred, with the last error.
  case failed(TransferFault)
}
