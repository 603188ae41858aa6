package import ArgumentParser
package import WorkspaceAPI

/// `stet watch`: shows the events of the workspace as they occur.
package struct WatchCommand: StetSubcommand {
  /// The command's name and help.
  package static let configuration = CommandConfiguration(
    commandName: "watch", abstract: "Show what happens in the workspace, as it happens.",
    discussion: """
      With --json one document a line (JSON Lines), with names and fields that stay.
      Ends with Ctrl-C, or when the daemon stops. With a path, only events that name
      that file, or a file in that folder. Programs in .git/stet/hooks called
      conflict, question, settled and paused are run for such events without a watch.
      """)

  /// The program's options, such as the workspace's folder.
  @ParentCommand package var stet: StetCommand
  @Argument(help: "Only events about this file or folder.", completion: .file()) var path: String?
  /// The options for printing the answer.
  @OptionGroup package var output: OutputOptions

  /// Creates a value whose properties the parser sets.
  package init() {}

  /// Prints each event as it arrives, until the daemon stops or the command is ended.
  package func perform(_ context: CommandContext) async throws(VerbError) -> CommandStatus {
    let (folder, verbs) = try await context.openForReading()
    let wanted = try path.map { (text) throws(VerbError) -> String in try folder.path(text) } ?? ""
    for await event in try await verbs.subscribe(EventsRequest()) where wanted.isEmpty || event.concerns(wanted) {
      if context.printsJSON {
        context.console.print(json: event, compact: true)
      } else {
        context.console.print(EventText.text(event, context.console.style))
      }
    }
    return .done
  }
}

extension WorkspaceEvent {
  /// Returns whether the event concerns a file or folder, or a file in that folder.
  package func concerns(_ path: String) -> Bool {
    paths.contains { $0.utf8.elementsEqual(path.utf8) || $0.utf8.starts(with: (path + "/").utf8) }
  }
}
