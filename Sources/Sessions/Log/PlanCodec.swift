internal import Models
internal import Values

/// The JSON form of a session's plan and limits. Pure.
enum PlanCodec {
  /// Returns the members of a plan.
  static func members(_ plan: SessionPlan) -> [(String, JSONValue?)] {
    [
      ("id", .string(plan.id)), ("agent", .string(plan.agent)), ("prompt", .string(plan.prompt)),
      ("ability", plan.ability.map { .string($0) }), ("provider", plan.provider.map { .string($0) }),
      ("tier", .string(plan.tier.rawValue)), ("requester", plan.requester.map { .string($0.agent) }),
      ("requesterSession", plan.requester?.session.map { .string($0) }),
    ] + members(plan.budget)
  }

  /// Returns the plan of an object; nil for any other value.
  static func plan(_ value: JSONValue) -> SessionPlan? {
    guard let id = value["id"]?.text, SessionPlan.isID(id), let agent = value["agent"]?.text,
      let prompt = value["prompt"]?.text, let tier = value["tier"]?.text.flatMap(ModelTier.init),
      let budget = budget(value)
    else { return nil }
    var plan = SessionPlan(
      id: id, agent: agent, prompt: prompt, ability: value["ability"]?.text, provider: value["provider"]?.text,
      tier: tier, budget: budget)
    plan.requester = value["requester"]?.text.map { name in
      SessionRequester(agent: name, session: value["requesterSession"]?.text)
    }
    return plan
  }

  /// Returns the members of limits.
  static func members(_ budget: SessionBudget) -> [(String, JSONValue?)] {
    [
      ("tokens", .number(String(budget.tokens))), ("answerTokens", .number(String(budget.answerTokens))),
      ("turns", .number(String(budget.turns))),
      ("mostPicodollars", budget.cost.map { .number(String($0.picodollars)) }),
      ("onBudget", .string(budget.excess.rawValue)),
    ]
  }

  /// Returns the limits of an object; nil for any other value.
  static func budget(_ value: JSONValue) -> SessionBudget? {
    guard let tokens = value["tokens"]?.integer, let answer = value["answerTokens"]?.integer,
      let turns = value["turns"]?.integer, let excess = value["onBudget"]?.text.flatMap(SessionBudget.Excess.init)
    else { return nil }
    let cost = value["mostPicodollars"]?.integer.map { Cost(picodollars: max(0, $0)) }
    return SessionBudget(
      tokens: TokenUsage.count(tokens), answerTokens: TokenUsage.count(answer), turns: TokenUsage.count(turns),
      cost: cost, excess: excess)
  }
}
