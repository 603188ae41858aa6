internal import ArgumentParser
internal import WorkspaceAPI

/// `stet restore`: restores files to an earlier state in a new change.
struct RestoreCommand: StetSubcommand {
  static let configuration = CommandConfiguration(
    commandName: "restore", abstract: "Bring files back to an earlier state, as a new change.",
    discussion: """
      Files whose content would not change are not touched, and the restore can
      itself be undone. `stet restore .` in the workspace's own folder brings back
      all of it.

      EXAMPLES
        stet restore Research/whales.md --at HEAD~3
        stet restore Research/whales.md --at yesterday
        stet restore . --at 1f0c2d7

      EXIT CODE 1: some of the files could not be restored; the answer names them.
      """)

  @ParentCommand var stet: StetCommand
  @Argument(help: "Files or folders.", completion: CompletionWords.paths) var paths: [String]
  @Option(
    help: ArgumentHelp(
      "The state to bring back: a commit, a time ('yesterday'), or what git resolves.", valueName: "revision"))
  var at: String
  @OptionGroup(title: "Options for agents") var agent: AgentOptions
  @OptionGroup var output: OutputOptions

  /// Restores the files to the named state; the root means all of them. Returns the status of a failure if a write was
  /// refused, since a caller may rely on each file.
  func perform(_ context: CommandContext) async throws(VerbError) -> CommandStatus {
    let (folder, verbs) = try await context.open()
    var chosen: [String] = []
    for path in paths { chosen.append(try folder.path(path)) }
    // The root among them means all files.
    let request = RestoreRequest(
      paths: chosen.contains("") ? [] : chosen, revision: at, caller: agent.caller("restore"),
      claim: try context.claim())
    let receipt = try await verbs.call(request)
    context.show(receipt) { RestoreText.text($0, done: "Restored", $1) }
    return receipt.kept.isEmpty ? .done : .failed
  }
}
