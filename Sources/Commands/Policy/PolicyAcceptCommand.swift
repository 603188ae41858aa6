internal import ArgumentParser
internal import WorkspaceAPI

/// `stet policy accept`: puts a waiting policy into effect.
struct PolicyAcceptCommand: StetSubcommand {
  static let configuration = CommandConfiguration(
    commandName: "accept", abstract: "Put the policy that waits in force on this machine.",
    discussion: """
      'stet policy diff' shows the difference and names its version. Without a
      version the command shows the difference and asks. A policy that changed
      since then is not accepted. Only a person accepts a policy, never an agent.
      """)

  @ParentCommand var stet: StetCommand
  @Argument(help: "The version that you accept, as 'stet policy diff' names it.") var version: String?
  @OptionGroup(title: "Options for agents") var agent: AgentOptions
  @OptionGroup var output: OutputOptions

  /// Puts the version that the person was shown into effect, if the caller is the person.
  func perform(_ context: CommandContext) async throws(VerbError) -> CommandStatus {
    let verbs = try await context.open().verbs
    let caller = agent.caller("policy accept")
    var version = self.version
    if version == nil {
      let shown = try await verbs.call(PolicyRequest(.show))
      if shown.state == "waiting", caller.agent == nil, try !isConfirmed(shown, context) {
        context.console.printError("stet: nothing was accepted.\n")
        return .failed
      }
      version = shown.version
    }
    let report = try await verbs.call(PolicyRequest(.accept, version: version, caller: caller))
    context.show(report, text: PolicyText.accepted)
    return .done
  }

  /// Shows the difference and asks on the terminal.
  private func isConfirmed(_ shown: PolicyReport, _ context: CommandContext) throws(VerbError) -> Bool {
    if !context.printsJSON { context.console.print(PolicyText.difference(shown, context.console.style)) }
    return try context.isConfirmed(
      "Put this in force?",
      without: "Look at 'stet policy diff', then run 'stet policy accept \(shown.version)'.")
  }
}
