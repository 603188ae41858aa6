package import ArgumentParser
package import WorkspaceEngine

/// `stet log`: show who changed what, newest first.
package struct LogCommand: StetSubcommand {
  package static let configuration = CommandConfiguration(
    commandName: "log", abstract: "Show who changed what, newest first.",
    discussion: """
      EXAMPLES
        stet log
        stet log Research -n 20
        stet log --by agent --session 42 --json
      """)

  @ParentCommand package var stet: StetCommand
  @Argument(help: "Only changes of this file or folder.") var path: String?
  @Option(name: .customShort("n"), help: ArgumentHelp("The most changes to show.", valueName: "count")) var limit: Int?
  @Option(help: ArgumentHelp("Only changes of this agent session.", valueName: "id")) var session: String?
  @Option(name: .customLong("by"), help: ArgumentHelp("Only changes by: user, agent, unsure, sync.", valueName: "kind"))
  var kind: AuthorKind?
  @OptionGroup package var output: OutputOptions

  package init() {}

  package func validate() throws {
    if let limit, limit < 1 { throw ValidationError("-n must be at least 1.") }
  }

  package func perform(_ context: CommandContext) async throws(VerbError) -> CommandStatus {
    let (folder, verbs) = try await context.open()
    let entries = try await verbs.log(
      LogRequest(path: try folder.path(path), limit: limit, session: session, kind: kind?.rawValue))
    context.show(entries, text: LogText.text)
    return .done
  }
}
