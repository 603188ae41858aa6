package import ArgumentParser
package import WorkspaceAPI

/// `stet pin`: keep the content of large files on this machine.
package struct PinCommand: StetSubcommand {
  /// Its name, and what its help says.
  package static let configuration = CommandConfiguration(
    commandName: "pin", abstract: "Keep the content of large files on this machine, always.",
    discussion: """
      What is pinned comes, and does not give way when the disk fills. A pinned
      folder pins what will be in it, too. Pins are this machine's alone.

      EXAMPLES
        stet pin Films/whales.mp4
        stet pin Talks
      """)

  /// The program, whose options say which workspace is meant.
  @ParentCommand package var stet: StetCommand
  @Argument(help: "Files, folders, and patterns with * ? or [.", completion: .file()) var paths: [String]
  /// How the answer is printed.
  @OptionGroup package var output: OutputOptions

  /// Makes one whose values the parser fills in.
  package init() {}

  /// Marks the files, and has their contents come.
  package func perform(_ context: CommandContext) async throws(VerbError) -> CommandStatus {
    context.show(try await LargeOrder(.pin, paths).carryOut(context), text: LargeText.text)
    return .done
  }
}
