package import GitObjects

/// Reports the end of an agent's call, and requests others' changes since the session's call before.
package struct CallEnd: Verb {
  package typealias Answer = ChangesReport
  package static let name = "endCall"

  /// The caller; its session is required.
  package var caller: Caller
  /// The key that `CallBegin` named; nil for a call that changes nothing.
  package var key: String?
  /// The answer for repetitions of the call; nil if the call failed, so that a repetition is carried out.
  package var answer: String?
  /// The paths of the call: a later call about a path invalidates earlier answers about it.
  package var paths: [String]
  /// The tip of the session's last report; used only if this daemon knows no call of the session.
  package var since: ObjectID?
  /// Whether no client waits for the answer any more; others' changes are then not reported. Nil for no.
  package var isUnheard: Bool?
  /// The tip before the changes that a step of the call reported; they are reported again if no client waits for the
  /// answer.
  package var unreported: ObjectID?

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
