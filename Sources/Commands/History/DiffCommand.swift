internal import ArgumentParser
internal import FoundationEssentials
internal import WorkspaceAPI

/// `stet diff`: shows the changes between two recorded states, or those of a session or a time.
struct DiffCommand: StetSubcommand {
  static let configuration = CommandConfiguration(
    commandName: "diff", abstract: "Show what changed between two recorded states.",
    discussion: """
      Without options: the newest change; with a path, the newest change of that file
      or folder.

      With --session, --agent, --since or --until: one diff of all these changes, as
      far as the present files have them. `git apply -R` in the folder takes them
      back, and `stet undo --session` records that, too. The diff omits text that
      others replaced since, and names it at the end. To Stet, `git apply -R` looks
      like a save from an old text, which `stet questions` may list: the files stay
      as they are, and `stet questions answer ID accept` closes the question.
      `stet undo` asks nothing. If there are no changes, standard error says so.

      EXAMPLES
        stet diff
        stet diff Research/whales.md
        stet diff Research --from HEAD~10
        stet diff --since yesterday
        stet diff --agent "Claude Code" --since 2h
        stet diff --session 42 > session.patch
      """)

  @ParentCommand var stet: StetCommand
  @Argument(help: "Only this file or folder.", completion: CompletionWords.paths) var path: String?
  @Option(help: ArgumentHelp("The older state; the parent of the newer, unless given.", valueName: "revision"))
  var from: String?
  @Option(help: ArgumentHelp("The newer state; the present, unless given.", valueName: "revision")) var to: String?
  @Option(
    help: ArgumentHelp("The changes of this agent session.", valueName: "id"), completion: CompletionWords.sessions)
  var session: String?
  @Option(
    help: ArgumentHelp("The changes by agents of this name.", valueName: "name"), completion: CompletionWords.agents)
  var agent: String?
  @Option(help: ArgumentHelp("The changes since then: 'yesterday', '2 hours ago', a date.", valueName: "time"))
  var since: String?
  @Option(help: ArgumentHelp("The changes until then.", valueName: "time")) var until: String?
  @OptionGroup var output: OutputOptions

  /// Refuses a choice of changes together with two states.
  func validate() throws {
    if changes != nil, from != nil || to != nil {
      throw ValidationError("--session, --agent, --since and --until choose changes: leave --from and --to out.")
    }
    for (option, value) in [("--session", session), ("--agent", agent)] where value?.isEmpty == true {
      throw ValidationError("\(option) must not be empty.")
    }
  }

  private var changes: ChangeConditions? {
    let conditions = ChangeConditions(
      session: session, kind: session ?? agent == nil ? nil : AuthorKind.agent.rawValue, author: agent, since: since,
      until: until)
    return conditions.isEmpty ? nil : conditions
  }

  /// Shows the difference of a file, or of the whole workspace.
  func perform(_ context: CommandContext) async throws(VerbError) -> CommandStatus {
    let (folder, verbs) = try await context.openForReading()
    let path = try folder.path(path)
    let report = try await verbs.call(DiffRequest(path: path, from: from, to: to, changes: changes))
    if !context.printsJSON, let bytes = report.bytes.flatMap({ Data(base64Encoded: $0) }) {
      context.console.print(Array(bytes))
    } else {
      context.show(report) { DiffText.text($0.patch, $1) }
    }
    if !context.printsJSON { context.console.printError(DiffText.remarks(report)) }
    if report.paths.isEmpty { context.remark(onMissing: path, in: folder) }
    return .done
  }
}
