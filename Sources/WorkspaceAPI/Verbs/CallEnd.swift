package import GitObjects

/// Says that an agent's call has ended, and asks what others changed since the session's call before.
package struct CallEnd: Verb {
  package typealias Answer = ChangesReport
  package static let name = "endCall"

  /// Who called; a session is needed.
  package var caller: Caller
  /// What `CallBegin` named; nil for a call that changes nothing.
  package var key: String?
  /// The answer to give again; nil where the call failed, so that the same one is tried anew.
  package var answer: String?
  /// The paths that the call was about: a session that goes on with a path does not repeat an earlier call.
  package var paths: [String]
  /// The tip that the session was told of last; counts only where this daemon knows of no call of the session.
  package var since: ObjectID?
  /// Whether nobody waits for the answer any more: then nothing is told of others' changes; nil for no.
  package var isUnheard: Bool?
  /// The tip that the session was told of before a step of the call told it news; where nobody waits for the answer it is
  /// told them again.
  package var untold: ObjectID?

  /// Makes a request.
  package init(
    caller: Caller, key: String? = nil, answer: String? = nil, paths: [String], since: ObjectID? = nil,
    isUnheard: Bool? = nil
  ) {
    self.caller = caller
    self.key = key
    self.answer = answer
    self.paths = paths
    self.since = since
    self.isUnheard = isUnheard
  }
}
