package import ArgumentParser
package import WorkspaceAPI

/// `stet diff`: shows the changes between two recorded states.
package struct DiffCommand: StetSubcommand {
  /// The command's name and help.
  package static let configuration = CommandConfiguration(
    commandName: "diff", abstract: "Show what changed between two recorded states.",
    discussion: """
      Without --from and --to: the newest change; with a path, the newest change of
      that file or folder.

      EXAMPLES
        stet diff
        stet diff Research/whales.md
        stet diff Research --from HEAD~10
      """)

  /// The program's options, such as the workspace's folder.
  @ParentCommand package var stet: StetCommand
  @Argument(help: "Only this file or folder.", completion: .file()) var path: String?
  @Option(help: ArgumentHelp("The older state; the parent of the newer, unless given.", valueName: "revision"))
  var from: String?
  @Option(help: ArgumentHelp("The newer state; the present, unless given.", valueName: "revision")) var to: String?
  /// The options for printing the answer.
  @OptionGroup package var output: OutputOptions

  /// Creates a value whose properties the parser sets.
  package init() {}

  /// Shows the difference of a file, or of the whole workspace, between two states.
  package func perform(_ context: CommandContext) async throws(VerbError) -> CommandStatus {
    let (folder, verbs) = try await context.openForReading()
    let report = try await verbs.call(DiffRequest(path: try folder.path(path), from: from, to: to))
    context.show(report) { DiffText.text($0.patch, $1) }
    return .done
  }
}
