internal import WorkspaceAPI

/// One rule of a policy for agents' acts: `[[agents.rules]]`. Pure.
struct PolicyRule: Hashable, Sendable {
  /// The tools of the rule, by the tool's name (`write_file`) or by the kind of access (`write`); empty for all.
  var tools: [String] = []
  /// The paths of the rule; nil for all.
  var paths: PatternList?
  /// The agents of the rule, by name; empty for all.
  var agents: [String] = []
  /// The permission that the rule gives.
  var permission: Permission

  /// Whether the rule applies to an act at a path.
  func speaks(of act: AgentAct, at path: PathIdentity) -> Bool {
    guard tools.isEmpty || tools.contains(act.kind.rawValue) || act.tool.map(tools.contains) == true else {
      return false
    }
    guard agents.isEmpty || agents.contains(where: { $0.lowercased() == act.agent.lowercased() }) else { return false }
    return paths.map { $0.covering(path) != nil } ?? true
  }
}
