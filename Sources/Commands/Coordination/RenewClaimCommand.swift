package import ArgumentParser
package import WorkspaceAPI

/// `stet coordinate renew`: have a claim hold longer.
package struct RenewClaimCommand: StetSubcommand {
  /// Its name, and what its help says.
  package static let configuration = CommandConfiguration(
    commandName: "renew", abstract: "Have a claim hold longer, from now on.",
    discussion: "Not while somebody waits for it: then it ends when it was to.")

  /// The program, whose options say which workspace is meant.
  @ParentCommand package var stet: StetCommand
  @Argument(help: "The claim's number.") var number: Int64
  @Option(help: ArgumentHelp("When it ends by itself, at most 1h.", valueName: "time"))
  var expires = TimeSpan(seconds: 60)
  @OptionGroup var agent: AgentOptions
  /// How the answer is printed.
  @OptionGroup package var output: OutputOptions

  /// Makes one whose values the parser fills in.
  package init() {}

  /// Has the claim of this number hold from now on for as long as was said.
  package func perform(_ context: CommandContext) async throws(VerbError) -> CommandStatus {
    let claim = try await context.open().verbs.call(
      ClaimChange(number: number, expires: expires.seconds, caller: agent.caller("coordinate renew")))
    context.show(claim) { claim, _ in "Claim \(claim.number) holds until \(claim.until).\n" }
    return .done
  }
}
