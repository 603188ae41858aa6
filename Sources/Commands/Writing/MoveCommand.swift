package import ArgumentParser
package import WorkspaceAPI

/// `stet move`: give a file or folder another path.
package struct MoveCommand: StetSubcommand {
  /// Its name, and what its help says.
  package static let configuration = CommandConfiguration(
    commandName: "move", abstract: "Give a file or folder another path.",
    discussion: """
      Nothing may stand at the new path. The rename is recorded as one.

      EXAMPLES
        stet move Research/whales.md Research/Whales/introduction.md
      """)

  /// The program, whose options say which workspace is meant.
  @ParentCommand package var stet: StetCommand
  @Argument(help: "The path now.", completion: .file()) var from: String
  @Argument(help: "The path to be.", completion: .file()) var to: String
  @OptionGroup var token: TokenOption
  @OptionGroup(title: "Options for agents") var agent: AgentOptions
  /// How the answer is printed.
  @OptionGroup package var output: OutputOptions

  /// Makes one whose values the parser fills in.
  package init() {}

  /// Moves the file or folder, if it still is what the token stands for.
  package func perform(_ context: CommandContext) async throws(VerbError) -> CommandStatus {
    let (folder, verbs) = try await context.open()
    let receipt = try await verbs.call(
      WriteRequest(
        path: try folder.path(from), action: .move(to: try folder.path(to)), token: token.token?.id,
        caller: agent.caller("move"), claim: try context.claim()))
    context.show(receipt, text: ReceiptText.text)
    return .done
  }
}
