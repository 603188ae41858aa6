package import ArgumentParser
package import WorkspaceAPI

/// `stet pin`: keeps the content of large files on this machine.
package struct PinCommand: StetSubcommand {
  /// The command's name and help.
  package static let configuration = CommandConfiguration(
    commandName: "pin", abstract: "Keep the content of large files on this machine, always.",
    discussion: """
      Pinned content is downloaded, and not evicted when the disk fills. A pinned
      folder pins what will be in it, too. Pins are this machine's alone.

      EXAMPLES
        stet pin Films/whales.mp4
        stet pin Talks
      """)

  /// The program's options, such as the workspace's folder.
  @ParentCommand package var stet: StetCommand
  @Argument(help: "Files, folders, and patterns with * ? or [.", completion: .file()) var paths: [String]
  /// The options for printing the answer.
  @OptionGroup package var output: OutputOptions

  /// Creates a value whose properties the parser sets.
  package init() {}

  /// Pins the files and downloads their contents.
  package func perform(_ context: CommandContext) async throws(VerbError) -> CommandStatus {
    context.show(try await LargeOrder(.pin, paths).carryOut(context), text: LargeText.text)
    return .done
  }
}

/// `stet unpin`: undoes `stet pin`.
package struct UnpinCommand: StetSubcommand {
  /// The command's name and help.
  package static let configuration = CommandConfiguration(
    commandName: "unpin", abstract: "Let the content of large files be evicted again.",
    discussion: """
      Nothing is evicted by this; pins of what is below a folder go with it.

      EXAMPLES
        stet unpin Films
      """)

  /// The program's options, such as the workspace's folder.
  @ParentCommand package var stet: StetCommand
  @Argument(help: "Files, folders, and patterns with * ? or [.", completion: .file()) var paths: [String]
  /// The options for printing the answer.
  @OptionGroup package var output: OutputOptions

  /// Creates a value whose properties the parser sets.
  package init() {}

  /// Unpins the files.
  package func perform(_ context: CommandContext) async throws(VerbError) -> CommandStatus {
    context.show(try await LargeOrder(.unpin, paths).carryOut(context), text: LargeText.text)
    return .done
  }
}
