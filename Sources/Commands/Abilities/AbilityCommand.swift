internal import ArgumentParser
internal import WorkspaceAPI

/// `stet ability`: the commands for stored prompts.
struct AbilityCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "ability", abstract: "List, run and change stored prompts.",
    discussion: """
      An ability is a prompt that you start by one word. Each is a file that any
      agent can read, Abilities/NAME/SKILL.md; the default abilities get one as soon
      as you change them. Every change is one commit, and `stet undo` takes it back.

      EXAMPLES
        stet ability list
        stet ability run week-review
        stet ability add "Standup" --slot morning --prompt "Read my calendar …"
        stet ability edit standup --label "Daily" --color "#34C759"
        stet ability gallery
        stet ability install compare-sources
      """,
    subcommands: [
      AbilityListCommand.self, AbilityShowCommand.self, AbilityRunCommand.self, AbilityAddCommand.self,
      AbilityEditCommand.self, AbilityRemoveCommand.self, AbilityMoveCommand.self, AbilityResetCommand.self,
      AbilityGalleryCommand.self, AbilityInstallCommand.self, AbilityExportCommand.self, AbilityImportCommand.self,
      AbilityLintCommand.self,
    ],
    defaultSubcommand: AbilityListCommand.self)

  /// Carries out a change and shows the changed files.
  static func perform(
    _ change: AbilityOrder.Change, _ agent: AgentOptions, _ name: String, _ context: CommandContext
  ) async throws(VerbError) -> CommandStatus {
    let verbs = try await context.open().verbs
    let receipt = try await verbs.call(AbilityOrder(change, caller: agent.caller("ability \(name)")))
    context.show(receipt, text: AbilityText.receipt)
    return .done
  }

  /// Returns one ability.
  static func ability(
    _ request: AbilitiesRequest, _ context: CommandContext
  ) async throws(VerbError) -> AbilityReport {
    let list = try await context.openForReading().verbs.call(request)
    guard let ability = list.abilities.first else {
      throw VerbError(.notFound, "There is no ability '\(request.slug ?? "")'.")
    }
    return ability
  }
}

/// `stet ability list`: lists the abilities.
struct AbilityListCommand: StetSubcommand {
  static let configuration = CommandConfiguration(
    commandName: "list", abstract: "List the abilities, those of the present part of the day first.",
    discussion: """
      Morning is from 5 to 12 o'clock, afternoon to 17 o'clock, evening the rest.
      """)

  @ParentCommand var stet: StetCommand
  @OptionGroup(title: "Options for agents") var agent: AgentOptions
  @OptionGroup var output: OutputOptions

  /// Lists the abilities.
  func perform(_ context: CommandContext) async throws(VerbError) -> CommandStatus {
    let verbs = try await context.openForReading().verbs
    context.show(try await verbs.call(AbilitiesRequest(caller: agent.caller("ability list"))), text: AbilityText.list)
    return .done
  }
}

/// `stet ability show`: shows an ability with its fields.
struct AbilityShowCommand: StetSubcommand {
  static let configuration = CommandConfiguration(
    commandName: "show", abstract: "Show an ability with all its fields.")

  @ParentCommand var stet: StetCommand
  @Argument(help: "The ability, by its name or its label.") var name: String
  @OptionGroup(title: "Options for agents") var agent: AgentOptions
  @OptionGroup var output: OutputOptions

  /// Shows the ability.
  func perform(_ context: CommandContext) async throws(VerbError) -> CommandStatus {
    let request = AbilitiesRequest(slug: name, caller: agent.caller("ability show"))
    context.show(try await AbilityCommand.ability(request, context), text: AbilityText.fields)
    return .done
  }
}
