internal import ArgumentParser
internal import WorkspaceAPI

/// `stet edit`: replaces a text in a file.
struct EditCommand: StetSubcommand {
  static let configuration = CommandConfiguration(
    commandName: "edit", abstract: "Replace a text in a file.",
    discussion: """
      The old text must be in the file exactly once, unless --all is given.

      EXAMPLES
        stet edit README.md --old "teh" --new "the"
        stet edit Research/whales.md --old "1,000 km" --new "5,000 km" \\
          --agent "Claude Code" --session 42
      """)

  @ParentCommand var stet: StetCommand
  @Argument(help: "The file.", completion: CompletionWords.paths) var path: String
  @Option(parsing: .unconditional, help: ArgumentHelp("The text to replace.", valueName: "text")) var old: String
  @Option(parsing: .unconditional, help: ArgumentHelp("The text to put there.", valueName: "text")) var new: String
  @Flag(name: .customLong("all"), help: "Replace every occurrence.") var replacesAll = false
  @OptionGroup var token: TokenOption
  @OptionGroup(title: "Options for agents") var agent: AgentOptions
  @OptionGroup var output: OutputOptions

  /// Refuses an empty text: it occurs everywhere.
  func validate() throws {
    if old.isEmpty { throw ValidationError("--old must not be empty.") }
  }

  /// Replaces the text, which must occur once unless all occurrences are meant.
  func perform(_ context: CommandContext) async throws(VerbError) -> CommandStatus {
    let (folder, verbs) = try await context.open()
    let receipt = try await verbs.call(
      WriteRequest(
        path: try folder.path(path),
        action: .edit(old: old, new: new, everywhere: replacesAll),
        token: token.token?.id, caller: agent.caller("edit"), claim: try context.claim()))
    context.show(receipt, text: ReceiptText.text)
    return .done
  }
}
