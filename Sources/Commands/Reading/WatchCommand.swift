package import ArgumentParser
package import WorkspaceEngine

/// `stet watch`: show what happens in the workspace, as it happens.
package struct WatchCommand: StetSubcommand {
  /// Its name, and what its help says.
  package static let configuration = CommandConfiguration(
    commandName: "watch", abstract: "Show what happens in the workspace, as it happens.",
    discussion: """
      With --json one document a line (JSON Lines), with names and fields that stay.
      Ends with Ctrl-C, or when the daemon stops. Programs in .git/stet/hooks called
      conflict, question and settled are run for such events without a watch.
      """)

  @ParentCommand package var stet: StetCommand
  @OptionGroup package var output: OutputOptions

  /// Makes one whose values the parser fills in.
  package init() {}

  package func perform(_ context: CommandContext) async throws(VerbError) -> CommandStatus {
    for await event in try await context.open().verbs.events() {
      if context.printsJSON {
        context.console.print(json: event, compact: true)
      } else {
        context.console.print(EventText.text(event, context.console.style))
      }
    }
    return .done
  }
}
