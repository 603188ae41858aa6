internal import ArgumentParser
internal import WorkspaceAPI

/// `stet status`: shows the recorded, held, open and synced files.
struct StatusCommand: StetSubcommand {
  static let configuration = CommandConfiguration(
    commandName: "status", abstract: "Show what is recorded, held back, open and synced.",
    discussion: """
      `pid` in the JSON is the daemon's process id. A daemon that was just started
      compares the files with the last recorded state; until the end of that, `state`
      is "checking" and `checking` has the number of files. After `stet stop` it says
      that the daemon is stopped (`"state": "stopped"`) and starts nothing.

      EXAMPLES
        stet status
        stet -C ~/Stet status --json
      """)

  @ParentCommand var stet: StetCommand
  @OptionGroup var output: OutputOptions

  /// Shows the present state of the workspace; starts no daemon that a person stopped.
  func perform(_ context: CommandContext) async throws(VerbError) -> CommandStatus {
    let folder = try context.folder()
    if let stopped = context.stopped(folder) {
      context.show(stopped, text: StatusText.stopped)
    } else {
      context.show(try await context.verbs(folder).call(StatusRequest()), text: StatusText.text)
    }
    return .done
  }
}
