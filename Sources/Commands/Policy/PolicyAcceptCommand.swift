package import ArgumentParser
package import WorkspaceEngine

/// `stet policy accept`: put the policy that stands there in force.
package struct PolicyAcceptCommand: StetSubcommand {
  /// Its name, and what its help says.
  package static let configuration = CommandConfiguration(
    commandName: "accept", abstract: "Put the policy that stands there in force on this machine.",
    discussion: """
      'stet policy diff' shows what you accept. Only a person accepts a policy, never
      an agent.
      """)

  /// The program, whose options say which workspace is meant.
  @ParentCommand package var stet: StetCommand
  @OptionGroup(title: "Options for agents") var agent: AgentOptions
  /// How the answer is printed.
  @OptionGroup package var output: OutputOptions

  /// Makes one whose values the parser fills in.
  package init() {}

  /// Puts the policy in the folder in force, if it is the person who asks.
  package func perform(_ context: CommandContext) async throws(VerbError) -> CommandStatus {
    let report = try await context.open().verbs.policy(
      PolicyRequest(.accept, caller: agent.caller("policy accept")))
    context.show(report, text: PolicyText.accepted)
    return .done
  }
}
