internal import ArgumentParser
internal import WorkspaceAPI

/// `stet watch`: shows the events of the workspace as they occur.
struct WatchCommand: StetSubcommand {
  static let configuration = CommandConfiguration(
    commandName: "watch", abstract: "Show what happens in the workspace, as it happens.",
    discussion: """
      With --json one document a line (JSON Lines), with names and fields that stay.
      Ends with Ctrl-C, or when the daemon stops. With a path, only events that name
      that file, or a file in that folder. Programs in .git/stet/hooks called
      conflict, question, settled and paused are run for such events without a watch.

      Each event has a cursor: --since CURSOR begins with what was recorded and
      published in the feed after that event, however long ago, and continues with
      new events. `--since start` begins with the first commit. Only those two kinds
      are repeated: after an absence, a program also calls `stet questions`, which
      lists what became a question meanwhile.

      EXAMPLES
        stet watch Feed
        stet watch Research --kind recorded --json
        stet watch --since 3f2a9c1b04de --json
      """)

  @ParentCommand var stet: StetCommand
  @Argument(help: "Only events about this file or folder.", completion: CompletionWords.paths) var path: String?
  @Option(
    name: .customLong("kind"), parsing: .singleValue,
    help: ArgumentHelp("Only events of this kind, such as recorded, feed or question; repeatable.", valueName: "event"))
  var kinds: [EventKind] = []
  @Option(help: ArgumentHelp("Begin after this event, by its cursor.", valueName: "cursor")) var since: String?
  @OptionGroup var output: OutputOptions

  /// Prints each event as it arrives, until the daemon stops or the command is ended.
  func perform(_ context: CommandContext) async throws(VerbError) -> CommandStatus {
    let (folder, verbs) = try await context.openForReading()
    let wanted = try path.map { (text) throws(VerbError) -> String in try folder.path(text) } ?? ""
    let request = EventsRequest(
      since: since, path: wanted.isEmpty ? nil : wanted, kinds: kinds.isEmpty ? nil : kinds)
    // The place may be made later, so that the watch goes on.
    context.remark(onMissing: request.path, in: folder)
    // A call, and no subscription: a cursor that is refused is an error.
    let (console, printsJSON) = (context.console, context.printsJSON)
    do throws(VerbError) {
      _ = try await verbs.call(request) { event in
        if printsJSON {
          console.print(json: event, compact: true)
        } else {
          console.print(EventText.text(event, console.style))
        }
      }
    } catch {
      if error.reason != VerbError.daemonEnded { throw error }
    }
    return .done
  }
}

extension EventKind: ExpressibleByArgument {}
