/// A provider of models as the settings describe it.
package struct Provider: Hashable, Sendable {
  /// The interface that a provider speaks.
  package enum Kind: String, Hashable, Sendable, CaseIterable, Codable {
    /// The Messages API; chat completions as OpenAI, Ollama, llama.cpp and vLLM offer them; a headless agent.
    case anthropic, openai, command
  }

  /// The name that people use for it.
  package var name: String
  /// The interface.
  package var kind: Kind
  /// The base address; empty for a command.
  package var address: String
  /// The words of the command; empty for a server. `AgentWords` describes the names in braces.
  package var command: [String]
  /// The words that make the command resume its session `{id}`; empty if it cannot.
  package var resume: [String] = []
  /// The words that connect the command with the workspace of a session.
  package var connect: [String] = []
  /// The form of the command's output.
  package var output: AgentOutput
  /// The models by tier; never empty for a server.
  package var models: [ModelTier: ProviderModel]
  /// The place of the key.
  package var key: KeySource
  package var timeouts: CallTimeouts
  /// The largest number of tokens in the answer to an ability; a headless agent has its own limits.
  package var answerTokens = 2_000

  package init(
    name: String, kind: Kind, address: String = "", command: [String] = [], output: AgentOutput = .json,
    models: [ModelTier: ProviderModel] = [:], key: KeySource = .none, timeouts: CallTimeouts = .standard
  ) {
    self.name = name
    self.kind = kind
    self.address = address
    self.command = command
    self.output = output
    self.models = models
    self.key = key
    self.timeouts = timeouts
  }

  /// Returns the model of a tier, else that of the next lower tier, else that of the next higher one. A command without
  /// models uses its own choice, an empty name.
  package func model(_ tier: ModelTier) -> ProviderModel {
    let tiers = ModelTier.allCases
    let place = tiers.firstIndex(of: tier) ?? 0
    let order = tiers[...place].reversed() + tiers[(place + 1)...]
    return order.lazy.compactMap { models[$0] }.first ?? ProviderModel(name: "")
  }

  /// Returns the tier whose settings lack the price of a model; nil if they have it, or do not name the model.
  ///
  /// - Parameter name: the name that the provider reported, which may have more at its end, such as a date.
  package func unpricedTier(of name: String) -> ModelTier? {
    let known = models.filter { name.hasPrefix($0.value.name) }
    let length = known.values.map(\.name.count).max()
    return ModelTier.allCases.first { known[$0].map { $0.name.count == length && $0.price == nil } ?? false }
  }
}

/// The form of a command's output.
package enum AgentOutput: String, Hashable, Sendable, CaseIterable {
  /// Claude Code's JSON, also in lines; the answer alone.
  case json, text
}

/// A model of a provider.
package struct ProviderModel: Hashable, Sendable {
  /// The provider's name for it.
  package var name: String
  /// The price; nil if the settings have none.
  package var price: TokenPrice?
  /// The size of its context in tokens; nil if the settings have none.
  package var window: Int?

  package init(name: String, price: TokenPrice? = nil, window: Int? = nil) {
    self.name = name
    self.price = price
    self.window = window
  }
}

/// The place of a provider's key, which the settings never contain.
package enum KeySource: Hashable, Sendable {
  /// The first line that a shell command prints.
  case command(String)
  /// A variable of the environment.
  case variable(String)
  /// The provider needs no key.
  case none
}

/// The timeouts of a call.
package struct CallTimeouts: Hashable, Sendable {
  /// The timeout for connecting.
  package var connect: Duration
  /// The timeout for the first byte of the answer.
  package var firstByte: Duration
  /// The timeout between two pieces of the answer.
  package var idle: Duration
  /// The timeout for the whole run of a command.
  package var total: Duration

  /// 10 s, 120 s, 60 s and 10 minutes.
  package static let standard = CallTimeouts(
    connect: .seconds(10), firstByte: .seconds(120), idle: .seconds(60), total: .seconds(600))

  /// Creates timeouts.
  package init(connect: Duration, firstByte: Duration, idle: Duration, total: Duration) {
    self.connect = connect
    self.firstByte = firstByte
    self.idle = idle
    self.total = total
  }
}
