internal import ArgumentParser
internal import WorkspaceAPI

/// `stet pin`: keeps the content of large files on this machine.
struct PinCommand: StetSubcommand {
  static let configuration = CommandConfiguration(
    commandName: "pin", abstract: "Keep the content of large files on this machine, always.",
    discussion: """
      Pinned content is downloaded, and not evicted when the disk fills. A pinned
      folder pins what will be in it, too. Pins are this machine's alone.

      EXAMPLES
        stet pin Films/whales.mp4
        stet pin Talks
      """)

  @ParentCommand var stet: StetCommand
  @Argument(help: "Files, folders, and patterns with * ? or [.", completion: CompletionWords.paths) var paths: [String]
  @OptionGroup var output: OutputOptions

  /// Pins the files and downloads their contents.
  func perform(_ context: CommandContext) async throws(VerbError) -> CommandStatus {
    context.show(try await LargeOrder(.pin, paths).carryOut(context), text: LargeText.text)
    return .done
  }
}

/// `stet unpin`: undoes `stet pin`.
struct UnpinCommand: StetSubcommand {
  static let configuration = CommandConfiguration(
    commandName: "unpin", abstract: "Let the content of large files be evicted again.",
    discussion: """
      Nothing is evicted by this; pins of what is below a folder go with it.

      EXAMPLES
        stet unpin Films
      """)

  @ParentCommand var stet: StetCommand
  @Argument(help: "Files, folders, and patterns with * ? or [.", completion: CompletionWords.paths) var paths: [String]
  @OptionGroup var output: OutputOptions

  /// Unpins the files.
  func perform(_ context: CommandContext) async throws(VerbError) -> CommandStatus {
    context.show(try await LargeOrder(.unpin, paths).carryOut(context), text: LargeText.text)
    return .done
  }
}
