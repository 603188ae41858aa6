internal import FoundationEssentials
internal import MCP

@testable internal import Agents

/// The rule for every refusal that reaches an agent: it names a tool of its profile to call next, and no command of a
/// shell that the agent may not have.
enum RefusalRule {
  /// Returns what is wrong with a refusal; nothing where it keeps to the rule.
  static func faults(of refusal: ToolResult, shown profile: ToolProfile) -> [String] {
    let words = refusal.words
    let all = AgentDoor.tools.map(\.definition.name)
    let named = all.filter { words.contains($0.contains("_") ? $0 : "the tool \($0)") }
    var faults: [String] = []
    // Served in each profile.
    if !named.contains(where: { profile.shows($0) || $0 == MoreToolsTool.name }) {
      faults.append("no tool of the profile is named")
    }
    if named.contains(where: { !profile.shows($0) }), profile == .usual, !words.contains("more_tools") {
      faults.append("a tool that is not shown is named")
    }
    for quote in ["'stet ", "`stet "] {
      for piece in words.components(separatedBy: quote).dropLast() {
        let sentence = piece.components(separatedBy: "\n").last?.components(separatedBy: ". ").last ?? ""
        if !sentence.contains("person") { faults.append("a command is named") }
      }
    }
    return faults
  }
}
