internal import Abilities
internal import Models
internal import WorkspaceAPI

/// The one call of a model in the run of an ability.
struct AbilityModel {
  /// The decision on the call.
  enum Choice {
    /// No model is called, for a reason in a sentence.
    case none(String)
    /// A provider is called.
    case call(Provider)
  }

  /// The longest answer in tokens.
  private static let longestAnswer = 2_000

  private let file: ProviderFile
  private let name: String?
  private let tier: ModelTier
  private let directory: String

  /// Takes the settings of the providers.
  ///
  /// - Parameters:
  ///   - name: the provider that the person named; nil for the first one.
  ///   - directory: the working directory of headless agents.
  init(file: ProviderFile, named name: String?, tier: ModelTier, directory: String) {
    self.file = file
    self.name = name
    self.tier = tier
    self.directory = directory
  }

  /// Decides whether a model is called. One without tools cannot answer a prompt without facts, unless the person named
  /// it.
  ///
  /// - Throws: `VerbError` (usage) if there is no provider of the name.
  func choice(for facts: PlanFacts?) throws(VerbError) -> Choice {
    guard let provider = try file.chosen(name).first else {
      let what = facts == nil ? "the prompt is printed and not answered" : "the facts are the answer"
      return .none("No model is set up, so \(what). Set one up in \(file.path).")
    }
    if name != nil { return .call(provider) }
    guard let facts else {
      if provider.kind == .command { return .call(provider) }
      return .none(
        "No model was called: the ability has no plan, and '\(provider.name)' reads no files. Give the prompt to an agent."
      )
    }
    return facts.hasFacts ? .call(provider) : .none("No model was called: there are no facts.")
  }

  /// Calls a provider.
  ///
  /// - Parameter show: receives the pieces of the answer as they arrive.
  /// - Throws: `VerbError` if there was no output.
  func call(
    _ provider: Provider, _ question: AbilityQuestion, show: (String) -> Void
  ) async throws(VerbError) -> ModelAnswer {
    let request = ModelRequest(
      tier: tier, system: question.system, messages: [ModelMessage(.user, question.text)],
      maxTokens: Self.longestAnswer)
    do throws(ModelFault) {
      let key = try await file.key(of: provider)
      return try await file.caller(of: provider, directory: directory).call(request, of: provider, key: key) { event in
        if case .text(let text) = event { show(text) }
      }
    } catch {
      throw VerbError(
        error.isOffline ? .offline : .failed, "The model of '\(provider.name)' gave no answer: \(error).",
        next: "'stet provider check \(provider.name)' shows whether it can be called.")
    }
  }
}

extension ModelUse {
  /// Takes the figures of an answer.
  init(_ answer: ModelAnswer, of provider: Provider, for ability: String) {
    self.init(ability: ability, provider: provider.name, model: answer.model, dollars: answer.cost?.dollars)
    (input, output) = (answer.usage.input, answer.usage.output)
    (cacheRead, cacheWrite) = (answer.usage.cacheRead, answer.usage.cacheWrite)
    if case .cut = answer.stop { isCut = true }
  }
}
