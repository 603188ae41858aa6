internal import ArgumentParser
internal import WorkspaceAPI

/// `stet policy allow-secret`: marks an apparent secret as harmless.
struct PolicyAllowSecretCommand: StetSubcommand {
  static let configuration = CommandConfiguration(
    commandName: "allow-secret", abstract: "Publish a file that is held because of what looks like a secret in it.",
    discussion: """
      The secret in the file now is allowed, in every file on this machine; another
      secret holds the file again. Only a person allows it, never an agent.
      """)

  @ParentCommand var stet: StetCommand
  @Argument(help: "The file.", completion: CompletionWords.paths) var path: String
  @OptionGroup(title: "Options for agents") var agent: AgentOptions
  @OptionGroup var output: OutputOptions

  /// Records that the apparent secret in the file is none, so that the file is published.
  func perform(_ context: CommandContext) async throws(VerbError) -> CommandStatus {
    let (folder, verbs) = try await context.open()
    let name = try folder.path(path) as String
    let report = try await verbs.call(
      PolicyRequest(.allowSecret, path: name, caller: agent.caller("policy allow-secret")))
    context.show(report) { _, _ in "\(name) is recorded and published.\n" }
    return .done
  }
}
