internal import ArgumentParser
internal import Facts
internal import WorkspaceAPI

/// `stet source allow`: allows a source to be read.
struct SourceAllowCommand: StetSubcommand {
  static let configuration = CommandConfiguration(
    commandName: "allow", abstract: "Allow Stet and agents with abilities to use a source.",
    discussion: """
      The facts of an ability that uses the source reach the agent or the model that
      answers. A source whose path or address changes later is asked about again. For
      reminders and habits the permission includes new entries, each of which is
      confirmed. Only a person allows a source, never an agent.
      """)

  @ParentCommand var stet: StetCommand
  @Argument(help: "The source.") var name: String
  @OptionGroup var output: OutputOptions

  /// Allows the source.
  func perform(_ context: CommandContext) async throws(VerbError) -> CommandStatus {
    try await SourceDecision.make(name, .allow, context)
  }
}

/// `stet source deny`: forbids a source to be read.
struct SourceDenyCommand: StetSubcommand {
  static let configuration = CommandConfiguration(
    commandName: "deny", abstract: "Forbid to use a source; abilities leave it out without asking.")

  @ParentCommand var stet: StetCommand
  @Argument(help: "The source.") var name: String
  @OptionGroup var output: OutputOptions

  /// Denies the source.
  func perform(_ context: CommandContext) async throws(VerbError) -> CommandStatus {
    try await SourceDecision.make(name, .deny, context)
  }
}

/// A decision about a source.
struct SourceDecision: Encodable {
  /// The source.
  var name: String
  /// The permission: `allow` or `deny`.
  var access: String
  /// The permission that holds: a source that the settings deny stays denied.
  var effective: String

  /// Records a decision and shows it.
  static func make(_ name: String, _ access: SourceAccess, _ context: CommandContext) async throws(VerbError)
    -> CommandStatus
  {
    let file = try PersonalSources(environment: context.environment)
    let source = try await file.decide(name, access, agent: context.callingAgent)
    let effective = source.access == .deny ? SourceAccess.deny : access
    let decision = SourceDecision(name: source.name, access: access.rawValue, effective: effective.rawValue)
    context.show(decision) { decision, _ in
      if decision.access != decision.effective {
        return "The source '\(decision.name)' stays denied: \(file.path) has access = \"deny\" for it.\n"
      }
      return "The source '\(decision.name)' is \(access == .allow ? "allowed" : "denied").\n"
    }
    return effective == access ? .done : .failed
  }
}
