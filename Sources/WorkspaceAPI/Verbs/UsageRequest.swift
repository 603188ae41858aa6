internal import Values

/// Requests the recorded calls of models.
package struct UsageRequest: Verb {
  package typealias Answer = UsageReport
  package static let name = "usage"

  /// Restricts to calls since a time, such as `7d` or `yesterday`; nil for no limit.
  package var since: String?
  /// Restricts to calls not after a time; nil for no limit.
  package var until: String?
  package var caller: Caller

  /// Creates a request.
  package init(since: String? = nil, until: String? = nil, caller: Caller = .person) {
    self.since = since
    self.until = until
    self.caller = caller
  }
}

/// A call of a model with its tokens and its cost.
package struct ModelUse: Hashable, Sendable, Codable {
  /// The time at which it ended, in ISO 8601.
  package var time: String
  /// The ability that it was made for; nil for another purpose.
  package var ability: String?
  /// The session that it belongs to; nil for a call outside sessions.
  package var session: String?
  /// The name of the provider in the settings.
  package var provider: String
  /// The name of the model.
  package var model: String
  /// Input tokens that are neither read from a cache nor written to one.
  package var input: Int
  /// Input tokens that were read from the provider's cache.
  package var cacheRead: Int
  /// Input tokens that were written to the provider's cache.
  package var cacheWrite: Int
  /// Output tokens.
  package var output: Int
  /// The cost in dollars; nil if it is not known.
  package var dollars: Double?
  /// Whether the answer broke off, so that tokens and cost are estimated; nil for no.
  package var isCut: Bool?

  /// Creates a record; the counts without arguments are zero.
  package init(
    time: String, ability: String?, session: String? = nil, provider: String, model: String, dollars: Double? = nil
  ) {
    self.time = time
    self.ability = ability
    self.session = session
    self.provider = provider
    self.model = model
    self.dollars = dollars
    (input, cacheRead, cacheWrite, output) = (0, 0, 0, 0)
  }
}

/// The recorded calls of models in a span of time.
package struct UsageReport: Hashable, Sendable, Codable {
  /// The sums of the calls of one model for one purpose.
  package struct Sum: Hashable, Sendable, Codable {
    /// The ability; nil for other purposes.
    package var ability: String?
    /// Whether the calls belong to sessions.
    package var isOfSessions: Bool
    /// The provider; empty for the first one of the settings.
    package var provider: String
    package var model: String
    /// The number of calls.
    package var calls = 0
    /// All input tokens.
    package var input = 0
    /// Output tokens.
    package var output = 0
    /// The known costs in dollars.
    package var dollars = 0.0
    /// The number of calls whose cost is not known.
    package var unpriced = 0
    /// The number of calls whose tokens and cost are estimated, because their answers broke off.
    package var estimated = 0

    /// Creates the sum of no calls.
    package init(ability: String?, isOfSessions: Bool = false, provider: String, model: String) {
      self.ability = ability
      self.isOfSessions = isOfSessions
      self.provider = provider
      self.model = model
    }

    /// Adds a call.
    package mutating func add(_ use: ModelUse) {
      calls += 1
      for tokens in [use.input, use.cacheRead, use.cacheWrite] { input = input.saturatingAdd(tokens) }
      output = output.saturatingAdd(use.output)
      if let cost = use.dollars { dollars += cost } else { unpriced += 1 }
      if use.isCut == true { estimated += 1 }
    }
  }

  /// The calls, oldest first.
  package var calls: [ModelUse]
  /// The sums by ability, provider and model, those of sessions apart; the most expensive first.
  package var sums: [Sum]
  /// The number of lines of the record that are no calls.
  package var broken: Int
  /// The reason why the figures are a lower bound; nil if they are complete.
  package var problem: String?

  /// Sums up calls.
  package init(calls: [ModelUse], broken: Int = 0, problem: String? = nil) {
    self.calls = calls
    self.broken = broken
    self.problem = problem
    var table: [[String?]: Sum] = [:]
    for use in calls {
      let isOfSession = use.session != nil
      let key = [use.ability, use.provider, use.model, isOfSession ? "session" : nil]
      let empty = Sum(ability: use.ability, isOfSessions: isOfSession, provider: use.provider, model: use.model)
      table[key, default: empty].add(use)
    }
    sums = table.values.sorted { one, other in
      if one.dollars != other.dollars { return one.dollars > other.dollars }
      if one.calls != other.calls { return one.calls > other.calls }
      return (one.ability ?? "", one.provider, one.model) < (other.ability ?? "", other.provider, other.model)
    }
  }
}
