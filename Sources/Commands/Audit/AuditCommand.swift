internal import ArgumentParser
internal import WorkspaceAPI

/// `stet audit`: the commands for the record of agents' actions.
struct AuditCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "audit", abstract: "Show what agents read and did here, or check that record.",
    discussion: """
      Every call of an agent is on record on this machine for 90 days, reads and
      refusals too: .git/stet/audit. Each line is chained to the one before, and
      commits name the last one, so that the remote has it, too.
      """,
    subcommands: [AuditListCommand.self, AuditVerifyCommand.self], defaultSubcommand: AuditListCommand.self)
}

/// `stet audit list`: lists the recorded actions of agents.
struct AuditListCommand: StetSubcommand {
  static let configuration = CommandConfiguration(
    commandName: "list", abstract: "Show what agents read and did here.",
    discussion: """
      EXAMPLES
        stet audit --path Research
        stet audit --session 7f2c --json
      """)

  @ParentCommand var stet: StetCommand
  @Option(help: ArgumentHelp("Only this session.", valueName: "id"), completion: CompletionWords.sessions)
  var session: String?
  @Option(
    help: ArgumentHelp("Only this file, or what is below this folder.", valueName: "path"),
    completion: CompletionWords.paths)
  var path: String?
  @Option(
    name: [.customShort("n"), .customLong("limit")],
    help: ArgumentHelp("The newest, this many (0: all).", valueName: "count"))
  var limit = 100
  @OptionGroup var output: OutputOptions

  /// Shows the newest lines of the record, of one session or file if one is named.
  func perform(_ context: CommandContext) async throws(VerbError) -> CommandStatus {
    let (folder, verbs) = try await context.openForReading()
    let name = try path.map { text throws(VerbError) -> String in try folder.path(text) }
    let report = try await verbs.call(
      AuditRequest(session: session, path: name, limit: limit > 0 ? limit : nil))
    context.show(report, text: AuditText.text)
    return .done
  }
}

/// `stet audit verify`: checks that the record is unchanged.
struct AuditVerifyCommand: StetSubcommand {
  static let configuration = CommandConfiguration(
    commandName: "verify", abstract: "Check that no entry was altered, taken out or moved.",
    discussion: """
      Entries are checked against each other and against the last one that a commit
      names. It shows what others than this user account changed: a program of the
      account can write all of it anew, but for what was published.

      Exits with 1 if something is wrong.
      """)

  @ParentCommand var stet: StetCommand
  @OptionGroup var output: OutputOptions

  /// Checks the whole record; fails if it has a fault.
  func perform(_ context: CommandContext) async throws(VerbError) -> CommandStatus {
    let report = try await context.openForReading().verbs.call(AuditRequest(limit: 0, verifies: true))
    context.show(report, text: AuditText.check)
    return report.problems.isEmpty ? .done : .failed
  }
}
