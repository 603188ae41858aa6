internal import ArgumentParser
internal import Facts
internal import Payloads
internal import Values
internal import WorkspaceAPI

/// `stet source check`: checks that the sources can be read.
struct SourceCheckCommand: StetSubcommand {
  static let configuration = CommandConfiguration(
    commandName: "check", abstract: "Read the allowed sources and report what they have.",
    discussion: """
      Counts the events and messages of seven days, open reminders, values and habits
      of today, and asks the servers of the weather and the route. Sources that are
      not allowed are not opened.

      Exits with 1 if a source cannot be read, or none is allowed or set up.
      """)

  @ParentCommand var stet: StetCommand
  @Argument(help: "Only this source.") var name: String?
  @OptionGroup var output: OutputOptions

  /// Checks the sources and shows the results.
  func perform(_ context: CommandContext) async throws(VerbError) -> CommandStatus {
    let file = try PersonalSources(environment: context.environment)
    let all = try await file.permissions()
    let permissions = all.filter { name == nil || $0.source.name == name }
    if let name, permissions.isEmpty { throw file.unknown(name, among: all.map(\.source.name)) }
    var checks: [SourceCheck] = []
    for permission in permissions {
      checks.append(await check(permission, file.facts))
    }
    let problem = try await file.zoneProblem()
    context.show(SourceChecks(file: file.path, sources: checks, problem: problem), text: SourceListText.checks)
    if let problem { context.console.printError("stet: \(TerminalText.name(problem))\n") }
    guard checks.contains(where: { $0.state == "ok" || $0.state == "failed" }) else {
      if !checks.isEmpty { context.console.printError("stet: No source was read: none of them is allowed.\n") }
      return .failed
    }
    return checks.contains { $0.state == "failed" } ? .failed : .done
  }

  private func check(_ permission: FactSources.Permission, _ facts: FactSources) async -> SourceCheck {
    let source = permission.source
    var check = SourceCheck(name: source.name, kind: source.kind.rawValue, state: permission.access.rawValue)
    guard permission.access == .allow, let now = try? await facts.localNow() else {
      check.line = permission.access == .deny ? "denied" : "not allowed yet: 'stet source allow \(source.name)'"
      return check
    }
    let reading = await facts.read(Self.query(source.kind, now), only: source.name)
    check.problems = reading.remarks
    switch reading.outcome {
    case .value(let payload):
      check.state = "ok"
      check.line = Self.summary(payload)
    case .failed(let line), .notSetUp(let line):
      check.state = "failed"
      check.line = line
    }
    return check
  }

  private static func query(_ kind: FactSource, _ now: LocalTime) -> FactQuery {
    switch kind {
    case .calendar: .events(DaySpan(from: now.day, count: 7))
    case .mail: .mail(MailQuery(days: DaySpan(from: now.day.adding(-6), count: 7), limit: 200))
    case .health: .health(now.day)
    case .habits: .habits(DaySpan(from: now.day))
    case .weather: .weather
    case .route: .route
    case .reminders: .reminders
    case .notes: .notes([])
    }
  }

  private static func summary(_ payload: Payload) -> String {
    switch payload {
    case .events(let list): return Counted.text(list.events.count, "event") + " in the next 7 days"
    case .mail(let list): return Counted.text(list.total, "message") + " of the last 7 days, \(list.unread) unread"
    case .health(let grid): return Counted.text(grid.metrics.count, "value") + " of the last 8 days"
    case .habits(let grid): return Counted.text(grid.habits.count, "habit")
    case .reminders(let list): return Counted.text(list.reminders.count, "open reminder")
    case .weather, .route: return payload.lines.first ?? ""
    case .briefing, .freeSlots, .notes: return ""
    }
  }
}

/// The results of `stet source check`.
struct SourceChecks: Encodable {
  /// The path of the settings.
  var file: String
  /// The results, in the order of the settings.
  var sources: [SourceCheck]
  /// The sentence on an unknown time zone; nil without one.
  var problem: String?
}

/// The result of the check of a source.
struct SourceCheck: Encodable {
  /// The source's name.
  var name: String
  var kind: String
  /// `ok`, `failed`, `ask` or `deny`.
  var state: String
  /// The number of facts, or the reason why there are none.
  var line = ""
  /// The parts that could not be read.
  var problems: [String] = []
}
