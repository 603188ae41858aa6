internal import ArgumentParser
internal import Models
internal import Sessions
internal import Values
internal import WorkspaceAPI

/// `stet cost`: shows the use of models in the workspace.
struct CostCommand: StetSubcommand {
  /// The subject by which the calls are summed up.
  enum Subject: String, ExpressibleByArgument, CaseIterable, Sendable {
    /// The session or the ability, the agent, the day in UTC.
    case session, agent, day

    /// Returns the name of a call's sum.
    func name(_ entry: SpendingLedger.Entry) -> String {
      switch self {
      case .session: entry.session ?? entry.ability.map { "ability \($0)" } ?? "provider check"
      case .agent: entry.agent ?? "you"
      case .day: String(ISOTime.text(entry.time / 1_000).prefix(10))
      }
    }
  }

  static let configuration = CommandConfiguration(
    commandName: "cost", abstract: "Show the calls of models with their tokens and money.",
    discussion: """
      Counts the turns of 'stet run', the answers of 'stet ability run' and the calls
      of 'stet provider check --call' in this workspace. The figures are those of the
      providers, and an estimate, marked by ~, for an answer that broke off; money is
      known if providers.toml has prices or the provider gives the cost. 'stet
      provider usage' sums up the same calls by ability and model. After 'stet
      session travel on', here and on other machines, both count the calls of all of
      them, each once.

      Limits of each workspace are set in ~/.config/stet/budgets.toml, where day is
      the last 24 hours. They are checked before each turn of a session and before
      the answer of an ability:

        [day]
        tokens = 500000
        dollars = 2.5

        [workspace]
        dollars = 50

      EXAMPLES
        stet cost
        stet cost --by day
      """)

  @ParentCommand var stet: StetCommand
  @Option(help: ArgumentHelp("The sums: by session, agent or day.", valueName: "subject")) var by = Subject.session
  @OptionGroup var output: OutputOptions

  /// Shows the sums, those of the newest calls first.
  func perform(_ context: CommandContext) async throws(VerbError) -> CommandStatus {
    let place = try SessionPlace(context)
    await SessionTravel.refresh(place, context)
    let reading = SpendingBook(place.tree).read()
    let ledger = reading.ledger
    let key = by.name
    let totals = ledger.totals(by: key)
    var known: Set<String> = []
    let names = ledger.entries.reversed().map(key).filter { known.insert($0).inserted }
    let limits = try SpendingFile.limits(environment: context.environment)
    let left = limits.allowances(ledger, now: SessionRun.now).map(CostReport.Left.init)
    let rows = names.compactMap { name in totals[name].map { CostReport.Row(name, $0) } }
    var report = CostReport(rows: rows, total: CostReport.Row("total", ledger.totals()), left: left)
    report.problem = reading.problem
    report.advice = PriceAdvice.missing(
      ledger.entries.filter { $0.spending.cost == nil }.map { ($0.provider ?? "", $0.spending.model) }, context)
    context.show(report, text: CostText.text)
    if let problem = reading.problem {
      context.console.printError("stet: The figures are a lower bound: \(TerminalText.name(problem)).\n")
    }
    return .done
  }
}

/// The use of models, for programs.
struct CostReport: Codable, Sendable {
  /// The sum of calls.
  struct Row: Codable, Sendable {
    /// The session, the ability, the agent or the day.
    var name: String
    /// The model's turns.
    var turns: Int
    /// The input tokens.
    var input: Int
    /// The output tokens.
    var output: Int
    /// The known costs in dollars.
    var dollars: Double
    /// The number of calls whose cost is not known.
    var unpriced: Int
    /// The number of calls whose tokens and cost are estimated, because their answers broke off.
    var estimated: Int

    /// Creates the row of totals.
    init(_ name: String, _ totals: SessionTotals) {
      self.name = name
      turns = totals.turns
      input = totals.usage.allInput
      output = totals.usage.output
      dollars = totals.cost.dollars
      unpriced = totals.unpriced
      estimated = totals.estimated
    }
  }

  /// The rest of a limit.
  struct Left: Codable, Sendable {
    /// The limit.
    var name: String
    /// The tokens; nil for no limit.
    var tokens: Int?
    /// The money in dollars; nil for no limit.
    var dollars: Double?

    /// Takes an allowance.
    init(_ allowance: SpendingAllowance) {
      (name, tokens, dollars) = (allowance.name, allowance.tokens, allowance.cost?.dollars)
    }
  }

  /// The sums.
  var rows: [Row]
  /// The sum of all calls.
  var total: Row
  /// The prices that the settings lack for calls without a known cost.
  var advice: [PriceAdvice] = []
  /// The rests of the limits.
  var left: [Left]
  /// The reason why the figures are a lower bound; nil if they are complete.
  var problem: String?
}
