package import ArgumentParser
package import WorkspaceAPI

/// `stet unpin`: take back what `stet pin` said.
package struct UnpinCommand: StetSubcommand {
  /// Its name, and what its help says.
  package static let configuration = CommandConfiguration(
    commandName: "unpin", abstract: "Let the content of large files give way again.",
    discussion: """
      Nothing is evicted by this; pins of what is below a folder go with it.

      EXAMPLES
        stet unpin Films
      """)

  /// The program, whose options say which workspace is meant.
  @ParentCommand package var stet: StetCommand
  @Argument(help: "Files, folders, and patterns with * ? or [.", completion: .file()) var paths: [String]
  /// How the answer is printed.
  @OptionGroup package var output: OutputOptions

  /// Makes one whose values the parser fills in.
  package init() {}

  /// Takes the mark from the files.
  package func perform(_ context: CommandContext) async throws(VerbError) -> CommandStatus {
    context.show(try await LargeOrder(.unpin, paths).carryOut(context), text: LargeText.text)
    return .done
  }
}
