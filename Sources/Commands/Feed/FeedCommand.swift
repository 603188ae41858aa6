internal import ArgumentParser
internal import WorkspaceAPI

/// `stet feed`: the commands for the feed.
struct FeedCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "feed", abstract: "Show what agents published, or publish a record.",
    discussion: """
      The feed is a list of records with a headline, a text and links to files, in
      Feed/feed.jsonl. Records of several computers are put together. It works
      without a remote. `stet watch Feed` shows new records as they come.

      EXAMPLES
        stet feed
        stet feed --book moby-dick --limit 5
        stet feed publish --headline "Three sources found" --agent "Claude Code" \\
          --session 42 < summary.md
      """,
    subcommands: [FeedListCommand.self, FeedPublishCommand.self], defaultSubcommand: FeedListCommand.self)
}

/// `stet feed list`: shows the records, newest first.
struct FeedListCommand: StetSubcommand {
  static let configuration = CommandConfiguration(
    commandName: "list", abstract: "Show the records, newest first.")

  @ParentCommand var stet: StetCommand
  @Option(
    name: [.customShort("n"), .customLong("limit")], help: ArgumentHelp("The most records to show.", valueName: "count")
  )
  var limit = 20
  @Option(help: ArgumentHelp("Only records about this book or topic.", valueName: "id")) var book: String?
  @OptionGroup(title: "Options for agents") var agent: AgentOptions
  @OptionGroup var output: OutputOptions

  /// Refuses a limit below one.
  func validate() throws {
    if limit < 1 { throw ValidationError("--limit must be at least 1.") }
  }

  /// Shows the records, and reports lines that are not records on standard error.
  func perform(_ context: CommandContext) async throws(VerbError) -> CommandStatus {
    let (_, verbs) = try await context.openForReading()
    let report = try await verbs.call(FeedRequest(limit: limit, book: book, caller: agent.caller("feed")))
    if let book, report.records.isEmpty {
      let all = try await verbs.call(FeedRequest(caller: agent.caller("feed")))
      context.show(report) { _, _ in "" }
      context.console.printError(FeedText.remark(onMissing: book, in: all.records.compactMap(\.bookId)))
    } else {
      context.show(report, text: FeedText.text)
    }
    if !context.printsJSON, let note = FeedText.note(on: report) { context.console.printError(note) }
    return .done
  }
}
