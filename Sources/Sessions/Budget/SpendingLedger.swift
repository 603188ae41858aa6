package import Models

/// The record of the calls of models in a workspace, in sessions and outside. Ledgers of several machines are merged in
/// any order and any number of times, with the same result. Pure.
package struct SpendingLedger: Hashable, Sendable {
  /// A call of a model.
  package struct Entry: Hashable, Sendable {
    /// The session; nil for a call outside sessions.
    package var session: String?
    /// The ability that it was made for; nil for another purpose.
    package var ability: String?
    /// The id of a call outside sessions; nil for a call in a session.
    package var id: String?
    /// The place of its line in the session's log, or among the calls outside sessions of one machine.
    package var line: Int
    /// The agent; nil for a person.
    package var agent: String?
    /// The provider in the settings; nil for the first one.
    package var provider: String?
    /// The time in milliseconds since 1970.
    package var time: Int64
    /// The tokens and the cost.
    package var spending: CallSpending
  }

  private struct Place: Hashable {
    var session: String?
    var id: String?
    var line: Int
    /// The time of the line: after a take-over two machines may each have a line at one place.
    var time: Int64

    init(_ entry: Entry) {
      (session, id) = (entry.session, entry.id)
      (line, time) = entry.id == nil ? (entry.line, entry.time) : (0, 0)
    }
  }

  private var calls: [Place: Entry] = [:]

  /// Creates an empty ledger.
  package init() {}

  /// Takes calls.
  init(_ entries: [Entry]) {
    for entry in entries { calls[Place(entry)] = entry }
  }

  /// Takes the calls in the log of a session.
  package init(_ lines: [SessionLine]) {
    guard case .begun(let plan)? = lines.first?.step else {
      self.init()
      return
    }
    self.init(
      lines.enumerated().compactMap { index, line in
        guard case .spent(let spending) = line.step else { return nil }
        return Entry(
          session: plan.id, ability: plan.ability, line: index, agent: plan.agent, provider: plan.provider,
          time: line.time, spending: spending)
      })
  }

  /// Takes the calls outside sessions.
  init(_ outside: [CallLog.Call]) {
    self.init(
      outside.enumerated().map { index, call in
        Entry(
          ability: call.ability, id: call.id, line: index, agent: call.agent, provider: call.provider, time: call.time,
          spending: call.spending)
      })
  }

  /// The calls, oldest first.
  package var entries: [Entry] {
    calls.values.sorted {
      ($0.time, $0.session ?? "", $0.line, $0.id ?? "") < ($1.time, $1.session ?? "", $1.line, $1.id ?? "")
    }
  }

  /// Adds the calls of another ledger that this one does not have.
  package mutating func merge(_ other: SpendingLedger) { calls.merge(other.calls) { mine, _ in mine } }

  /// Returns the totals of the calls since a time, in milliseconds since 1970.
  package func totals(since: Int64 = .min) -> SessionTotals {
    Self.totals(calls.values.filter { $0.time >= since })
  }

  /// Returns the totals by a key of the calls.
  package func totals(by key: (Entry) -> String) -> [String: SessionTotals] {
    Dictionary(grouping: calls.values, by: key).mapValues(Self.totals)
  }

  private static func totals(_ entries: [Entry]) -> SessionTotals {
    entries.reduce(into: SessionTotals()) { totals, entry in totals.add(entry.spending) }
  }
}

/// The limits of all calls of models in a workspace together. Pure.
package struct SpendingLimits: Hashable, Sendable {
  /// A limit of tokens and of money; nil for none.
  package struct Limit: Hashable, Sendable {
    package var tokens: Int?
    /// The money.
    package var cost: Cost?

    /// Creates a limit.
    package init(tokens: Int? = nil, cost: Cost? = nil) {
      self.tokens = tokens
      self.cost = cost
    }
  }

  /// The milliseconds of a day.
  private static let dayLength: Int64 = 86_400_000

  /// The limit of the last 24 hours.
  package var day: Limit
  /// The limit of the workspace since its first call.
  package var workspace: Limit

  /// Creates limits.
  package init(day: Limit = Limit(), workspace: Limit = Limit()) {
    self.day = day
    self.workspace = workspace
  }

  /// Whether there is no limit.
  package var isEmpty: Bool { self == SpendingLimits() }

  /// Returns what is left; nothing if the calls of this folder cannot be read: a limit that is not checked would be
  /// relied on. Calls that stay at the remote count as little as those that have not arrived.
  ///
  /// - Parameter now: milliseconds since 1970.
  package func allowances(_ reading: SpendingReading, now: Int64) -> [SpendingAllowance] {
    let known = allowances(reading.ledger, now: now)
    guard let problem = reading.unreadText, let name = known.first?.name else { return known }
    return known + [SpendingAllowance(name, problem: problem)]
  }

  /// Returns what is left.
  ///
  /// - Parameter now: milliseconds since 1970.
  package func allowances(_ ledger: SpendingLedger, now: Int64) -> [SpendingAllowance] {
    [
      Self.left("the limit of the last 24 hours", day, ledger.totals(since: now - Self.dayLength)),
      Self.left("the limit of the workspace", workspace, ledger.totals()),
    ].compactMap(\.self)
  }

  private static func left(_ name: String, _ limit: Limit, _ used: SessionTotals) -> SpendingAllowance? {
    guard limit != Limit() else { return nil }
    return SpendingAllowance(
      name, tokens: limit.tokens.map { $0 - used.tokens },
      cost: limit.cost.map { Cost(picodollars: $0.picodollars - used.cost.picodollars) })
  }
}
