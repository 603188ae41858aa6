package import ArgumentParser
package import WorkspaceAPI

/// `stet evict`: frees the disk space of large files.
package struct EvictCommand: StetSubcommand {
  /// The command's name and help.
  package static let configuration = CommandConfiguration(
    commandName: "evict", abstract: "Have large files give their room back; placeholders stay.",
    discussion: """
      The remote is asked first whether it has the content: the last copy is never
      given up. What is pinned, open in a program, changed or not published stays,
      and is named with the reason.

      EXAMPLES
        stet evict Films
        stet evict 'Films/*.mp4'
      """)

  /// The program's options, such as the workspace's folder.
  @ParentCommand package var stet: StetCommand
  @Argument(help: "Files, folders, and patterns with * ? or [.", completion: .file()) var paths: [String]
  /// The options for printing the answer.
  @OptionGroup package var output: OutputOptions

  /// Creates a value whose properties the parser sets.
  package init() {}

  /// Evicts the files; fails if one is kept.
  package func perform(_ context: CommandContext) async throws(VerbError) -> CommandStatus {
    let report = try await LargeOrder(.evict, paths).carryOut(context)
    context.show(report, text: LargeText.text)
    return report.files.contains { $0.outcome == "kept" } ? .failed : .done
  }
}
