package import ArgumentParser
package import WorkspaceAPI

/// `stet coordinate release`: give a claim back.
package struct ReleaseClaimCommand: StetSubcommand {
  /// Its name, and what its help says.
  package static let configuration = CommandConfiguration(
    commandName: "release", abstract: "Give a claim back, or end another's that is in your way.",
    discussion: "An agent ends only its own; its name and session say which those are.")

  /// The program, whose options say which workspace is meant.
  @ParentCommand package var stet: StetCommand
  @Argument(help: "The claim's number.") var number: Int64
  @OptionGroup var agent: AgentOptions
  /// How the answer is printed.
  @OptionGroup package var output: OutputOptions

  /// Makes one whose values the parser fills in.
  package init() {}

  /// Gives the claim of this number back.
  package func perform(_ context: CommandContext) async throws(VerbError) -> CommandStatus {
    let claim = try await context.open().verbs.call(
      ClaimChange(number: number, caller: agent.caller("coordinate release")))
    context.show(claim) { claim, _ in "Claim \(claim.number) is given back.\n" }
    return .done
  }
}
