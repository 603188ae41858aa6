package import ArgumentParser
package import WorkspaceAPI

/// `stet coordinate release`: releases a claim.
package struct ReleaseClaimCommand: StetSubcommand {
  /// The command's name and help.
  package static let configuration = CommandConfiguration(
    commandName: "release", abstract: "Give a claim back, or end another's that is in your way.",
    discussion: "An agent ends only its own; its name and session say which those are.")

  /// The program's options, such as the workspace's folder.
  @ParentCommand package var stet: StetCommand
  @Argument(help: "The claim's number.") var number: Int64
  @OptionGroup var agent: AgentOptions
  /// The options for printing the answer.
  @OptionGroup package var output: OutputOptions

  /// Creates a value whose properties the parser sets.
  package init() {}

  /// Releases the claim with this number.
  package func perform(_ context: CommandContext) async throws(VerbError) -> CommandStatus {
    let claim = try await context.open().verbs.call(
      ClaimChange(number: number, caller: agent.caller("coordinate release")))
    context.show(claim) { claim, _ in "Claim \(claim.number) is given back.\n" }
    return .done
  }
}
