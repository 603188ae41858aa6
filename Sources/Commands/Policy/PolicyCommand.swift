internal import ArgumentParser
internal import WorkspaceAPI

/// `stet policy`: the commands for the permissions of agents.
struct PolicyCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "policy", abstract: "Show what agents may do here, or accept a changed policy.",
    discussion: """
      The policy is .stet/policy.toml. Changes that you save there on this machine
      take effect at once, unless an agent works here. Then, and if they come from
      another machine, they wait until you accept them; meanwhile the stricter of
      both policies applies.
      """,
    subcommands: [
      PolicyShowCommand.self, PolicyCheckCommand.self, PolicyDiffCommand.self, PolicyAcceptCommand.self,
      PolicyAllowSecretCommand.self,
    ],
    defaultSubcommand: PolicyShowCommand.self)
}

/// `stet policy show`: shows the policy in effect.
struct PolicyShowCommand: StetSubcommand {
  static let configuration = CommandConfiguration(
    commandName: "show", abstract: "Show the policy that is in force.",
    discussion: "Exits with 3 if another one waits for you, or if it cannot be read.")

  @ParentCommand var stet: StetCommand
  @OptionGroup var output: OutputOptions

  /// Shows the policy in effect; returns the status of a question while another one waits for acceptance.
  func perform(_ context: CommandContext) async throws(VerbError) -> CommandStatus {
    let report = try await context.openForReading().verbs.call(PolicyRequest(.show))
    context.show(report, text: PolicyText.text)
    return report.state == "accepted" ? .done : .question
  }
}

/// `stet policy diff`: shows the difference between the accepted policy and the one in the folder.
struct PolicyDiffCommand: StetSubcommand {
  static let configuration = CommandConfiguration(
    commandName: "diff", abstract: "Show how the policy in the folder differs from the one you accepted.")

  @ParentCommand var stet: StetCommand
  @OptionGroup var output: OutputOptions

  /// Shows the difference between the accepted policy and the one in the folder.
  func perform(_ context: CommandContext) async throws(VerbError) -> CommandStatus {
    let report = try await context.openForReading().verbs.call(PolicyRequest(.show))
    context.show(report, text: PolicyText.difference)
    return .done
  }
}
