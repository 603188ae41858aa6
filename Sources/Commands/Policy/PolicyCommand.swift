package import ArgumentParser

/// `stet policy`: the commands about what agents may do.
package struct PolicyCommand: AsyncParsableCommand {
  /// Its name, and what its help says.
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

  /// Makes one whose values the parser fills in.
  package init() {}
}
