internal import WorkspaceAPI

/// One rule of a policy about what agents may do where: `[[agents.rules]]`. Pure.
struct PolicyRule: Hashable, Sendable {
  /// The tools it is about, by a tool's name (`write_file`) or by what it does (`write`); empty for all.
  var tools: [String] = []
  /// The paths; nil for all.
  var paths: PatternList?
  /// The agents, by name; empty for all.
  var agents: [String] = []
  /// What it says.
  var permission: Permission

  /// Whether it speaks of this.
  func speaks(of act: AgentAct, at path: PathIdentity) -> Bool {
    guard tools.isEmpty || tools.contains(act.kind.rawValue) || act.tool.map(tools.contains) == true else {
      return false
    }
    guard agents.isEmpty || agents.contains(where: { $0.lowercased() == act.agent.lowercased() }) else { return false }
    return paths.map { $0.covering(path) != nil } ?? true
  }
}
