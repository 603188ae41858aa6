internal import Abilities
internal import Models
internal import Values
internal import WorkspaceAPI

/// The result of `stet ability run`.
struct AbilityRun: Encodable {
  /// A step of the plan.
  struct Step: Encodable {
    var source: String
    /// The state: `done`, `failed` or `notSetUp`.
    var state: String
    /// The duration.
    var milliseconds: Int
  }

  /// A sentence about a source.
  struct Remark: Encodable {
    var source: String
    /// The reason and the next step.
    var line: String
  }

  /// The call of the model.
  struct Model: Encodable {
    /// The provider's name.
    var provider: String
    /// The model's name.
    var model: String
    var usage: TokenUsage
    /// The cost in dollars; nil if it is not known.
    var dollars: Double?
    /// The price that is missing then; nil if none is.
    var advice: PriceAdvice?
    /// The reason for the end of the answer: `complete`, `maxTokens`, `contextFull`, `refused`, `toolUse`, `paused`, `cut`,
    /// or another one in the provider's words.
    var stop: String

    /// Takes the figures of an answer.
    ///
    /// - Parameter advice: the price that is missing; nil if none is.
    init(_ answer: ModelAnswer, of provider: Provider, _ advice: PriceAdvice?) {
      self.provider = provider.name
      model = answer.model
      usage = answer.usage
      dollars = answer.cost?.dollars
      self.advice = advice
      stop = answer.stop.word
    }
  }

  /// The ability.
  var slug: String
  /// The prompt with the values of its variables.
  var prompt: String
  /// The plan that was carried out; nil if the ability has none that this version knows.
  var plan: String?
  /// The steps of the plan.
  var steps: [Step] = []
  /// The facts; nil if there are none.
  var payload: JSONValue?
  /// The sources without facts.
  var missing: [Remark] = []
  /// The parts of other sources that could not be read.
  var remarks: [Remark] = []
  /// The answer of the model; nil if none was called.
  var answer: String?
  /// The call of the model; nil if none was called.
  var model: Model?
  /// The changes that the plan made or did not make, in sentences.
  var changes: [String] = []
  /// Remarks about parts of the run that are missing, in sentences.
  var notes: [String]

  /// Creates the result of a run without a model.
  init(_ report: AbilityReport, _ resolved: ResolvedPrompt, _ run: PlanRun?) {
    slug = report.slug
    prompt = resolved.text
    notes = resolved.missing.map { "\($0) Give one with --set." }
    guard let run else {
      if let remark = report.ability.planKeyRaw.flatMap({ AbilityPlan.remark(on: $0) }) { notes.append(remark) }
      return
    }
    let facts = run.facts
    plan = facts.key.rawValue
    payload = facts.payload?.json
    steps = run.steps.map { step in
      Step(
        source: step.source.rawValue, state: step.word,
        milliseconds: Int((step.duration ?? .zero) / .milliseconds(1)))
    }
    missing = facts.missing.map { Remark(source: $0.source.rawValue, line: $0.line) }
    remarks = facts.remarks.map { Remark(source: $0.source.rawValue, line: $0.line) }
  }
}

extension StopReason {
  /// The name in JSON.
  fileprivate var word: String {
    switch self {
    case .complete: "complete"
    case .toolUse: "toolUse"
    case .maxTokens: "maxTokens"
    case .contextFull: "contextFull"
    case .refused: "refused"
    case .paused: "paused"
    case .cut: "cut"
    case .other(let word): word
    }
  }

  /// Returns the remark on the answer to an ability; nil for a complete one.
  ///
  /// - Parameter settings: the path of the settings of the providers.
  func remark(_ provider: Provider, settings: String) -> String? {
    let incomplete = "The answer is not complete:"
    switch self {
    case .complete: return nil
    case .maxTokens where provider.kind == .command: return "\(incomplete) it reached the agent's limit of tokens."
    case .maxTokens:
      return "\(incomplete) it reached the limit of \(provider.answerTokens) tokens. A greater one is set by "
        + "answer_tokens of '\(provider.name)' in \(settings)."
    case .contextFull: return "\(incomplete) it fills the model's context."
    case .refused: return "The model, or a filter of its provider, refused to answer."
    case .toolUse: return "\(incomplete) the model requested a tool, and an ability gives it none."
    case .paused: return "\(incomplete) the provider paused it."
    case .cut(let fault): return "\(incomplete) \(fault)."
    case .other(let word): return "The answer ended for the reason '\(word)', and may not be complete."
    }
  }
}
