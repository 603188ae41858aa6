package import ArgumentParser
internal import WorkspaceAPI

/// The caller: the person, unless the options name an agent.
package struct AgentOptions: ParsableArguments {
  /// The agent's name; nil for the person.
  @Option(
    help: ArgumentHelp("The agent that does this; without it, you do.", valueName: "name"),
    completion: CompletionWords.agents)
  package var agent: String?

  /// The agent's session.
  @Option(
    help: ArgumentHelp("The agent's session, any text that stays the same during one run.", valueName: "id"),
    completion: CompletionWords.sessions)
  package var session: String?

  /// The agent's model.
  @Option(help: ArgumentHelp("The agent's model, for the record.", valueName: "name"))
  package var model: String?

  /// Creates a value whose properties the parser sets.
  package init() {}

  /// Checks that the options are complete.
  ///
  /// - Throws: `ValidationError` with the missing option.
  package func validate() throws {
    if agent == nil && (session != nil || model != nil) {
      throw ValidationError("--session and --model say more about an agent: name it with --agent.")
    }
    for (option, value) in [("--agent", agent), ("--session", session)] where value?.isEmpty == true {
      throw ValidationError("\(option) must not be empty.")
    }
  }

  /// Returns the caller of the command `name`.
  func caller(_ name: String) -> Caller {
    Caller(agent: agent, session: session, model: model, tool: "stet \(name)")
  }
}

/// A kind of author on the command line.
package enum AuthorKind: String, ExpressibleByArgument, CaseIterable, Sendable {
  /// The kinds of `Author`.
  case user, agent, unsure, sync
}
