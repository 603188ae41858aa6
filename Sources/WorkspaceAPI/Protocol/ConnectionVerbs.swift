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

  /// Returns the refusal of a stop by an agent.
  ///
  /// - Parameter kept: the sentence about the daemon or the folder, which stay as they are.
  package static func refusal(of agent: String, kept: String) -> VerbError {
    VerbError(
      .refused, "The daemon is stopped by a person, and \(agent) is an agent.", kept: kept,
      next: "Ask the person to run 'stet stop' in a terminal of their own.")
  }
}
