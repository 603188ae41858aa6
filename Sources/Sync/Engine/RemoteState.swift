/// How the exchange with the remote stands, for `stet status`.
package struct RemoteState: Hashable, Sendable {
  /// In one word.
  package enum Kind: String, Hashable, Sendable {
    /// Both have the same, as far as is known.
    case current
    /// Something is on its way.
    case syncing
    /// The remote does not answer; it is tried again by itself.
    case offline
    /// The remote answers and says no.
    case refused
    /// A question is open.
    case stopped
    /// Nothing is published, as a person decided.
    case local
  }

  /// In one word.
  package var kind: Kind
  /// What happened and what to do; nil when all is well.
  package var message: String?
  /// Commits here that the remote is not known to have, counted up to 1,000.
  package var ahead: Int
  /// When the remote last answered, in seconds since 1970.
  package var lastContact: Int64?
  /// How changes are heard.
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
