package import ArgumentParser
package import WorkspaceEngine

/// `stet unpin`: take back what `stet pin` said.
package struct UnpinCommand: StetSubcommand {
  package static let configuration = CommandConfiguration(
    commandName: "unpin", abstract: "Let the content of large files give way again.",
    discussion: """
      Nothing is evicted by this; pins of what is below a folder go with it.

      EXAMPLES
        stet unpin Films
      """)

  @ParentCommand package var stet: StetCommand
  @Argument(help: "Files, folders, and patterns with * ? or [.") var paths: [String]
  @OptionGroup package var output: OutputOptions

  package init() {}

  package func perform(_ context: CommandContext) async throws(VerbError) -> CommandStatus {
    context.show(try await LargeOrder(.unpin, paths).carryOut(context), text: LargeText.text)
    return .done
  }
}
