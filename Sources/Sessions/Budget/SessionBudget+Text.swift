package import Models

extension SessionBudget {
  /// A set of limits with its class of model.
  package enum Preset: String, Hashable, Sendable, CaseIterable {
    /// For work on many files; for a short question.
    case research, quickChat

    /// The limits.
    package var budget: SessionBudget { self == .research ? .research : .quickChat }
    /// The class of model.
    package var tier: ModelTier { self == .research ? .balanced : .fast }
  }

  /// Reads limits: the name of a preset, then limits that differ from it, separated by commas: `research`,
  /// `quickChat,turns=8`, `tokens=20000,$0.50`.
  ///
  /// - Returns: the limits and the preset; nil for any other text.
  package static func parse(_ text: String) -> (budget: SessionBudget, preset: Preset)? {
    var parts = text.split(separator: ",", omittingEmptySubsequences: false).map(String.init)[...]
    var preset = Preset.research
    if let name = parts.first, let known = Preset.allCases.first(where: { $0.rawValue.lowercased() == plain(name) }) {
      preset = known
      parts.removeFirst()
    }
    var budget = preset.budget
    for part in parts {
      if part.hasPrefix("$") {
        guard let cost = Double(part.dropFirst()).flatMap({ Cost(dollars: $0) }), cost.picodollars > 0
        else { return nil }
        budget.cost = cost
        continue
      }
      let words = part.split(separator: "=", maxSplits: 1)
      guard words.count == 2, let number = Int(words[1]), number > 0, number < 1_000_000_000 else { return nil }
      switch words[0] {
      case "tokens": budget.tokens = number
      case "answer": budget.answerTokens = number
      case "turns": budget.turns = number
      default: return nil
      }
    }
    return text.isEmpty ? nil : (budget, preset)
  }

  private static func plain(_ name: String) -> String { name.lowercased().filter { $0 != "-" } }
}

/// The kinds of agents with the class of model that suffices for each.
package enum AgentType: String, Hashable, Sendable, CaseIterable {
  /// Answers a question about the files; talks; searches and writes; describes a person; writes an introduction.
  case quickLookup, chatAssistant, researchAgent, profileGenerator, introductionWriter

  /// The class of model.
  package var tier: ModelTier {
    switch self {
    case .quickLookup: .fast
    case .chatAssistant, .researchAgent, .introductionWriter: .balanced
    case .profileGenerator: .powerful
    }
  }
}
