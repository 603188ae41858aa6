/// Cancels a call of the same connection that only waits, watches or searches.
package struct CancelRequest: AnonymousVerb {
  package typealias Answer = Nothing
  package static let name = "cancel"

  /// The call to cancel.
  package var id: RPCID

  package init(id: RPCID) { self.id = id }
}

/// Requests the daemon to finish its present work and exit.
package struct StopRequest: Verb {
  package typealias Answer = Nothing
  package static let name = "stop"

  /// The caller, which is refused if it is an agent; not sent.
  package var caller = Caller.person

  private enum CodingKeys: CodingKey {}

  package init() {}
}
