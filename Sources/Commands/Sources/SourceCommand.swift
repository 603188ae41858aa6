internal import ArgumentParser
internal import Facts
internal import WorkspaceAPI

/// `stet source`: the commands for the sources of facts.
struct SourceCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "source", abstract: "Show, check or allow the calendars, mailboxes and other sources of abilities.",
    discussion: """
      Sources are set up in ~/.config/stet/sources.toml, outside all workspaces, and
      are never published:

        location = "Berlin"

        [[sources]]
        name = "work"
        kind = "calendar"                  # a file or folder of iCalendar files
        path = "~/Calendars/work"

        [[sources]]
        name = "inbox"
        kind = "mail"                      # a Maildir
        path = "~/Mail/INBOX"
        addresses = ["ada@example.org"]

        [[sources]]
        name = "weather"
        kind = "weather"
        place = "Berlin"
        latitude = 52.52
        longitude = 13.41

        [[sources]]
        name = "habits"
        kind = "habits"                    # a CSV or JSON file
        path = "~/habits.csv"
        goals = { Run = 5 }                # the amount of a done day; else 1
        units = { Run = "km" }

      Further kinds are reminders, health and route. A source is read after
      you allowed it: with 'stet source allow', when an ability first needs it, or by
      access = "allow" in the settings.
      """,
    subcommands: [
      SourceListCommand.self, SourceCheckCommand.self, SourceAllowCommand.self, SourceDenyCommand.self,
    ],
    defaultSubcommand: SourceListCommand.self)
}

/// `stet source list`: lists the sources of the settings.
struct SourceListCommand: StetSubcommand {
  static let configuration = CommandConfiguration(
    commandName: "list", abstract: "Show the sources and their permissions; opens none.")

  @ParentCommand var stet: StetCommand
  @OptionGroup var output: OutputOptions

  /// Shows the sources of the settings.
  func perform(_ context: CommandContext) async throws(VerbError) -> CommandStatus {
    let file = try PersonalSources(environment: context.environment)
    let rows = try await file.permissions().map { permission in
      SourceList.Row(
        name: permission.source.name, kind: permission.source.kind.rawValue, place: permission.source.location,
        access: permission.access.rawValue)
    }
    let problem = try await file.zoneProblem()
    context.show(SourceList(file: file.path, sources: rows, problem: problem), text: SourceListText.list)
    if let problem { context.console.printError("stet: \(TerminalText.name(problem))\n") }
    return .done
  }
}

/// The sources, for `stet source list`.
struct SourceList: Encodable {
  /// A source.
  struct Row: Encodable {
    var name: String
    /// The kind: `calendar`, `mail`, `health`, `habits`, `weather`, `route` or `reminders`.
    var kind: String
    /// The path, or the address of the server.
    var place: String
    /// The permission: `ask`, `allow` or `deny`.
    var access: String
  }

  /// The path of the settings.
  var file: String
  /// The sources, in order.
  var sources: [Row]
  /// The sentence on an unknown time zone; nil without one.
  var problem: String?
}
