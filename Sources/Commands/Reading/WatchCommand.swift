package import ArgumentParser
package import WorkspaceAPI

/// `stet watch`: show what happens in the workspace, as it happens.
package struct WatchCommand: StetSubcommand {
  /// Its name, and what its help says.
  package static let configuration = CommandConfiguration(
    commandName: "watch", abstract: "Show what happens in the workspace, as it happens.",
    discussion: """
      With --json one document a line (JSON Lines), with names and fields that stay.
      Ends with Ctrl-C, or when the daemon stops. With a path, only events that name
      that file, or a file in that folder. Programs in .git/stet/hooks called
      conflict, question, settled and paused are run for such events without a watch.
      """)

  /// The program, whose options say which workspace is meant.
  @ParentCommand package var stet: StetCommand
  @Argument(help: "Only events about this file or folder.", completion: .file()) var path: String?
  /// How the answer is printed.
  @OptionGroup package var output: OutputOptions

  /// Makes one whose values the parser fills in.
  package init() {}

  /// Prints each event as it comes, until the daemon stops or the command is ended.
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
  /// Whether it names a file or folder, or something in that folder.
  package func concerns(_ path: String) -> Bool {
    paths.contains { $0.utf8.elementsEqual(path.utf8) || $0.utf8.starts(with: (path + "/").utf8) }
  }
}
