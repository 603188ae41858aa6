package import ArgumentParser
package import WorkspaceAPI

/// `stet status`: show what is recorded, held back, open and synced.
package struct StatusCommand: StetSubcommand {
  /// Its name, and what its help says.
  package static let configuration = CommandConfiguration(
    commandName: "status", abstract: "Show what is recorded, held back, open and synced.",
    discussion: """
      `pid` in the JSON is the daemon's process id. After `stet stop` it says that
      the daemon is stopped (`"state": "stopped"`) and starts nothing.

      EXAMPLES
        stet status
        stet -C ~/Stet status --json
      """)

  /// The program, whose options say which workspace is meant.
  @ParentCommand package var stet: StetCommand
  /// How the answer is printed.
  @OptionGroup package var output: OutputOptions

  /// Makes one whose values the parser fills in.
  package init() {}

  /// Shows the state of the workspace at this moment; starts no daemon that a person stopped.
  package func perform(_ context: CommandContext) async throws(VerbError) -> CommandStatus {
    let folder = try context.folder()
    if let stopped = context.stopped(folder) {
      context.show(stopped, text: StatusText.stopped)
    } else {
      context.show(try await context.verbs(folder).call(StatusRequest()), text: StatusText.text)
    }
    return .done
  }
}
