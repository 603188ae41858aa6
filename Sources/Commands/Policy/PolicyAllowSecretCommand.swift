package import ArgumentParser
package import WorkspaceAPI

/// `stet policy allow-secret`: say that what looks like a secret is none.
package struct PolicyAllowSecretCommand: StetSubcommand {
  /// Its name, and what its help says.
  package static let configuration = CommandConfiguration(
    commandName: "allow-secret", abstract: "Publish a file that is held because of what looks like a secret in it.",
    discussion: """
      What stands in the file now is allowed, in every file on this machine; another
      secret holds the file again. Only a person allows it, never an agent.
      """)

  /// The program, whose options say which workspace is meant.
  @ParentCommand package var stet: StetCommand
  @Argument(help: "The file.", completion: .file()) var path: String
  @OptionGroup(title: "Options for agents") var agent: AgentOptions
  /// How the answer is printed.
  @OptionGroup package var output: OutputOptions

  /// Makes one whose values the parser fills in.
  package init() {}

  /// Notes that what looks like a secret in the file is none, so that the file goes out.
  package func perform(_ context: CommandContext) async throws(VerbError) -> CommandStatus {
    let (folder, verbs) = try await context.open()
    let name = try folder.path(path) as String
    let report = try await verbs.call(
      PolicyRequest(.allowSecret, path: name, caller: agent.caller("policy allow-secret")))
    context.show(report) { _, _ in "\(name) is recorded and published.\n" }
    return .done
  }
}
