internal import ArgumentParser
internal import WorkspaceAPI

/// `stet sync`: exchanges with the remote now.
struct SyncCommand: StetSubcommand {
  static let configuration = CommandConfiguration(
    commandName: "sync", abstract: "Exchange with the remote now.",
    discussion: """
      With --wait it is a barrier: it returns when all that was saved before is
      recorded and published, all that the remote had is merged, and git's branch
      and index are at it. Without a remote, that is the local part. Exit codes: 3
      when a question must be answered first, 4 when the remote cannot be reached;
      what is recorded goes out by itself later.

      EXAMPLES
        stet sync
        stet sync --wait --timeout 30
        stet sync --again --wait
      """)

  @ParentCommand var stet: StetCommand
  @Flag(name: .customLong("wait"), help: "Return when everything is exchanged.") var waits = false
  @Flag(help: "Try again what the remote refused, as it is: its limit was raised, or the secret is allowed.")
  var again = false
  @Option(help: ArgumentHelp("The longest to wait; 60 unless given.", valueName: "seconds")) var timeout: Double?
  @OptionGroup var output: OutputOptions

  /// Refuses a timeout that is not positive.
  func validate() throws {
    if let timeout, !(timeout > 0) { throw ValidationError("--timeout must be more than 0.") }
  }

  /// Exchanges with the remote; with `--wait` until both sides are equal.
  func perform(_ context: CommandContext) async throws(VerbError) -> CommandStatus {
    let report = try await context.open().verbs.call(SyncRequest(wait: waits, timeout: timeout, again: again))
    context.show(report) { report, _ in SyncText.text(report, waited: waits) }
    return .done
  }
}
