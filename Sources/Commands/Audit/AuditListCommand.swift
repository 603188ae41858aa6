package import ArgumentParser
package import WorkspaceAPI

/// `stet audit list`: what agents read and did.
package struct AuditListCommand: StetSubcommand {
  /// Its name, and what its help says.
  package static let configuration = CommandConfiguration(
    commandName: "list", abstract: "Show what agents read and did here.",
    discussion: """
      EXAMPLES
        stet audit --path Research
        stet audit --session 7f2c --json
      """)

  /// The program, whose options say which workspace is meant.
  @ParentCommand package var stet: StetCommand
  @Option(help: ArgumentHelp("Only this session.", valueName: "id")) var session: String?
  @Option(help: ArgumentHelp("Only this file, or what is below this folder.", valueName: "path"), completion: .file())
  var path: String?
  @Option(help: ArgumentHelp("The newest, this many (0: all).", valueName: "count")) var limit = 100
  /// How the answer is printed.
  @OptionGroup package var output: OutputOptions

  /// Makes one whose values the parser fills in.
  package init() {}

  /// Shows the newest lines of the record, of one session or file where one is named.
  package func perform(_ context: CommandContext) async throws(VerbError) -> CommandStatus {
    let (folder, verbs) = try await context.openForReading()
    let name = try path.map { text throws(VerbError) -> String in try folder.path(text) }
    let report = try await verbs.call(
      AuditRequest(session: session, path: name, limit: limit > 0 ? limit : nil))
    context.show(report, text: AuditText.text)
    return .done
  }
}
