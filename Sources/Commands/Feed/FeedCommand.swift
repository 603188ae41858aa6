package import ArgumentParser
package import WorkspaceAPI

/// `stet feed`: the commands for the feed.
package struct FeedCommand: AsyncParsableCommand {
  /// The command's name and help.
  package static let configuration = CommandConfiguration(
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

  /// Creates a value whose properties the parser sets.
  package init() {}
}

/// `stet feed list`: shows the records, newest first.
package struct FeedListCommand: StetSubcommand {
  /// The command's name and help.
  package static let configuration = CommandConfiguration(
    commandName: "list", abstract: "Show the records, newest first.")

  /// The program's options, such as the workspace's folder.
  @ParentCommand package var stet: StetCommand
  @Option(
    name: [.customShort("n"), .customLong("limit")], help: ArgumentHelp("The most records to show.", valueName: "count")
  )
  var limit = 20
  @Option(help: ArgumentHelp("Only records about this book or topic.", valueName: "id")) var book: String?
  @OptionGroup(title: "Options for agents") var agent: AgentOptions
  /// The options for printing the answer.
  @OptionGroup package var output: OutputOptions

  /// Creates a value whose properties the parser sets.
  package init() {}

  /// Refuses a limit below one.
  package func validate() throws {
    if limit < 1 { throw ValidationError("--limit must be at least 1.") }
  }

  /// Shows the records, and reports lines that are not records on standard error.
  package func perform(_ context: CommandContext) async throws(VerbError) -> CommandStatus {
    let (_, verbs) = try await context.openForReading()
    let report = try await verbs.call(FeedRequest(limit: limit, book: book, caller: agent.caller("feed")))
    context.show(report, text: FeedText.text)
    if !context.printsJSON, let note = FeedText.note(on: report) { context.console.printError(note) }
    return .done
  }
}
