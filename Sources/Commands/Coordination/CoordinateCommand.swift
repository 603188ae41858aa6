package import ArgumentParser
package import WorkspaceAPI

/// `stet coordinate`: the commands that coordinate programs that work on the same files.
package struct CoordinateCommand: AsyncParsableCommand {
  /// The command's name and help.
  package static let configuration = CommandConfiguration(
    commandName: "coordinate", abstract: "Keep scripts, agents and editors out of each other's way.",
    discussion: """
      A claim says that somebody works on a file or folder. Other claims wait for it,
      and so do writes of agents and scripts, for two seconds; then they are refused,
      and the answer names who has it. What you save in an editor is never held up.
      Every claim ends by itself.
      """,
    subcommands: [
      ListClaimsCommand.self, ClaimCommand.self, RenewClaimCommand.self, ReleaseClaimCommand.self,
      PresentCommand.self,
    ],
    defaultSubcommand: ListClaimsCommand.self)

  /// Creates a value whose properties the parser sets.
  package init() {}
}

/// `stet coordinate list`: lists claims and open files.
package struct ListClaimsCommand: StetSubcommand {
  /// The command's name and help.
  package static let configuration = CommandConfiguration(
    commandName: "list", abstract: "Show who claims what, who waits, and which programs said what they have open.")

  /// The program's options, such as the workspace's folder.
  @ParentCommand package var stet: StetCommand
  /// The options for printing the answer.
  @OptionGroup package var output: OutputOptions

  /// Creates a value whose properties the parser sets.
  package init() {}

  /// Shows the granted claims, the waiting ones, and the programs that have files open.
  package func perform(_ context: CommandContext) async throws(VerbError) -> CommandStatus {
    context.show(try await context.openForReading().verbs.call(CoordinationRequest()), text: CoordinationText.text)
    return .done
  }
}

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
