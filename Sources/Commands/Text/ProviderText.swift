internal import Models

/// The providers of models, for people.
enum ProviderText {
  /// Returns the list of providers.
  static func list(_ list: ProviderList, _ style: TextStyle) -> String {
    guard !list.providers.isEmpty else { return none(list.file) }
    var rows = Columns()
    for provider in list.providers {
      let models = ModelTier.allCases.compactMap { tier in
        provider.models[tier.rawValue].map { "\(tier.rawValue) \($0)" }
      }
      rows.add(
        .init(provider.name), .init(provider.kind),
        .init(provider.url ?? provider.command?.joined(separator: " ") ?? ""),
        .init(models.joined(separator: ", ")), .init(key(provider), provider.isSet == false ? style.yellow : style.dim))
    }
    return rows.text
  }

  private static func key(_ provider: ProviderList.Row) -> String {
    switch (provider.key, provider.variable) {
    case (_, let variable?): "key in \(variable)" + (provider.isSet == false ? " (not set)" : "")
    case ("command", _): "key by key_command"
    default: "no key"
    }
  }

  /// Returns the results of a check.
  static func checks(_ checks: ProviderChecks, _ style: TextStyle) -> String {
    guard !checks.providers.isEmpty else { return none(checks.file) }
    var text = ""
    for check in checks.providers {
      let state = check.ok ? style.green("ok") : style.red("failed")
      text += "\(check.name): \(state)" + (check.problem.map { ": \($0)" } ?? "") + "\n"
      for note in check.notes { text += "  note: \(note)\n" }
      for call in check.calls { text += "  \(self.call(call))\n" }
    }
    return text
  }

  private static func call(_ call: ProviderCheck.Call) -> String {
    let cost = call.dollars.flatMap { Cost(dollars: $0) }.map { "\($0)" } ?? "cost not known"
    let first = call.firstMilliseconds.map { ", first piece after \($0) ms" } ?? ""
    let cached = call.usage.cacheRead + call.usage.cacheWrite
    let input = call.usage.input + cached
    let cachedText = cached > 0 ? " (\(cached) cached)" : ""
    return "\(call.tier) \(call.model): \(call.milliseconds) ms\(first), \(input) tokens in\(cachedText), "
      + "\(call.usage.output) out, \(cost)"
  }

  private static func none(_ file: String) -> String {
    "No provider is set up. Set one up in \(file); 'stet provider --help' has an example.\n"
  }
}
