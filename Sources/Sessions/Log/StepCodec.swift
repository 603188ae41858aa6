internal import Models
internal import Values

/// The JSON form of the steps of a session: an object whose member `k` names the kind. Pure.
enum StepCodec {
  /// Returns the object of a step.
  static func value(_ step: SessionStep) -> JSONValue {
    switch step {
    case .begun(let plan): made("begun", PlanCodec.members(plan))
    case .message(let message): made("message", MessageCodec.members(message))
    case .sent: made("sent", [])
    case .expected(let estimate): made("expected", members(estimate))
    case .partial(let text): made("partial", [("text", .string(text))])
    case .spent(let spending): made("spent", members(spending))
    case .thread(let id): made("thread", [("id", .string(id))])
    case .cut(let reason): made("cut", [("reason", .string(reason))])
    case .call(let id, let tool): made("call", [("id", .string(id)), ("tool", .string(tool))])
    case .ended(let outcome): made("ended", members(outcome))
    case .asked(let question): made("asked", members(question))
    case .answered(let id, let text, let person):
      made("answered", [("id", .string(id)), ("text", .string(text)), ("person", person.map { .string($0) })])
    case .moved(let state):
      made("state", [("state", .string(state.kind.rawValue)), ("reason", state.reason.map { .string($0) })])
    case .refused(let from, let to):
      made("refused", [("from", .string(from.rawValue)), ("to", .string(to.rawValue))])
    case .limited(let budget): made("limited", PlanCodec.members(budget))
    case .folded(let count): made("folded", [("messages", .number(String(count)))])
    case .taken(let machine, let mark): made("taken", [("machine", .string(machine)), ("mark", .string(mark))])
    }
  }

  /// Returns the step of an object; nil for one that this version does not know.
  static func step(_ value: JSONValue) -> SessionStep? {
    switch value["k"]?.text {
    case "begun": return PlanCodec.plan(value).map { .begun($0) }
    case "message": return MessageCodec.message(value).map { .message($0) }
    case "sent": return .sent
    case "expected": return estimate(value).map { .expected($0) }
    case "partial": return value["text"]?.text.map { .partial($0) }
    case "spent": return spending(value).map { .spent($0) }
    case "thread": return value["id"]?.text.map { .thread($0) }
    case "cut": return value["reason"]?.text.map { .cut($0) }
    case "call":
      guard let id = value["id"]?.text, let tool = value["tool"]?.text else { return nil }
      return .call(id: id, tool: tool)
    case "ended": return outcome(value).map { .ended($0) }
    case "asked": return question(value).map { .asked($0) }
    case "answered":
      guard let id = value["id"]?.text, let text = value["text"]?.text else { return nil }
      return .answered(id: id, text: text, person: value["person"]?.text)
    case "state":
      let kind = value["state"]?.text.flatMap(SessionState.Kind.init)
      return kind.map { .moved(SessionState($0, reason: value["reason"]?.text)) }
    case "refused":
      guard let from = value["from"]?.text.flatMap(SessionState.Kind.init),
        let to = value["to"]?.text.flatMap(SessionState.Kind.init)
      else { return nil }
      return .refused(from: from, to: to)
    case "limited": return PlanCodec.budget(value).map { .limited($0) }
    case "folded": return value["messages"]?.integer.map { .folded($0) }
    case "taken":
      guard let machine = value["machine"]?.text, let mark = value["mark"]?.text else { return nil }
      return .taken(machine: machine, mark: mark)
    default: return nil
    }
  }

  /// Returns an object from its members; those without a value are left out.
  static func object(_ members: [(String, JSONValue?)]) -> JSONValue {
    .object(members.compactMap { name, value in value.map { JSONMember(name: name, value: $0) } })
  }

  private static func made(_ kind: String, _ members: [(String, JSONValue?)]) -> JSONValue {
    object([("k", .string(kind))] + members)
  }

  /// Returns the members of a call of a model.
  static func members(_ spending: CallSpending) -> [(String, JSONValue?)] {
    [("model", .string(spending.model))] + members(spending.usage) + [
      ("picodollars", spending.cost.map { number($0.picodollars) }),
      ("turns", spending.turns == 1 ? nil : number(spending.turns)), ("estimate", spending.isEstimate ? true : nil),
    ]
  }

