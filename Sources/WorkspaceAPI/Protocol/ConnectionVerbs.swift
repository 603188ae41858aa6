/// Cancels a call of the same connection that only waits, watches or searches.
package struct CancelRequest: AnonymousVerb {
  package typealias Answer = Nothing
  package static let name = "cancel"

  /// The call.
  package var id: RPCID

  /// Creates a request.
  package init(id: RPCID) { self.id = id }
}

/// Asks the daemon to finish its turn and exit.
package struct StopRequest: Verb {
  package typealias Answer = Nothing
  package static let name = "stop"

  /// The caller, an agent of which is refused; not sent.
  package var caller = Caller.person

  private enum CodingKeys: CodingKey {}

  /// Creates a request.
  package init() {}
}
