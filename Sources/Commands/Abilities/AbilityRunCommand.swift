internal import ArgumentParser
internal import WorkspaceAPI

/// `stet ability run`: prints the prompt of an ability with the values of its variables.
struct AbilityRunCommand: StetSubcommand {
  static let configuration = CommandConfiguration(
    commandName: "run", abstract: "Print an ability's prompt with the values of its variables.",
    discussion: """
      {{today}} and {{name}} always have a value. A value for any other variable is
      given with --set; a variable without a value stays as it is written. No model
      is called: give the prompt to an agent, which finds the abilities as prompts of
      `stet mcp` too.

      EXAMPLES
        stet ability run week-review
        stet ability run compare-sources --set topic=whales | claude -p
      """)

  @ParentCommand var stet: StetCommand
  @Argument(help: "The ability.") var name: String
  @Option(
    name: .customLong("set"), parsing: .singleValue,
    help: ArgumentHelp("The value of a variable; repeatable.", valueName: "name=value"))
  var values: [String] = []
  @OptionGroup(title: "Options for agents") var agent: AgentOptions
  @OptionGroup var output: OutputOptions

  /// Refuses a value without a name.
  func validate() throws {
    for value in values where value.first == "=" || !value.contains("=") {
      throw ValidationError("--set takes name=value, not '\(value)'.")
    }
  }

  /// Prints the prompt, and the missing parts on standard error.
  func perform(_ context: CommandContext) async throws(VerbError) -> CommandStatus {
    var request = AbilitiesRequest(slug: name, resolves: true, caller: agent.caller("ability run"))
    let pairs = values.map { value in
      let parts = value.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
      return (String(parts[0]), String(parts[1]))
    }
    request.values = Dictionary(pairs, uniquingKeysWith: { $1 })
    let report = try await AbilityCommand.ability(request, context)
    guard let resolved = report.resolved else { return .failed }
    let run = AbilityRun(report, resolved)
    context.show(run) { run, _ in run.prompt + "\n" }
    if !context.printsJSON {
      for note in run.missing { context.console.printError("stet: \(note)\n") }
    }
    return .done
  }
}

/// The result of a run: the prompt, and the parts of the run that are missing.
struct AbilityRun: Codable, Sendable {
  /// The ability.
  var slug: String
  /// The prompt with the values of its variables.
  var prompt: String
  /// The missing parts, each with the next step.
  var missing: [String]

  /// Creates the result for a resolved prompt; no model is set up.
  init(_ report: AbilityReport, _ resolved: ResolvedPrompt) {
    slug = report.slug
    prompt = resolved.text
    missing = resolved.missing.map { $0 + " Give one with --set." }
    if let plan = report.ability.planKeyRaw {
      missing.append("No facts were gathered: this version does not carry out plans (\(plan)).")
    }
    missing.append("No model is set up: the prompt is printed and not answered. Give it to an agent.")
  }
}

/// `stet ability lint`: checks abilities by the rules for prompts.
struct AbilityLintCommand: StetSubcommand {
  static let configuration = CommandConfiguration(
    commandName: "lint", abstract: "Check abilities by the five rules for prompts, and their files.",
    discussion: """
      The rules: name the sources; request a judgement, not a retrieval; specify the
      form of the answer; end with an action; no vague quantifiers. A prompt is
      checked by its words, so a finding may be wrong. A file is checked by the rules
      of Agent Skills. Exits with 1 if there are findings.
      """)

  @ParentCommand var stet: StetCommand
  @Argument(help: "The ability; all, unless given.") var name: String?
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
  /// The findings.
  var findings: [AbilityFinding]
}
