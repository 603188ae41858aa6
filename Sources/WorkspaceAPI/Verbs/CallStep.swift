package import GitObjects

/// That a verb is a step of an agent's call: it says itself that the call begins and ends, which would be two requests
/// more. Counts where its caller has a session; the call is the one that the caller names.
package struct CallStep: Hashable, Sendable, Codable {
  /// The reason of a refusal (`VerbError.reason`) where the same call is still at work, so that this one did not begin.
  package static let atWork = "call-at-work"

  /// Whether the call begins with it: one that was made lately is not done again.
  package var begins: Bool
  /// Whether the call ends with it where it is done. One that fails is ended by `endCall`.
  package var ends: Bool
  /// The answer to give again, as the caller makes it from the receipt; nil where the call does not end.
  package var answer: String?
  /// The tip that the session was told of last; counts only where this daemon knows of no call of the session.
  package var since: ObjectID?

  /// Makes a step.
  package init(begins: Bool, ends: Bool, answer: String? = nil, since: ObjectID? = nil) {
    self.begins = begins
    self.ends = ends
    self.answer = answer
    self.since = since
  }
}
