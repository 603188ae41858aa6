package import ArgumentParser
package import WorkspaceEngine

/// `stet read`: print a file, with its version token for a later write.
package struct ReadCommand: StetSubcommand {
  /// Its name, and what its help says.
  package static let configuration = CommandConfiguration(
    commandName: "read", abstract: "Print a file, with its version token for a later write.",
    discussion: """
      Without --json the bytes are printed as they are. With it:
      {"path","token","content","encoding",…}; the token is what `stet write --if`
      takes. A person can as well use any editor.

      EXAMPLES
        stet read Research/whales.md
        stet read Research/whales.md --json --agent "Claude Code" --session 42
      """)

  @ParentCommand package var stet: StetCommand
  @Argument(help: "The file.") var path: String
  @Option(help: ArgumentHelp("An earlier state: a commit, or anything git resolves.", valueName: "revision")) var at:
    String?
  @OptionGroup(title: "Options for agents") var agent: AgentOptions
  @OptionGroup package var output: OutputOptions

  /// Makes one whose values the parser fills in.
  package init() {}

  package func perform(_ context: CommandContext) async throws(VerbError) -> CommandStatus {
    let (folder, verbs) = try await context.open()
    let result = try await verbs.read(
      ReadRequest(path: try folder.path(path), caller: agent.caller("read"), revision: at))
    if context.printsJSON { context.console.print(json: result) } else { context.console.print(try result.bytes()) }
    return .done
  }
}
