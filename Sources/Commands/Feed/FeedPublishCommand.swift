internal import ArgumentParser
internal import WorkspaceAPI

/// `stet feed publish`: adds standard input to the feed.
struct FeedPublishCommand: StetSubcommand {
  static let configuration = CommandConfiguration(
    commandName: "publish", abstract: "Add a record with standard input as its text.",
    discussion: """
      The text is Markdown; links such as [introduction](Research/whales/notes.md)
      become links of the record. With --call the record is added once, however often
      the command is repeated in the same session.
      """)

  @ParentCommand var stet: StetCommand
  @Option(help: ArgumentHelp("The headline, on one line of at most 200 characters.", valueName: "text"))
  var headline: String
  @Option(help: ArgumentHelp("The book or topic that it is about.", valueName: "id")) var book: String?
  @Option(
    name: .customLong("link"), parsing: .singleValue,
    help: ArgumentHelp("A file that it is about; repeatable.", valueName: "file"), completion: CompletionWords.paths)
  var links: [String] = []
  @Option(help: ArgumentHelp("A name of this publication: with the same one it is done once.", valueName: "id"))
  var call: String?
  @OptionGroup(title: "Options for agents") var agent: AgentOptions
  @OptionGroup var output: OutputOptions

  /// Reads standard input to its end and publishes it.
  func perform(_ context: CommandContext) async throws(VerbError) -> CommandStatus {
    let (folder, verbs) = try await context.open()
    guard let content = String(validating: try StandardInput.readAll(), as: UTF8.self) else {
      throw VerbError(
        .usage, "The content is not UTF-8 text.", kept: "Nothing was published.",
        next: "Convert it, or save it as a file and publish a text with a link to it.")
    }
    var paths: [String] = []
    for link in links { paths.append(try folder.path(link)) }
    let receipt = try await verbs.call(
      PublishRequest(
        headline: headline, content: content, bookId: book, links: paths, call: call,
        caller: agent.caller("feed publish")))
    context.show(receipt, text: FeedText.text)
    for link in receipt.record.links { context.remark(onMissing: link, in: folder) }
    return .done
  }
}
