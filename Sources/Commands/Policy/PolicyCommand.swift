package import ArgumentParser

/// `stet policy`: the commands for the permissions of agents.
package struct PolicyCommand: AsyncParsableCommand {
  /// The command's name and help.
  package static let configuration = CommandConfiguration(
    commandName: "policy", abstract: "Show what agents may do here, or accept a changed policy.",
    discussion: """
      The policy is .stet/policy.toml. What you save there on this machine is in
      force at once. One that comes from another machine waits until you accept it;
      until then the stricter of both holds.
      """,
    subcommands: [
      PolicyShowCommand.self, PolicyCheckCommand.self, PolicyDiffCommand.self, PolicyAcceptCommand.self,
      PolicyAllowSecretCommand.self,
    ],
    defaultSubcommand: PolicyShowCommand.self)

  /// Creates a value whose properties the parser sets.
  package init() {}
}
