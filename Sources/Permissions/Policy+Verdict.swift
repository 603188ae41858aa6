package import WorkspaceAPI

extension Policy {
  /// The rules for agents, by path and by tool; `[agents]` in the file.
  package struct AgentRules: Hashable, Sendable {
    /// The paths that agents neither read nor write.
    package var protected = Policy.sensitive
    /// The paths that agents read and do not write.
    package var readOnly = PatternList([])
    /// The paths to which agents append and that they do not rewrite.
    package var appendOnly = PatternList([])
    /// The instruction files that agents may write although they are control files, by their exact paths.
    var writableInstructions: Set<String> = []
    /// Further rules, in order: the last one that applies to an act decides.
    package var rules: [PolicyRule] = []
    /// Whether an agent's client may ask the person and return the answer.
    package var asksInClient = true

    /// Whether anything restricts reading, so that results must be filtered.
    package var limitsReading: Bool { !protected.isEmpty || rules.contains { $0.permission != .allow } }
  }

  /// Returns the verdict on an act: the strictest of the verdicts for the names of the file.
  ///
  /// - Parameters:
  ///   - isPresentation: returns whether a path that `*.key` covers is no key.
  ///   - hasHead: returns whether a folder contains a file `HEAD`.
  package func verdict(
    on act: AgentAct, isPresentation: (String) -> Bool = { _ in false }, hasHead: (String) -> Bool = { _ in false }
  ) -> PolicyVerdict {
    for name in act.formerNames where !agents.protected.excepts(PathIdentity(act.path)) {
      guard let pattern = agents.protected.covering(PathIdentity(name)) else { continue }
      return PolicyVerdict(.deny, .protected, name: name, pattern: pattern)
    }
    var strictest = PolicyVerdict.allowed
    for name in act.names {
      var verdict = verdict(on: act, named: name, isPresentation, hasHead)
      if verdict.permission > strictest.permission {
        verdict.name = name == act.path ? nil : name
        strictest = verdict
      }
    }
    return strictest
  }

  private func verdict(
    on act: AgentAct, named name: String, _ isPresentation: (String) -> Bool, _ hasHead: (String) -> Bool
  ) -> PolicyVerdict {
    let path = PathIdentity(name)
    let writes = act.kind != .read
    let isControl = ControlFiles.contain(name) && !agents.writableInstructions.contains { $0.hasSameBytes(as: name) }
    if writes, isControl || ControlFiles.isRepositoryPart(name, hasHead: hasHead) {
      return PolicyVerdict(.deny, .controlFile)
    }
    if let pattern = agents.protected.covering(path, isPresentation: { isPresentation(name) }) {
      return PolicyVerdict(.deny, .protected, pattern: pattern)
    }
    if writes, let pattern = agents.readOnly.covering(path) {
      return PolicyVerdict(.deny, .readOnly, pattern: pattern)
    }
    if writes, act.kind != .append, let pattern = agents.appendOnly.covering(path) {
      return PolicyVerdict(.deny, .appendOnly, pattern: pattern)
    }
    guard let rule = agents.rules.last(where: { $0.speaks(of: act, at: path) }), rule.permission != .allow else {
      return .allowed
    }
    return PolicyVerdict(rule.permission, .rule, pattern: rule.paths?.covering(path))
  }
}
