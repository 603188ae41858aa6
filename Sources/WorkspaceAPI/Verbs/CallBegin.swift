package import GitObjects

/// Says that an agent's call begins: one that changes something and was answered lately is not done again.
package struct CallBegin: Verb {
  package typealias Answer = CallBeginning
  package static let name = "beginCall"

  /// Who calls; a session is needed.
  package var caller: Caller
  /// What is called: equal for equal tools, arguments and tokens only; nil for a call that changes nothing.
  package var key: String?
  /// The tip that the session was told of last; counts only where this daemon knows of no call of the session.
  package var since: ObjectID?

  /// Makes a request.
  package init(caller: Caller, key: String?, since: ObjectID? = nil) {
    self.caller = caller
    self.key = key
    self.since = since
  }
}
