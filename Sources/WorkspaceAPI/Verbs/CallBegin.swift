package import GitObjects

/// Reports the beginning of an agent's call. A call that changes something is not repeated if it was answered recently.
package struct CallBegin: Verb {
  package typealias Answer = CallBeginning
  package static let name = "beginCall"

  /// The caller; its session is required.
  package var caller: Caller
  /// The key of the call: equal only for equal tools, arguments and tokens; nil for a call that changes nothing.
  package var key: String?
  /// The tip of the session's last report; used only if this daemon knows no call of the session.
  package var since: ObjectID?

  /// Creates a request.
  package init(caller: Caller, key: String?, since: ObjectID? = nil) {
    self.caller = caller
    self.key = key
    self.since = since
  }
}
