internal import ArgumentParser
internal import WorkspaceAPI

/// `stet move`: moves a file or folder to another path.
struct MoveCommand: StetSubcommand {
  static let configuration = CommandConfiguration(
    commandName: "move", abstract: "Give a file or folder another path.",
    discussion: """
      The new path must not exist. The rename is recorded as one.

      EXAMPLES
        stet move Research/whales.md Research/Whales/introduction.md
      """)

  @ParentCommand var stet: StetCommand
  @Argument(help: "The current path.", completion: CompletionWords.paths) var from: String
  @Argument(help: "The new path.", completion: CompletionWords.paths) var to: String
  @OptionGroup var token: TokenOption
  @OptionGroup(title: "Options for agents") var agent: AgentOptions
  @OptionGroup var output: OutputOptions

  /// Moves the file or folder, if it still is the version of the token.
  func perform(_ context: CommandContext) async throws(VerbError) -> CommandStatus {
    let (folder, verbs) = try await context.open()
    let receipt = try await verbs.call(
      WriteRequest(
        path: try folder.path(from), action: .move(to: try folder.path(to)), token: token.token?.id,
        caller: agent.caller("move"), claim: try context.claim()))
    context.show(receipt, text: ReceiptText.text)
    return .done
  }
}
