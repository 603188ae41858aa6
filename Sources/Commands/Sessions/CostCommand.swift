internal import ArgumentParser
internal import Models
internal import Sessions
internal import Values
internal import WorkspaceAPI

/// `stet cost`: shows what the sessions used.
struct CostCommand: StetSubcommand {
  /// The subject by which the calls are summed up.
  enum Subject: String, ExpressibleByArgument, CaseIterable, Sendable {
    /// The session, the agent, the day in UTC.
    case session, agent, day
  }

  static let configuration = CommandConfiguration(
    commandName: "cost", abstract: "Show the turns, tokens and money of sessions.",
    discussion: """
      The figures are those of the providers, from the logs of 'stet run'; money is
      known where providers.toml has prices or the provider gives the cost.

      Limits of all sessions together are set in ~/.config/stet/budgets.toml, where
      day is the last 24 hours. They are checked before each turn:

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
    let ledger = SpendingBook(place.tree).ledger()
    let subject = by
    func key(_ entry: SpendingLedger.Entry) -> String {
      switch subject {
      case .session: entry.session
      case .agent: entry.agent
      case .day: String(ISOTime.text(entry.time / 1_000).prefix(10))
      }
    }
    let totals = ledger.totals(by: key)
    var known: Set<String> = []
    let names = ledger.entries.reversed().map(key).filter { known.insert($0).inserted }
    let limits = try SpendingFile.limits(environment: context.environment)
    let left = limits.allowances(ledger, now: SessionRun.now).map(CostReport.Left.init)
    let rows = names.compactMap { name in totals[name].map { CostReport.Row(name, $0) } }
    context.show(
      CostReport(rows: rows, total: CostReport.Row("total", ledger.totals()), left: left), text: CostText.text)
    return .done
  }
}

/// The use of models by sessions, for programs.
struct CostReport: Codable, Sendable {
  /// The sum of calls.
  struct Row: Codable, Sendable {
    /// The session, agent or day.
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

    /// Creates the row of totals.
    init(_ name: String, _ totals: SessionTotals) {
      self.name = name
      turns = totals.turns
      input = totals.tokens - totals.usage.output
      output = totals.usage.output
      dollars = totals.cost.dollars
      unpriced = totals.unpriced
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
  /// The rests of the limits.
  var left: [Left]
}
