package import ArgumentParser
internal import WorkspaceAPI

/// Who calls: the person, unless an agent says that it is one.
package struct AgentOptions: ParsableArguments {
  /// The agent's name; nil for the person.
  @Option(help: ArgumentHelp("The agent that does this; without it, you do.", valueName: "name"))
  package var agent: String?

  /// Its session.
  @Option(help: ArgumentHelp("The agent's session, any text that stays the same during one run.", valueName: "id"))
  package var session: String?

  /// Its model.
  @Option(help: ArgumentHelp("The agent's model, for the record.", valueName: "name"))
  package var model: String?

  /// Makes one whose values the parser fills in.
  package init() {}

  /// Checks what belongs together.
  ///
  /// - Throws: `ValidationError` with what to name besides.
  package func validate() throws {
    if agent == nil && (session != nil || model != nil) {
      throw ValidationError("--session and --model say more about an agent: name it with --agent.")
    }
    for (option, value) in [("--agent", agent), ("--session", session)] where value?.isEmpty == true {
      throw ValidationError("\(option) must not be empty.")
    }
  }

  /// The caller, coming through command `name`.
  func caller(_ name: String) -> Caller {
    Caller(agent: agent, session: session, model: model, tool: "stet \(name)")
  }
}
