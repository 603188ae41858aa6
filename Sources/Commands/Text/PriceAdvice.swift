internal import Models

/// The remedy for a cost that is not known: the price that the settings of a provider lack.
struct PriceAdvice: Hashable, Sendable, Codable {
  /// The provider's name.
  var provider: String
  var model: String
  /// The key of the settings, such as `prices.balanced`.
  var key: String
  /// The path of the settings.
  var file: String

  /// Finds the missing price of a model; returns nil if the settings have one, or do not name the model.
  init?(_ model: String, of provider: Provider, file: String) {
    guard let tier = provider.unpricedTier(of: model) else { return nil }
    (self.provider, self.model, self.file) = (provider.name, model, file)
    key = "prices.\(tier.rawValue)"
  }

  /// Returns the prices that the settings lack, each once; none if the settings cannot be read.
  ///
  /// - Parameter calls: the models of calls without a known cost, and their providers; an empty name is the first one.
  static func missing(_ calls: [(provider: String, model: String)], _ context: CommandContext) -> [PriceAdvice] {
    // A mistake in the settings is reported by the commands that call a model.
    guard !calls.isEmpty, let file = try? ProviderFile(environment: context.environment) else { return [] }
    return calls.reduce(into: []) { advice, call in
      let found = file.providers.first { call.provider.isEmpty || $0.name == call.provider }
      guard let provider = found, let more = PriceAdvice(call.model, of: provider, file: file.path) else { return }
      if !advice.contains(where: { ($0.provider, $0.key) == (more.provider, more.key) }) { advice.append(more) }
    }
  }

  /// The key and the settings in a few words.
  var short: String { "no \(key) of '\(TerminalText.name(provider))' in providers.toml" }

  /// The remedy in a line.
  var line: String {
    let entry = "\(key.drop { $0 != "." }.dropFirst()) = { input = …, output = … }"
    return "cost not known: \(TerminalText.name(model)) has no price. Add \(entry), in dollars for a million tokens, "
      + "to 'prices' of '\(TerminalText.name(provider))' in \(TerminalText.name(file)).\n"
  }
}
