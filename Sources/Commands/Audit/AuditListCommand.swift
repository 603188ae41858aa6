package import ArgumentParser
package import WorkspaceAPI

/// `stet audit list`: lists the recorded actions of agents.
package struct AuditListCommand: StetSubcommand {
  /// The command's name and help.
  package static let configuration = CommandConfiguration(
    commandName: "list", abstract: "Show what agents read and did here.",
    discussion: """
      EXAMPLES
        stet audit --path Research
        stet audit --session 7f2c --json
      """)

  /// The program's options, such as the workspace's folder.
  @ParentCommand package var stet: StetCommand
  @Option(help: ArgumentHelp("Only this session.", valueName: "id")) var session: String?
  @Option(help: ArgumentHelp("Only this file, or what is below this folder.", valueName: "path"), completion: .file())
  var path: String?
  @Option(help: ArgumentHelp("The newest, this many (0: all).", valueName: "count")) var limit = 100
  /// The options for printing the answer.
  @OptionGroup package var output: OutputOptions

  /// Creates a value whose properties the parser sets.
  package init() {}

  /// Shows the newest lines of the record, of one session or file if one is named.
  package func perform(_ context: CommandContext) async throws(VerbError) -> CommandStatus {
    let (folder, verbs) = try await context.openForReading()
    let name = try path.map { text throws(VerbError) -> String in try folder.path(text) }
    let report = try await verbs.call(
      AuditRequest(session: session, path: name, limit: limit > 0 ? limit : nil))
    context.show(report, text: AuditText.text)
    return .done
  }
}
