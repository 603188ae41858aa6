package import ArgumentParser
package import WorkspaceAPI

/// `stet delete`: take a file away; its versions stay in the history.
package struct DeleteCommand: StetSubcommand {
  /// Its name, and what its help says.
  package static let configuration = CommandConfiguration(
    commandName: "delete", abstract: "Take a file away; its versions stay in the history.",
    discussion: """
      EXAMPLES
        stet delete Research/old.md
        stet restore Research/old.md --at HEAD~1
      """)

  /// The program, whose options say which workspace is meant.
  @ParentCommand package var stet: StetCommand
  @Argument(help: "The file.", completion: .file()) var path: String
  @OptionGroup var token: TokenOption
  @OptionGroup(title: "Options for agents") var agent: AgentOptions
  /// How the answer is printed.
  @OptionGroup package var output: OutputOptions

  /// Makes one whose values the parser fills in.
  package init() {}

  /// Takes the file away, if it still is what the token stands for.
  package func perform(_ context: CommandContext) async throws(VerbError) -> CommandStatus {
    let (folder, verbs) = try await context.open()
    let receipt = try await verbs.call(
      WriteRequest(
        path: try folder.path(path), action: .delete, token: token.token?.id, caller: agent.caller("delete"),
        claim: try context.claim()))
    context.show(receipt, text: ReceiptText.text)
    return .done
  }
}
