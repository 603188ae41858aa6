package import ArgumentParser
package import WorkspaceAPI

/// `stet search`: finds the lines that contain a text.
package struct SearchCommand: StetSubcommand {
  /// The command's name and help.
  package static let configuration = CommandConfiguration(
    commandName: "search", abstract: "Find the lines that hold a text.",
    discussion: """
      EXAMPLES
        stet search "blue whale"
        stet search whale Research --case
      """)

  /// The program's options, such as the workspace's folder.
  @ParentCommand package var stet: StetCommand
  @Argument(help: "The text.") var text: String
  @Argument(help: "Only below this folder.", completion: .file()) var path: String?
  @Flag(name: .customLong("case"), help: "Take upper and lower case as different.") var isCaseSensitive = false
  @Option(name: .customShort("n"), help: ArgumentHelp("The most lines to show.", valueName: "count")) var limit = 1_000
  @OptionGroup(title: "Options for agents") var agent: AgentOptions
  /// The options for printing the answer.
  @OptionGroup package var output: OutputOptions

  /// Creates a value whose properties the parser sets.
  package init() {}

  /// Refuses an empty text, and a limit below one.
  package func validate() throws {
    if text.isEmpty { throw ValidationError("The text must not be empty.") }
    if limit < 1 { throw ValidationError("-n must be at least 1.") }
  }

  /// Shows the lines that contain the text, with their files and numbers.
  package func perform(_ context: CommandContext) async throws(VerbError) -> CommandStatus {
    let (folder, verbs) = try await context.openForReading()
    var request = SearchRequest(
      text: text, path: try folder.path(path), caseSensitive: isCaseSensitive, limit: limit)
    request.caller = agent.caller("search")
    let hits = try await verbs.call(request)
    context.show(hits) { SearchText.text($0, searched: text, $1) }
    return .done
  }
}
