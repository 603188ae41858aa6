internal import WorkspaceAPI

/// Checks that a caller is the person.
struct PersonCheck: Sendable {
  /// The audit log of agents' calls.
  let audit: AgentAudit

  /// Refuses a caller that is an agent, or is not proven to be the person.
  ///
  /// - Parameters:
  ///   - what: the act as the subject of the message, such as "A policy is accepted".
  ///   - commands: the commands that the person can run instead.
  func require(_ caller: Caller, _ what: String, _ commands: String) async throws(VerbError) {
    guard caller.agent != nil else {
      guard isProven(caller) else {
        throw VerbError(
          .refused,
          "\(what) by a person in a terminal; this process has none, or an agent's program above it.",
          kept: "Nothing was changed.", next: "Run \(commands) in a terminal of your own.")
      }
      return
    }
    await audit.refused("policy", caller, nil)
    throw VerbError(
      .refused, "\(what) by a person, never by an agent.", kept: "Nothing was changed.",
      next: "Ask the person to run \(commands) in a terminal of their own.")
  }

  /// Returns whether a caller is certainly the person: a program that an agent started without a hook, or that its
  /// command left behind, has no terminal.
  func isProven(_ caller: Caller) -> Bool { caller.agent == nil && caller.hasTerminal == true }
}
