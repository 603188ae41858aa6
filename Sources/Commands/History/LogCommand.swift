package import ArgumentParser
package import WorkspaceAPI

/// `stet log`: shows recorded changes and their authors, newest first.
package struct LogCommand: StetSubcommand {
  /// The command's name and help.
  package static let configuration = CommandConfiguration(
    commandName: "log", abstract: "Show who changed what, newest first.",
    discussion: """
      Of a file or folder, with the versions that are held ('Hold …: why'): they are
      in no other machine's history. `stet read FILE --at COMMIT` shows one.

      With --operations: what was done as one and can be taken back as one with
      `stet undo ID`: all that an agent did in one go, a restore, an undo, a conflict
      that was settled, what came from another machine. The newest 50, unless -n says
      otherwise.

      EXAMPLES
        stet log
        stet log Research -n 20
        stet log --by agent --session 42 --json
        stet log --author "Claude Code" --since yesterday
        stet log --operations -n 10
      """)

  /// The program's options, such as the workspace's folder.
  @ParentCommand package var stet: StetCommand
  @Argument(help: "Only changes of this file or folder.", completion: .file()) var path: String?
  @Option(name: .customShort("n"), help: ArgumentHelp("The most changes to show.", valueName: "count")) var limit: Int?
  @Option(help: ArgumentHelp("Only changes of this agent session.", valueName: "id")) var session: String?
  @Option(name: .customLong("by"), help: ArgumentHelp("Only changes by: user, agent, unsure, sync.", valueName: "kind"))
  var kind: AuthorKind?
  @Option(help: ArgumentHelp("Only changes by an author of this name.", valueName: "name")) var author: String?
  @Option(help: ArgumentHelp("Only changes since then: 'yesterday', '2 hours ago', a date.", valueName: "time"))
  var since: String?
  @Flag(help: "Show operations, with the ids that `stet undo` takes.") var operations = false
  /// The options for printing the answer.
  @OptionGroup package var output: OutputOptions

  /// Creates a value whose properties the parser sets.
  package init() {}

  /// Refuses a limit below one, and filters that do not apply to operations.
  package func validate() throws {
    if let limit, limit < 1 { throw ValidationError("-n must be at least 1.") }
    if operations, path != nil || isFiltered {
      throw ValidationError("--operations shows those of the whole workspace: leave the path and filters out.")
    }
  }

  private var isFiltered: Bool { session != nil || kind != nil || author != nil || since != nil }

  /// Shows changes, or with `--operations` the operations that can be undone.
  package func perform(_ context: CommandContext) async throws(VerbError) -> CommandStatus {
    let (folder, verbs) = try await context.openForReading()
    if operations {
      context.show(try await verbs.call(OperationsRequest(limit: limit ?? 50)), text: OperationsText.text)
      return .done
    }
    let entries = try await verbs.call(
      LogRequest(
        path: try folder.path(path), limit: limit, session: session, kind: kind?.rawValue, author: author, since: since)
    )
    if entries.isEmpty, let path = try folder.path(path), !isFiltered {
      throw VerbError(
        .notFound, "\(path) was never recorded.", next: "'stet list' shows what is recorded.", path: path)
    }
    context.show(entries, text: LogText.text)
    return .done
  }
}
