/// The reason why an exchange with the remote failed; it changed nothing here.
package enum TransportError: Error, Hashable, Sendable {
  /// The machine or its network cannot be reached now.
  case offline(String)
  /// The remote denies access to this account.
  case denied(String)
  /// There is no repository at that address.
  case missing(String)
  /// The server's ssh key is unknown or has changed.
  case hostKey(String)
  /// The child was silent for this many seconds and was killed.
  case timedOut(seconds: Int)
  /// The remote's objects did not pass the check on receipt; they were not kept.
  case damaged(String)
  /// Any other failure; the text is git's.
  case failed(String)
  /// The exchange was cancelled here.
  case cancelled
}

extension TransportError {
  /// Whether a damaged repository here could be the cause.
  package var mayBeDamageHere: Bool {
    switch self {
    case .damaged, .failed: true
    case .offline, .denied, .missing, .hostKey, .timedOut, .cancelled: false
    }
  }

  /// Whether a retry without anybody's help can succeed.
  package var passesByItself: Bool {
    switch self {
    case .offline, .timedOut, .failed, .cancelled: true
    case .denied, .missing, .hostKey, .damaged: false
    }
  }
}

extension TransportError: CustomStringConvertible {
  /// The sentence for people: the failure and the next step.
  package var description: String {
    switch self {
    case .offline(let why):
      "the remote cannot be reached (\(why)); changes are recorded here and published when it answers again"
    case .denied(let why):
      "the remote denies access to this account (\(why)); check the key or the credential helper with 'git fetch'"
    case .missing(let why):
      "there is no repository at the remote's address (\(why)); check it with 'git remote -v'"
    case .hostKey(let why):
      "the server's ssh key is not known here or has changed (\(why)); connect once with 'ssh' and compare the key"
    case .timedOut(let seconds):
      "the remote did not answer for \(seconds) s; Stet retries"
    case .damaged(let why):
      "the remote sent objects that git's check refuses (\(why)); nothing of them was taken; run 'git fsck' there"
    case .failed(let why):
      "the exchange with the remote failed: \(why)"
    case .cancelled:
      "the exchange with the remote was cancelled"
    }
  }
}
