internal import ArgumentParser
internal import WorkspaceAPI

/// `stet list`: lists files and folders.
struct ListCommand: StetSubcommand {
  static let configuration = CommandConfiguration(
    commandName: "list", abstract: "List files and folders.",
    discussion: """
      EXAMPLES
        stet list
        stet list Research -r
        stet list Research/whales.md
      """)

  @ParentCommand var stet: StetCommand
  @Argument(help: "The folder or file; where you are, unless given.", completion: CompletionWords.paths)
  var path: String?
  @Flag(name: [.customShort("r"), .customLong("recursive")], help: "List what is in folders too.") var isRecursive =
    false
  @OptionGroup(title: "Options for agents") var agent: AgentOptions
  @OptionGroup var output: OutputOptions

  /// The number of entries in one request.
  private static let page = 10_000

  /// Lists the recorded files of the folder, recursively if requested.
  func perform(_ context: CommandContext) async throws(VerbError) -> CommandStatus {
    let (folder, verbs) = try await context.openForReading()
    var request = ListRequest(path: try folder.path(path), recursive: isRecursive, caller: agent.caller("list"))
    if isRecursive { request.limit = Self.page }
    var entries = try await verbs.call(request)
    // A list for a person is one document; one for a program is printed in pieces.
    if entries.count < Self.page || context.printsJSON && context.console.indentsJSON {
      while request.limit == entries.count, let last = entries.last {
        request.limit = nil
        request.after = last.path
        entries += try await verbs.call(request)
      }
      context.show(entries, text: ListText.text)
      return .done
    }
    var isFirst = true
    while true {
      let isLast = entries.count < Self.page
      request.after = entries.last?.path
      // The next piece is requested while this one is printed.
      async let next = isLast ? .success([]) : Self.piece(request, of: verbs)
      if context.printsJSON {
        context.console.print(piece: ListEntry.json(entries), isFirst: isFirst, isLast: isLast)
      } else {
        context.console.print(ListText.text(entries, context.console.style))
      }
      if isLast { return .done }
      isFirst = false
      entries = try await next.get()
    }
  }

  private static func piece(
    _ request: ListRequest, of verbs: any WorkspaceVerbs
  ) async -> Result<[ListEntry], VerbError> {
    do throws(VerbError) { return .success(try await verbs.call(request)) } catch { return .failure(error) }
  }
}
