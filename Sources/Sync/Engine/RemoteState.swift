/// The state of the exchange with the remote, for `stet status`.
package struct RemoteState: Hashable, Sendable {
  /// The state in one word.
  package enum Kind: String, Hashable, Sendable {
    /// Both sides are equal, as far as is known.
    case current
    /// Something is being sent or received.
    case syncing
    /// The remote does not answer; Stet retries.
    case offline
    /// The remote answers and refuses.
    case refused
    /// A question is open.
    case stopped
    /// Nothing is published, by a person's decision.
    case local
  }

  /// The state in one word.
  package var kind: Kind
  /// The event and the next step; nil if there is no problem.
  package var message: String?
  /// The number of commits that the remote is not known to have, at most 1,000.
  package var ahead: Int
  /// The time of the remote's last answer, in seconds since 1970.
  package var lastContact: Int64?
  /// The way in which changes on the remote are detected.
  package var hearing: HearingKind

  /// Makes a state.
  package init(kind: Kind, message: String?, ahead: Int, lastContact: Int64?, hearing: HearingKind) {
    self.kind = kind
    self.message = message
    self.ahead = ahead
    self.lastContact = lastContact
    self.hearing = hearing
  }
}
