internal import Abilities
internal import ArgumentParser
internal import WorkspaceAPI

/// `stet ability add`: adds an ability.
struct AbilityAddCommand: StetSubcommand {
  static let configuration = CommandConfiguration(
    commandName: "add", abstract: "Add an ability.",
    discussion: """
      Without --prompt, or with --prompt -, the prompt is read from standard input.
      Its variables, such as {{today}} or {{topic}}, get their values when it is run.

      EXAMPLES
        stet ability add Standup --slot morning < prompt.txt
      """)

  @ParentCommand var stet: StetCommand
  @Argument(help: "The label, at most 12 characters.") var label: String
  @Option(help: ArgumentHelp("The name of its folder; made of the label, unless given.", valueName: "name"))
  var name: String?
  @OptionGroup(title: "Fields") var fields: AbilityFieldOptions
  @OptionGroup(title: "Options for agents") var agent: AgentOptions
  @OptionGroup var output: OutputOptions

  /// Adds the ability at the end of the list.
  func perform(_ context: CommandContext) async throws(VerbError) -> CommandStatus {
    var draft = fields.draft
    draft.label = label
    if draft.prompt == nil || draft.prompt == "-" { draft.prompt = try AbilityFieldOptions.readPrompt(context) }
    return try await AbilityCommand.perform(.add(draft, slug: name), agent, "add", context)
  }
}

/// `stet ability edit`: changes fields of an ability.
struct AbilityEditCommand: StetSubcommand {
  static let configuration = CommandConfiguration(
    commandName: "edit", abstract: "Change fields of an ability.",
    discussion: """
      Only the named fields change; all else in the file stays byte for byte. An
      empty text removes a field. You can as well edit the file in any editor.

      EXAMPLES
        stet ability edit focus --label "Deep Focus" --slot ""
        stet ability edit focus --prompt - < prompt.txt
      """)

  @ParentCommand var stet: StetCommand
  @Argument(help: "The ability, by its name or its label.") var name: String
  @Option(help: ArgumentHelp("The label, at most 12 characters.", valueName: "text")) var label: String?
  @OptionGroup(title: "Fields") var fields: AbilityFieldOptions
  @OptionGroup(title: "Options for agents") var agent: AgentOptions
  @OptionGroup var output: OutputOptions

  /// Refuses a command without fields.
  func validate() throws {
    if fields.draft.isEmpty, label == nil { throw ValidationError("Name a field to change, such as --label.") }
  }

  /// Changes the fields.
  func perform(_ context: CommandContext) async throws(VerbError) -> CommandStatus {
    var draft = fields.draft
    draft.label = label
    if draft.prompt == "-" { draft.prompt = try AbilityFieldOptions.readPrompt(context) }
    return try await AbilityCommand.perform(.edit(slug: name, draft), agent, "edit", context)
  }
}

/// The fields of an ability on the command line.
struct AbilityFieldOptions: ParsableArguments {
  /// The prompt.
  @Option(parsing: .unconditional, help: ArgumentHelp("The prompt; '-' reads standard input.", valueName: "text"))
  var prompt: String?
  /// The purpose.
  @Option(help: ArgumentHelp("The purpose, by which programs choose it.", valueName: "text"))
  var description: String?
  /// The symbol.
  @Option(help: ArgumentHelp("The name of an SF Symbol, such as sun.max.fill.", valueName: "symbol"))
  var icon: String?
  /// The colour.
  @Option(help: ArgumentHelp("The colour of the icon.", valueName: "#RRGGBB")) var color: String?
  /// The plan.
  @Option(
    help: ArgumentHelp("The plan that gathers facts for it, such as planDay.", valueName: "key"),
    completion: .list(PlanKey.allCases.map(\.rawValue)))
  var plan: String?
  /// The part of the day.
  @Option(help: ArgumentHelp("List it first in the morning, afternoon or evening.", valueName: "part"))
  var slot: String?

  /// Reads a prompt from standard input, and shows a person at a terminal that the command waits.
  ///
  /// - Throws: `VerbError` if standard input cannot be read.
  static func readPrompt(_ context: CommandContext) throws(VerbError) -> String {
    if context.console.asksPerson {
      context.console.printError("Write the prompt; Ctrl-D on an empty line ends it.\n")
    }
    return String(decoding: try StandardInput.readAll(), as: UTF8.self)
  }

  /// The fields that were named, without the label.
  var draft: AbilityDraft {
    var draft = AbilityDraft()
    (draft.prompt, draft.description, draft.icon) = (prompt, description, icon)
    (draft.colorHex, draft.planKey, draft.preferredTimeSlot) = (color, plan, slot)
    return draft
  }
}
