internal import ArgumentParser
internal import WorkspaceAPI

/// `stet write`: writes a file from standard input.
struct WriteCommand: StetSubcommand {
  static let configuration = CommandConfiguration(
    commandName: "write", abstract: "Write a file from standard input.",
    discussion: """
      Answers when the new content is durable. The file and its folders are created
      if missing. With --if the write is based on the version you were given: others'
      changes elsewhere in the file meanwhile are merged in; if they changed the same
      lines, the write is refused (exit code 3) with the difference. Nothing is lost
      either way.

      EXAMPLES
        stet write Journal/today.md < notes.md
        echo "# Whales" | stet write Research/whales.md --agent "Claude Code" \\
          --session 42 --if absent
      """)

  @ParentCommand var stet: StetCommand
  @Argument(help: "The file.", completion: CompletionWords.paths) var path: String
  @OptionGroup var token: TokenOption
  @OptionGroup(title: "Options for agents") var agent: AgentOptions
  @OptionGroup var output: OutputOptions

  /// The invocation from the parsed arguments.
  var invocation: WriteInvocation { WriteInvocation(self) }

  /// Writes standard input to the file, with the version of the token as the base.
  func perform(_ context: CommandContext) async throws(VerbError) -> CommandStatus {
    try await invocation.perform(context)
  }
}
