package import GitObjects

/// The mark of a verb as a step of an agent's call: the verb itself begins and ends the call, which saves two requests.
/// It requires a caller with a session; the caller names the call.
package struct CallStep: Hashable, Sendable, Codable {
  /// The reason of a refusal (`VerbError.reason`) because an equal call is still in progress, so that this one did not
  /// begin.
  package static let atWork = "call-at-work"

  /// Whether the call begins with this step; a call that was made recently is not repeated.
  package var begins: Bool
  /// Whether the call ends with this step if it succeeds. `endCall` ends a call that failed.
  package var ends: Bool
  /// The answer for repetitions, as the caller derives it from the receipt; nil if the call does not end.
  package var answer: String?
  /// The tip of the session's last report; used only if this daemon knows no call of the session.
  package var since: ObjectID?

  /// Creates a step.
  package init(begins: Bool, ends: Bool, answer: String? = nil, since: ObjectID? = nil) {
    self.begins = begins
    self.ends = ends
    self.answer = answer
    self.since = since
  }
}
