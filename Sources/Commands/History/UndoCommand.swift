package import ArgumentParser
package import WorkspaceEngine

/// `stet undo`: take back a change, and leave what others wrote since.
package struct UndoCommand: StetSubcommand {
  package static let configuration = CommandConfiguration(
    commandName: "undo", abstract: "Take back a change, and leave what others wrote since.",
    discussion: """
      Without arguments: your own newest change. With --session: all that an agent's
      session did.

      EXAMPLES
        stet undo
        stet undo 1f0c2d7
        stet undo --session 42
      """)

  @ParentCommand package var stet: StetCommand
  @Argument(help: "The commit to take back.") var commit: String?
  @Option(help: ArgumentHelp("Take back all of this agent session.", valueName: "id")) var session: String?
  @Option(help: ArgumentHelp("The agent that does this; without it, you do.", valueName: "name")) var agent: String?
  @Option(help: ArgumentHelp("The agent's model, for the record.", valueName: "name")) var model: String?
  @OptionGroup package var output: OutputOptions

  package init() {}

  package func validate() throws {
    if commit != nil && session != nil { throw ValidationError("Name a commit or a session, not both.") }
    if agent?.isEmpty == true { throw ValidationError("--agent must not be empty.") }
  }

  package func perform(_ context: CommandContext) async throws(VerbError) -> CommandStatus {
    let verbs = try await context.open().verbs
    let caller = Caller(agent: agent, session: agent == nil ? nil : session, model: model, tool: "stet undo")
    let receipt = try await verbs.undo(UndoRequest(commit: commit, session: session, caller: caller))
    context.show(receipt) { RestoreText.text($0, done: "Took back", $1) }
    return .done
  }
}
