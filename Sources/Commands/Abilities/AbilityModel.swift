internal import Abilities
internal import FileSystem
internal import Models
internal import Sessions
internal import Values
internal import WorkspaceAPI

/// The one call of a model in the run of an ability.
struct AbilityModel {
  /// The decision on the call.
  enum Choice {
    /// No model is called, for a reason in a sentence.
    case none(String)
    case call(Provider)
  }

  private let file: ProviderFile
  private let name: String?
  private let tier: ModelTier
  private let place: SessionPlace
  private let limits: SpendingLimits
  private let reader: OutputReader
  private let context: CommandContext

  /// Takes the settings of the providers, and the limits of the workspace.
  ///
  /// - Parameter name: the provider that the person named; nil for the first one.
  /// - Throws: `VerbError` if there is no workspace, or a file of settings cannot be used.
  init(named name: String?, tier: ModelTier, _ context: CommandContext) throws(VerbError) {
    file = try ProviderFile(environment: context.environment)
    self.name = name
    self.tier = tier
    place = try SessionPlace(context)
    limits = try SpendingFile.limits(environment: context.environment)
    reader = context.console.reader
    self.context = context
  }

  /// The path of the settings of the providers.
  var settings: String { file.path }

  /// Decides whether a model is called. One without tools cannot answer a prompt without facts, unless the person named
  /// it.
  ///
  /// - Throws: `VerbError` if there is no provider of the name.
  func choice(for facts: PlanFacts?) throws(VerbError) -> Choice {
    guard let provider = try file.chosen(name).first else {
      let what = facts == nil ? "the prompt is printed and not answered" : "the facts are the answer"
      return .none("No model is set up, so \(what). Set one up in \(file.path).")
    }
    if name != nil { return .call(provider) }
    guard let facts else {
      if provider.kind == .command { return .call(provider) }
      return .none(
        "No model was called: the ability has no plan, and '\(provider.name)' reads no files. Let a model work with the "
          + "folder by 'stet run --ability NAME', or give the prompt to an agent."
      )
    }
    if AbilityPlan.named(facts.key.rawValue)?.change == .addReminder {
      return .none("No model was called: a new reminder needs no answer.")
    }
    return facts.hasFacts ? .call(provider) : .none("No model was called: there are no facts.")
  }

  /// Returns the provider that may get the prompt of an ability, with the facts if it has a plan; nil if none may.
  func reader(hasPlan: Bool) -> Provider? {
    guard let provider = try? file.chosen(name).first else { return nil }
    return hasPlan || name != nil || provider.kind == .command ? provider : nil
  }

  /// The result of a call.
  struct Reply {
    /// The answer as far as it arrived.
    var answer: ModelAnswer
    /// The exit code of a command whose call a signal cancelled; nil if none did.
    var ending: CommandStatus?
    /// The price that is missing for its cost; nil if none is.
    var advice: PriceAdvice?
  }

  /// Calls a provider, and records the call, also one that a signal cancelled.
  ///
  /// - Parameters:
  ///   - ability: the ability that the call is made for.
  ///   - agent: the agent that runs it; nil for a person.
  ///   - show: receives the pieces of the answer as they arrive.
  /// - Throws: `VerbError` if a limit does not allow the call, or there was no output.
  func call(
    _ provider: Provider, _ question: AbilityQuestion, for ability: String, by agent: String?,
    show: @escaping @Sendable (String) -> Void
  ) async throws(VerbError) -> Reply {
    let request = ModelRequest(
      tier: tier, system: question.system, messages: [ModelMessage(.user, question.text)],
      maxTokens: provider.answerTokens)
    // The limits are those of all machines.
    if !limits.isEmpty { await SessionTravel.refresh(place, context) }
    try check(request, provider)
    let answer: ModelAnswer
    // Until the call is recorded a signal does not end this process.
    let signals = CallSignals(reader)
    defer { signals.end() }
    do throws(ModelFault) {
      let key = try await file.key(of: provider)
      answer = try await signals.call(
        request, of: provider, key: key, by: file.caller(of: provider, directory: place.root)
      ) {
        if case .text(let text) = $0 { show(text) }
      }
    } catch {
      throw VerbError(
        error.isOffline ? .offline : .failed, "The model of '\(provider.name)' gave no answer: \(error).",
        next: "'stet provider check \(provider.name)' shows whether it can be called.")
    }
    try place.note(
      CallLog.Call(
        answer, id: SessionPlace.freshCall(), of: provider.name, ability: ability, agent: agent, time: SessionRun.now))
    await SessionTravel.noteCall(place, context)
    return Reply(answer: answer, ending: signals.ending, advice: file.advice(answer, of: provider, tier))
  }

  /// Refuses a call that the limits of the day or of the workspace do not allow.
  private func check(_ request: ModelRequest, _ provider: Provider) throws(VerbError) {
    guard !limits.isEmpty else { return }
    let model = provider.model(tier)
    // A headless agent reports its cost after its answer.
    if let limit = limits.day.cost ?? limits.workspace.cost, model.price == nil, provider.kind != .command {
      throw VerbError(
        .failed,
        "No model was called: no price is known for \(model.name), so that the limit of \(limit) cannot be kept.",
        next: "Add its price (0 if it is free) to 'prices' in \(file.path).")
    }
    let call = CallBound(
      tokens: TokenEstimate.tokens(of: request), answer: request.maxTokens, price: model.price)
    let allowances = limits.allowances(SpendingBook(place.tree).read(), now: SessionRun.now)
    guard let excess = call.excess(allowances) else { return }
    throw VerbError(
      .failed, "No model was called: \(excess).", next: "'stet cost' shows what was used; budgets.toml has the limits.")
  }
}

extension SessionPlace {
  /// Returns a random id of a call, with fewer letters than any secret.
  static func freshCall() -> String {
    String(NumberText.padded(UInt64.random(in: .min ... .max), to: 11, radix: 36).suffix(11))
  }

  /// Records a call of a model outside sessions.
  ///
  /// - Throws: `VerbError` if the call cannot be recorded.
  func note(_ call: CallLog.Call) throws(VerbError) {
    do throws(FileError) { try CallLog.add(call, in: tree) } catch {
      throw VerbError(.failed, "The call of the model could not be recorded for 'stet cost': \(error).")
    }
  }
}
