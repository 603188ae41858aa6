package import ArgumentParser
package import WorkspaceAPI

/// `stet status`: shows the recorded, held, open and synced files.
package struct StatusCommand: StetSubcommand {
  /// The command's name and help.
  package static let configuration = CommandConfiguration(
    commandName: "status", abstract: "Show what is recorded, held back, open and synced.",
    discussion: """
      `pid` in the JSON is the daemon's process id. After `stet stop` it says that
      the daemon is stopped (`"state": "stopped"`) and starts nothing.

      EXAMPLES
        stet status
        stet -C ~/Stet status --json
      """)

  /// The program's options, such as the workspace's folder.
  @ParentCommand package var stet: StetCommand
  /// The options for printing the answer.
  @OptionGroup package var output: OutputOptions

  /// Creates a value whose properties the parser sets.
  package init() {}

  /// Shows the present state of the workspace; starts no daemon that a person stopped.
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
