internal import Abilities
internal import ArgumentParser
internal import WorkspaceAPI

/// `stet ability gallery`: lists the templates.
struct AbilityGalleryCommand: StetSubcommand {
  static let configuration = CommandConfiguration(
    commandName: "gallery", abstract: "List the templates for abilities, and which are installed.")

  @ParentCommand var stet: StetCommand
  @OptionGroup(title: "Options for agents") var agent: AgentOptions
  @OptionGroup var output: OutputOptions

  /// Lists the templates.
  func perform(_ context: CommandContext) async throws(VerbError) -> CommandStatus {
    let verbs = try await context.openForReading().verbs
    let request = AbilityGalleryRequest(caller: agent.caller("ability gallery"))
    context.show(try await verbs.call(request), text: AbilityText.gallery)
    return .done
  }
}

/// `stet ability install`: adds an ability from a template.
struct AbilityInstallCommand: StetSubcommand {
  static let configuration = CommandConfiguration(
    commandName: "install", abstract: "Add an ability from a template of the gallery.",
    discussion: """
      It gets an identity of its own; the template of a removed default restores the
      default.
      """)

  @ParentCommand var stet: StetCommand
  @Argument(help: "The template.") var template: String
  @OptionGroup(title: "Options for agents") var agent: AgentOptions
  @OptionGroup var output: OutputOptions

  /// Adds the ability.
  func perform(_ context: CommandContext) async throws(VerbError) -> CommandStatus {
    try await AbilityCommand.perform(.install(template: template), agent, "install", context)
  }
}

/// `stet ability export`: writes an ability to a file for others.
struct AbilityExportCommand: StetSubcommand {
  static let configuration = CommandConfiguration(
    commandName: "export", abstract: "Write an ability to a .lucidability file, to share it.",
    discussion: """
      The file is JSON with nine fields. An existing file is not replaced; without
      a file the JSON is printed. Agents only print it.

      EXAMPLES
        stet ability export standup standup.lucidability
      """)

  @ParentCommand var stet: StetCommand
  @Argument(help: "The ability, by its name or its label.") var name: String
  @Argument(help: "The file to make.", completion: .file()) var file: String?
  @OptionGroup(title: "Options for agents") var agent: AgentOptions
  @OptionGroup var output: OutputOptions

  /// Writes the file.
  func perform(_ context: CommandContext) async throws(VerbError) -> CommandStatus {
    let request = AbilitiesRequest(slug: name, caller: agent.caller("ability export"))
    if let file, request.caller.agent != nil {
      // The file would be written past the policy, and recorded as the person's.
      throw VerbError(
        .refused, "Agents export no ability into a file.", kept: "Nothing was written.",
        next: "Without a file the ability is printed; 'stet write' writes it.", path: file)
    }
    let report = try await AbilityCommand.ability(request, context)
    let bytes = LucidabilityFile.write(report.ability)
    guard let file else {
      context.console.print(bytes)
      return .done
    }
    try PlainFile.create(bytes, at: context.absolute(file))
    context.show(report.ability) { _, _ in "Wrote \(TerminalText.name(file)).\n" }
    return .done
  }
}

/// `stet ability import`: adds an ability from a file.
struct AbilityImportCommand: StetSubcommand {
  static let configuration = CommandConfiguration(
    commandName: "import", abstract: "Add an ability from a .lucidability file.",
    discussion: "It keeps its identity; an ability that has the same one must be removed first.")

  @ParentCommand var stet: StetCommand
  @Argument(help: "The file.", completion: .file()) var file: String
  @OptionGroup(title: "Options for agents") var agent: AgentOptions
  @OptionGroup var output: OutputOptions

  /// Adds the ability.
  func perform(_ context: CommandContext) async throws(VerbError) -> CommandStatus {
    let bytes = try PlainFile.read(context.absolute(file))
    let ability: AbilityRecord
    do throws(VerbError) { ability = try LucidabilityFile.read(bytes) } catch {
      var error = error
      (error.kept, error.path) = ("Nothing was changed.", file)
      throw error
    }
    return try await AbilityCommand.perform(.adopt(ability), agent, "import", context)
  }
}
