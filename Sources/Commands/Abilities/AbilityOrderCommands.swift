internal import ArgumentParser
internal import WorkspaceAPI

/// `stet ability remove`: removes an ability.
struct AbilityRemoveCommand: StetSubcommand {
  static let configuration = CommandConfiguration(
    commandName: "remove", abstract: "Remove an ability with all files of its folder.",
    discussion: """
      A removed default is listed in Abilities/removed.txt; `stet ability reset`
      restores it.
      """)

  @ParentCommand var stet: StetCommand
  @Argument(help: "The ability, by its name or its label.") var name: String
  @OptionGroup(title: "Options for agents") var agent: AgentOptions
  @OptionGroup var output: OutputOptions

  /// Removes the ability.
  func perform(_ context: CommandContext) async throws(VerbError) -> CommandStatus {
    try await AbilityCommand.perform(.remove(slug: name), agent, "remove", context)
  }
}

/// `stet ability move`: moves an ability in the list.
struct AbilityMoveCommand: StetSubcommand {
  static let configuration = CommandConfiguration(
    commandName: "move", abstract: "Move an ability in the list.",
    discussion: """
      Prints the new order. `stet ability list` shows the abilities of the present
      part of the day first, then the others, both in that order.

      EXAMPLES
        stet ability move week-review --before today
      """)

  @ParentCommand var stet: StetCommand
  @Argument(help: "The ability, by its name or its label.") var name: String
  @Option(help: ArgumentHelp("Directly before this ability.", valueName: "ability")) var before: String?
  @Option(help: ArgumentHelp("Directly after this ability.", valueName: "ability")) var after: String?
  @OptionGroup(title: "Options for agents") var agent: AgentOptions
  @OptionGroup var output: OutputOptions

  /// Refuses a command without a place, or with two.
  func validate() throws {
    if (before == nil) == (after == nil) { throw ValidationError("Name one place: --before or --after an ability.") }
  }

  /// Moves the ability.
  func perform(_ context: CommandContext) async throws(VerbError) -> CommandStatus {
    let change = AbilityOrder.Change.move(slug: name, isBefore: before != nil, other: before ?? after ?? "")
    return try await AbilityCommand.perform(change, agent, "move", context)
  }
}

/// `stet ability reset`: restores the default abilities.
struct AbilityResetCommand: StetSubcommand {
  static let configuration = CommandConfiguration(
    commandName: "reset", abstract: "Restore the default abilities, and leave your own.",
    discussion: """
      Removed defaults return, and changed defaults are as in the program again,
      with their identities. Your own abilities stay. `stet undo` takes it back. The
      name of a removed default comes before the label of another ability.
      """)

  @ParentCommand var stet: StetCommand
  @Argument(help: "The default; all, unless given.") var name: String?
  @OptionGroup(title: "Options for agents") var agent: AgentOptions
  @OptionGroup var output: OutputOptions

  /// Restores the defaults.
  func perform(_ context: CommandContext) async throws(VerbError) -> CommandStatus {
    try await AbilityCommand.perform(.reset(slug: name), agent, "reset", context)
  }
}