  private static func number(_ value: Int) -> JSONValue { .number(String(value)) }

  private static func members(_ estimate: CallEstimate) -> [(String, JSONValue?)] {
    let price = estimate.price.map { price in
      object([
        ("input", number(price.input)), ("cacheRead", number(price.cacheRead)),
        ("cacheWrite", number(price.cacheWrite)), ("output", number(price.output)),
      ])
    }
    return [("model", .string(estimate.model)), ("input", number(estimate.input)), ("price", price)]
  }

  private static func estimate(_ value: JSONValue) -> CallEstimate? {
    guard let model = value["model"]?.text, let input = value["input"]?.integer else { return nil }
    var estimate = CallEstimate(model: model, input: TokenUsage.count(input))
    guard let table = value["price"] else { return estimate }
    var price = TokenPrice(input: 0, output: 0)
    for (name, place) in [
      ("input", \TokenPrice.input), ("cacheRead", \.cacheRead), ("cacheWrite", \.cacheWrite), ("output", \.output),
    ] {
      guard let number = table[name]?.integer else { return nil }
      price[keyPath: place] = max(0, number)
    }
    estimate.price = price
    return estimate
  }

  /// Returns the members of a number of tokens.
  static func members(_ usage: TokenUsage) -> [(String, JSONValue?)] {
    let counts = [
      ("input", usage.input), ("cacheRead", usage.cacheRead), ("cacheWrite", usage.cacheWrite),
      ("output", usage.output),
    ]
    return counts.map { ($0, number($1)) }
  }

  /// Returns the call of a model in an object; nil for any other value.
  static func spending(_ value: JSONValue) -> CallSpending? {
    guard let model = value["model"]?.text, let usage = usage(value) else { return nil }
    let cost = value["picodollars"]?.integer.map { Cost(picodollars: max(0, $0)) }
    let turns = max(1, TokenUsage.count(value["turns"]?.integer ?? 1))
    return CallSpending(
      model: model, usage: usage, cost: cost, turns: turns, isEstimate: value["estimate"]?.truth ?? false)
  }

  /// Returns the tokens in an object; nil without those of input and output.
  static func usage(_ value: JSONValue) -> TokenUsage? {
    guard let input = value["input"]?.integer, let output = value["output"]?.integer else { return nil }
    return TokenUsage(
      input: TokenUsage.count(input), cacheRead: TokenUsage.count(value["cacheRead"]?.integer ?? 0),
      cacheWrite: TokenUsage.count(value["cacheWrite"]?.integer ?? 0), output: TokenUsage.count(output))
  }

  private static func members(_ outcome: CallOutcome) -> [(String, JSONValue?)] {
    [
      ("id", .string(outcome.id)), ("text", .string(outcome.text)), ("failed", outcome.isError ? true : nil),
      ("completion", outcome.completion.map { .string($0) }), ("cached", outcome.isCached ? true : nil),
    ]
  }

  private static func outcome(_ value: JSONValue) -> CallOutcome? {
    guard let id = value["id"]?.text, let text = value["text"]?.text else { return nil }
    return CallOutcome(
      id: id, text: text, isError: value["failed"]?.truth ?? false, completion: value["completion"]?.text,
      isCached: value["cached"]?.truth ?? false)
  }

  private static func members(_ question: SessionQuestion) -> [(String, JSONValue?)] {
    [
      ("id", .string(question.id)), ("about", .string(question.kind.rawValue)), ("text", .string(question.text)),
      ("choices", .array(question.choices.map { .string($0) })),
      ("toolState", question.state.isEmpty ? nil : .string(question.state)),
    ]
  }

  private static func question(_ value: JSONValue) -> SessionQuestion? {
    guard let id = value["id"]?.text, let kind = value["about"]?.text.flatMap(SessionQuestion.Kind.init),
      let text = value["text"]?.text
    else { return nil }
    return SessionQuestion(
      id: id, kind: kind, text: text, choices: value["choices"]?.elements?.compactMap(\.text) ?? [],
      state: value["toolState"]?.text ?? "")
  }
}
