internal import ArgumentParser
internal import WorkspaceAPI

/// `stet delete`: deletes a file; its versions stay in the history.
struct DeleteCommand: StetSubcommand {
  static let configuration = CommandConfiguration(
    commandName: "delete", abstract: "Take a file away; its versions stay in the history.",
    discussion: """
      EXAMPLES
        stet delete Research/old.md
        stet restore Research/old.md --at HEAD~1
      """)

  @ParentCommand var stet: StetCommand
  @Argument(help: "The file.", completion: CompletionWords.paths) var path: String
  @OptionGroup var token: TokenOption
  @OptionGroup(title: "Options for agents") var agent: AgentOptions
  @OptionGroup var output: OutputOptions

  /// Deletes the file, if it still is the version of the token.
  func perform(_ context: CommandContext) async throws(VerbError) -> CommandStatus {
    let (folder, verbs) = try await context.open()
    let receipt = try await verbs.call(
      WriteRequest(
        path: try folder.path(path), action: .delete, token: token.token?.id, caller: agent.caller("delete"),
        claim: try context.claim()))
    context.show(receipt, text: ReceiptText.text)
    return .done
  }
}
