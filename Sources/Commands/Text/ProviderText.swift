internal import Models
internal import Values
internal import WorkspaceAPI

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
    let first = call.firstMilliseconds.map { ", first piece after \($0) ms" } ?? ""
    let cached = call.usage.cacheRead + call.usage.cacheWrite
    let cachedText = cached > 0 ? " (\(cached) cached)" : ""
    return
      "\(call.tier) \(call.model): \(call.milliseconds) ms\(first), \(call.usage.allInput) tokens in\(cachedText), "
      + "\(call.usage.output) out, \(CostText.text(dollars: call.dollars, call.advice))"
  }

  /// Returns the sums of recorded calls, one line for each ability and model, and their total.
  ///
  /// - Parameter advice: the prices that the settings lack.
  static func usage(_ report: UsageReport, _ advice: [PriceAdvice], _ style: TextStyle) -> String {
    guard !report.calls.isEmpty else { return "No calls of models are recorded.\n" }
    var total = UsageReport.Sum(ability: nil, provider: "", model: "")
    for use in report.calls { total.add(use) }
    var rows = Columns()
    func add(_ name: String, _ model: String, _ sum: UsageReport.Sum) {
      let known = Cost(dollars: sum.dollars).map { "\($0)" } ?? ""
      let unpriced = sum.unpriced == 0 ? "" : "\(sum.unpriced) without a known cost"
      let isEstimate = sum.estimated > 0
      rows.add(
        .init(TerminalText.name(name), style.cyan), .init(TerminalText.name(model)),
        .init(Counted.text(sum.calls, "call")), .init(CostText.mark("\(sum.input) tokens in", isEstimate)),
        .init(CostText.mark("\(sum.output) out", isEstimate)),
        .init(sum.calls == sum.unpriced ? "" : CostText.mark(known, isEstimate && sum.dollars > 0)),
        .init(unpriced, style.dim))
    }
    for sum in report.sums {
      let kind = sum.isOfSessions ? "session" : "check"
      let name = sum.ability.map { sum.isOfSessions ? "\($0) (session)" : $0 } ?? kind
      add(name, [sum.provider, sum.model].filter { !$0.isEmpty }.joined(separator: " "), sum)
    }
    if report.sums.count > 1 { add("total", "", total) }
    let broken = Counted.text(report.broken, "line is", "lines are")
    return rows.text + CostText.legend(total.estimated) + advice.map(\.line).joined()
      + (report.broken == 0 ? "" : "\(broken) no record of a call.\n")
  }

  private static func none(_ file: String) -> String {
    "No provider is set up. Set one up in \(file); 'stet provider --help' has an example.\n"
  }
}
