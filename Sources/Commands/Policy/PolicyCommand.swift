package import ArgumentParser
package import WorkspaceAPI

/// `stet policy`: the commands for the permissions of agents.
package struct PolicyCommand: AsyncParsableCommand {
  /// The command's name and help.
  package static let configuration = CommandConfiguration(
    commandName: "policy", abstract: "Show what agents may do here, or accept a changed policy.",
    discussion: """
      The policy is .stet/policy.toml. What you save there on this machine is in
      force at once, unless an agent works here. Then, and if it comes from another
      machine, it waits until you accept it; until then the stricter of both holds.
      """,
    subcommands: [
      PolicyShowCommand.self, PolicyCheckCommand.self, PolicyDiffCommand.self, PolicyAcceptCommand.self,
      PolicyAllowSecretCommand.self,
    ],
    defaultSubcommand: PolicyShowCommand.self)

  /// Creates a value whose properties the parser sets.
  package init() {}
}

/// `stet policy show`: shows the policy in effect.
package struct PolicyShowCommand: StetSubcommand {
  /// The command's name and help.
  package static let configuration = CommandConfiguration(
    commandName: "show", abstract: "Show the policy that is in force.",
    discussion: "Exits with 3 where another one waits for you, or where it cannot be read.")

  /// The program's options, such as the workspace's folder.
  @ParentCommand package var stet: StetCommand
  /// The options for printing the answer.
  @OptionGroup package var output: OutputOptions

  /// Creates a value whose properties the parser sets.
  package init() {}

  /// Shows the policy in effect; returns the status of a question while another one waits for acceptance.
  package func perform(_ context: CommandContext) async throws(VerbError) -> CommandStatus {
    let report = try await context.openForReading().verbs.call(PolicyRequest(.show))
    context.show(report, text: PolicyText.text)
    return report.state == "accepted" ? .done : .question
  }
}

/// `stet policy diff`: shows the difference between the accepted policy and the one in the folder.
package struct PolicyDiffCommand: StetSubcommand {
  /// The command's name and help.
  package static let configuration = CommandConfiguration(
    commandName: "diff", abstract: "Show how the policy in the folder differs from the one you accepted.")

  /// The program's options, such as the workspace's folder.
  @ParentCommand package var stet: StetCommand
  /// The options for printing the answer.
  @OptionGroup package var output: OutputOptions

  /// Creates a value whose properties the parser sets.
  package init() {}

  /// Shows the difference between the accepted policy and the one in the folder.
  package func perform(_ context: CommandContext) async throws(VerbError) -> CommandStatus {
    let report = try await context.openForReading().verbs.call(PolicyRequest(.show))
    context.show(report, text: PolicyText.difference)
    return .done
  }
}
