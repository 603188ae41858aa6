internal import ArgumentParser
internal import WorkspaceAPI

/// `stet coordinate`: the commands that coordinate programs that work on the same files.
struct CoordinateCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "coordinate", abstract: "Keep scripts, agents and editors out of each other's way.",
    discussion: """
      A claim says that somebody works on a file or folder. Other claims wait for it,
      and so do writes of agents and scripts, for two seconds; then they are refused,
      and the answer names who has it. Stet never delays a save from an editor.
      Every claim ends by itself.
      """,
    subcommands: [
      ListClaimsCommand.self, ClaimCommand.self, RenewClaimCommand.self, ReleaseClaimCommand.self,
      PresentCommand.self,
    ],
    defaultSubcommand: ListClaimsCommand.self)
}

/// `stet coordinate list`: lists claims and open files.
struct ListClaimsCommand: StetSubcommand {
  static let configuration = CommandConfiguration(
    commandName: "list", abstract: "Show who claims what, who waits, and which programs said what they have open.")

  @ParentCommand var stet: StetCommand
  @OptionGroup var output: OutputOptions

  /// Shows the granted claims, the waiting ones, and the programs that have files open.
  func perform(_ context: CommandContext) async throws(VerbError) -> CommandStatus {
    context.show(try await context.openForReading().verbs.call(CoordinationRequest()), text: CoordinationText.text)
    return .done
  }
}

/// `stet coordinate renew`: extends a claim.
struct RenewClaimCommand: StetSubcommand {
  static let configuration = CommandConfiguration(
    commandName: "renew", abstract: "Extend a claim.",
    discussion: "A claim is not extended while another program waits for it.")

  @ParentCommand var stet: StetCommand
  @Argument(help: "The claim's number.") var number: Int64
  @Option(help: ArgumentHelp("When it ends by itself, from now on; at most 1h.", valueName: "time"))
  var expires = TimeSpan(seconds: 60)
  @OptionGroup var agent: AgentOptions
  @OptionGroup var output: OutputOptions

  /// Sets a new end for the claim with this number, counted from now.
  func perform(_ context: CommandContext) async throws(VerbError) -> CommandStatus {
    let claim = try await context.open().verbs.call(
      ClaimChange(number: number, expires: expires.seconds, caller: agent.caller("coordinate renew")))
    context.show(claim) { claim, _ in "Claim \(claim.number) holds until \(claim.until).\n" }
    return .done
  }
}

/// `stet coordinate release`: releases a claim.
struct ReleaseClaimCommand: StetSubcommand {
  static let configuration = CommandConfiguration(
    commandName: "release", abstract: "Release a claim, or end another's that is in your way.",
    discussion: "An agent can end only its own claims: those of its name and session.")

  @ParentCommand var stet: StetCommand
  @Argument(help: "The claim's number.") var number: Int64
  @OptionGroup var agent: AgentOptions
  @OptionGroup var output: OutputOptions

  /// Releases the claim with this number.
  func perform(_ context: CommandContext) async throws(VerbError) -> CommandStatus {
    let claim = try await context.open().verbs.call(
      ClaimChange(number: number, caller: agent.caller("coordinate release")))
    context.show(claim) { claim, _ in "Claim \(claim.number) is released.\n" }
    return .done
  }
}
