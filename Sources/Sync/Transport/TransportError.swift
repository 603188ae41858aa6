/// Why an exchange with the remote did not happen; nothing here was changed by it.
package enum TransportError: Error, Hashable, Sendable {
  /// The machine or its network cannot be reached now.
  case offline(String)
  /// The remote does not let this account in.
  case denied(String)
  /// There is no repository at that address.
  case missing(String)
  /// The server's ssh key is unknown or has changed.
  case hostKey(String)
  /// No sign of life for this many seconds; the child was ended.
  case timedOut(seconds: Int)
  /// The remote's objects did not pass the check on receipt; they were not taken.
  case damaged(String)
  /// Anything else; the text is git's.
  case failed(String)
  /// The exchange was called off here.
  case cancelled
}

extension TransportError {
  /// Whether a damaged repository here could be the cause.
  var mayBeDamageHere: Bool {
    switch self {
    case .damaged, .failed: true
    case .offline, .denied, .missing, .hostKey, .timedOut, .cancelled: false
    }
  }

  /// Whether trying again without anybody's help can succeed.
  package var passesByItself: Bool {
    switch self {
    case .offline, .timedOut, .failed, .cancelled: true
    case .denied, .missing, .hostKey, .damaged: false
    }
  }
}

extension TransportError: CustomStringConvertible {
  /// The sentence for people: what happened and what to do.
  package var description: String {
    switch self {
    case .offline(let why):
      "the remote cannot be reached (\(why)); work goes on here and goes out when it is back"
    case .denied(let why):
      "the remote does not let this account in (\(why)); check the key or the credential helper with 'git fetch'"
    case .missing(let why):
      "there is no repository at the remote's address (\(why)); check it with 'git remote -v'"
    case .hostKey(let why):
      "the server's ssh key is not known here or has changed (\(why)); connect once with 'ssh' and compare the key"
    case .timedOut(let seconds):
      "the remote did not answer for \(seconds) s; it is tried again"
    case .damaged(let why):
      "the remote sent objects that git's check refuses (\(why)); nothing of them was taken; run 'git fsck' there"
    case .failed(let why):
      "the exchange with the remote failed: \(why)"
    case .cancelled:
      "the exchange with the remote was called off"
    }
  }
}
