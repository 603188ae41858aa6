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

  /// The program, whose options say which workspace is meant.
  @ParentCommand package var stet: StetCommand
  /// How the answer is printed.
  @OptionGroup package var output: OutputOptions

  /// Makes one whose values the parser fills in.
  package init() {}

  /// Prints each event as it comes, until the daemon stops or the command is ended.
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
