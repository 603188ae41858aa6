package import ArgumentParser
package import WorkspaceAPI

/// `stet coordinate renew`: extends a claim.
package struct RenewClaimCommand: StetSubcommand {
  /// The command's name and help.
  package static let configuration = CommandConfiguration(
    commandName: "renew", abstract: "Have a claim hold longer, from now on.",
    discussion: "Not while somebody waits for it: then it ends when it was to.")

  /// The program's options, such as the workspace's folder.
  @ParentCommand package var stet: StetCommand
  @Argument(help: "The claim's number.") var number: Int64
  @Option(help: ArgumentHelp("When it ends by itself, at most 1h.", valueName: "time"))
  var expires = TimeSpan(seconds: 60)
  @OptionGroup var agent: AgentOptions
  /// The options for printing the answer.
  @OptionGroup package var output: OutputOptions

  /// Creates a value whose properties the parser sets.
  package init() {}

  /// Sets a new end for the claim with this number, counted from now.
  package func perform(_ context: CommandContext) async throws(VerbError) -> CommandStatus {
    let claim = try await context.open().verbs.call(
      ClaimChange(number: number, expires: expires.seconds, caller: agent.caller("coordinate renew")))
    context.show(claim) { claim, _ in "Claim \(claim.number) holds until \(claim.until).\n" }
    return .done
  }
}
