package import Models
internal import Values

/// A limit of a day or a workspace with what is left of it.
package struct SpendingAllowance: Hashable, Sendable {
  /// The limit in words, such as `the limit of the day`.
  package var name: String
  /// The tokens that are left; nil for any number.
  package var tokens: Int?
  /// The money that is left; nil for any amount.
  package var cost: Cost?
  /// The reason why the limit cannot be checked, so that nothing is allowed; nil if it can.
  package var problem: String?

  /// Creates an allowance.
  package init(_ name: String, tokens: Int? = nil, cost: Cost? = nil, problem: String? = nil) {
    self.name = name
    self.tokens = tokens
    self.cost = cost
    self.problem = problem
  }

  /// Returns the reason why a call is beyond the limit, in words; nil if it is within.
  func excess(_ call: CallBound) -> String? {
    if let problem { return "\(name) cannot be checked: \(problem)" }
    if let tokens, call.tokens > tokens { return "\(name) has \(max(0, tokens)) tokens left" }
    if let cost, call.cost > cost || cost.picodollars <= 0 {
      return "\(name) has \(max(cost, Cost(picodollars: 0))) left"
    }
    return nil
  }
}

/// The most that a call of a model may use, before it is made. Pure.
package struct CallBound: Hashable, Sendable {
  /// The estimated tokens of the request.
  var tokens: Int
  /// The largest cost; nothing if the price is not known.
  var cost: Cost

  /// Takes the estimate of a call.
  ///
  /// - Parameters:
  ///   - tokens: the estimated tokens of the request.
  ///   - answer: the most tokens of the answer.
  package init(tokens: Int, answer: Int, price: TokenPrice?) {
    self.tokens = tokens
    cost = price?.cost(of: TokenUsage(input: tokens, output: answer)) ?? Cost(picodollars: 0)
  }

  /// Returns the first limit that the call would exceed, in words; nil if it is within all.
  package func excess(_ allowances: [SpendingAllowance]) -> String? {
    allowances.lazy.compactMap { $0.excess(self) }.first
  }
}

/// The check of a session's limits before a call of the model. Pure.
package struct BudgetCheck: Hashable, Sendable {
  /// A limit that a call exceeds.
  package enum Excess: Hashable, Sendable {
    /// A limit of the session is used up: how far.
    case used(String)
    /// A limit of the session, of which nothing is used, is too small for a turn.
    case tooSmall(String)
    /// A limit of a day or of the workspace, which no answer to a session raises.
    case shared(String)

    /// The sentence, without a full stop.
    package var text: String {
      switch self {
      case .used(let how): "the budget is used up: \(how)"
      case .tooSmall(let how), .shared(let how): how
      }
    }
  }

  /// The id of the question about a limit.
  static let question = "budget"

  var record: SessionRecord
  /// The estimated tokens of the next request.
  var next: Int
  /// The price of the model; nil if it is not known.
  var price: TokenPrice?

  /// Creates the check of the next call.
  package init(record: SessionRecord, next: Int, price: TokenPrice?) {
    self.record = record
    self.next = next
    self.price = price
  }

  /// Returns the limit that the next call would exceed; nil if it is within all limits.
  package func excess(_ allowances: [SpendingAllowance]) -> Excess? {
    let (budget, totals) = (record.plan.budget, record.totals)
    let call = CallBound(tokens: next, answer: budget.answerTokens, price: price)
    if totals.turns >= budget.turns { return .used("\(totals.turns) of \(budget.turns) turns") }
    if totals.tokens.saturatingAdd(next) > budget.tokens {
      return totals.tokens == 0
        ? .tooSmall("the limit of \(budget.tokens) tokens is too small for one turn, which needs about \(next)")
        : .used("\(totals.tokens) of \(budget.tokens) tokens, and the next turn needs about \(next)")
    }
    if let limit = budget.cost, totals.cost + call.cost > limit {
      return totals.cost.picodollars == 0
        ? .tooSmall("the limit of \(limit) is too small for one turn, which may cost \(call.cost)")
        : .used("\(totals.cost) of \(limit), and the next turn may cost \(call.cost)")
    }
    return call.excess(allowances).map { .shared($0) }
  }

  /// Returns the limit that a call in progress exceeds; nil if it is within all limits.
  func excess(during progress: AgentProgress, _ allowances: [SpendingAllowance]) -> Excess? {
    let (budget, totals) = (record.plan.budget, record.totals)
    let turns = totals.turns.saturatingAdd(max(1, progress.turns))
    if turns > budget.turns { return .used("\(budget.turns) turns") }
    let used = progress.usage.total
    let tokens = totals.tokens.saturatingAdd(used)
    if tokens > budget.tokens { return .used("\(tokens) of \(budget.tokens) tokens") }
    let cost = price?.cost(of: progress.usage) ?? Cost(picodollars: 0)
    if let limit = budget.cost, totals.cost + cost > limit { return .used("\(totals.cost + cost) of \(limit)") }
    for allowance in allowances {
      if let tokens = allowance.tokens, used > tokens {
        return .shared("\(allowance.name) had \(max(0, tokens)) tokens left")
      }
      if let money = allowance.cost, cost > money {
        return .shared("\(allowance.name) had \(max(money, Cost(picodollars: 0))) left")
      }
    }
    return nil
  }

  /// Returns the limits after a person allowed a session to continue: as much again as was used.
  static func extended(_ record: SessionRecord) -> SessionBudget {
    var budget = record.plan.budget
    budget.tokens = budget.tokens.saturatingAdd(max(budget.tokens, record.totals.tokens))
    budget.turns = budget.turns.saturatingAdd(max(budget.turns, record.totals.turns))
    if let cost = budget.cost { budget.cost = cost + max(cost, record.totals.cost) }
    return budget
  }
}
