package import ArgumentParser
package import WorkspaceAPI

/// `stet evict`: give the disk back what large files take.
package struct EvictCommand: StetSubcommand {
  /// Its name, and what its help says.
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

  /// The program, whose options say which workspace is meant.
  @ParentCommand package var stet: StetCommand
  @Argument(help: "Files, folders, and patterns with * ? or [.", completion: .file()) var paths: [String]
  /// How the answer is printed.
  @OptionGroup package var output: OutputOptions

  /// Makes one whose values the parser fills in.
  package init() {}

  /// Has the files give way; fails where one is kept.
  package func perform(_ context: CommandContext) async throws(VerbError) -> CommandStatus {
    let report = try await LargeOrder(.evict, paths).carryOut(context)
    context.show(report, text: LargeText.text)
    return report.files.contains { $0.outcome == "kept" } ? .failed : .done
  }
}
