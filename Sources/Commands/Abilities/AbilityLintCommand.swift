internal import ArgumentParser
internal import WorkspaceAPI

/// `stet ability lint`: checks abilities by the rules for prompts.
struct AbilityLintCommand: StetSubcommand {
  static let configuration = CommandConfiguration(
    commandName: "lint", abstract: "Check abilities by the five rules for prompts, and their files.",
    discussion: """
      The rules: name the sources; request a judgement, not a retrieval; specify the
      form of the answer; end with an action; no vague quantifiers. A prompt is
      checked by its words, so a finding may be wrong. A file is checked by the rules
      of Agent Skills, and its plan must be one that this version has. Exits with 1
      if there are findings.
      """)

  @ParentCommand var stet: StetCommand
  @Argument(help: "The ability, by its name or its label; all, unless given.") var name: String?
  @OptionGroup(title: "Options for agents") var agent: AgentOptions
  @OptionGroup var output: OutputOptions

  /// Shows the findings; returns the status of a failure if there are any.
  func perform(_ context: CommandContext) async throws(VerbError) -> CommandStatus {
    let request = AbilitiesRequest(slug: name, caller: agent.caller("ability lint"))
    let list = try await context.openForReading().verbs.call(request)
    let found = list.abilities.filter { !$0.findings.isEmpty }.map {
      AbilityFindings(slug: $0.slug, path: $0.path, findings: $0.findings)
    }
    context.show(found) { AbilityText.findings($0, of: list.abilities.count, $1) }
    return found.isEmpty ? .done : .failed
  }
}

/// The findings about one ability.
struct AbilityFindings: Codable, Sendable {
  /// The ability.
  var slug: String
  /// Its file; nil for an unchanged default.
  var path: String?
  var findings: [AbilityFinding]
}
