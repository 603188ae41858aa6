internal import GitObjects
internal import WorkspaceAPI

extension Policy {
  /// What agents may do, by path and by tool; `[agents]` in the file.
  struct AgentRules: Hashable, Sendable {
    /// What agents neither read nor write.
    var protected = Policy.sensitive
    /// What agents read and do not write.
    var readOnly = PatternList([])
    /// What agents append to and do not rewrite.
    var appendOnly = PatternList([])
    /// The files of instructions that agents write all the same, by their exact paths.
    var writableInstructions: Set<String> = []
    /// What else is said, in order: the last that speaks of an act decides.
    var rules: [PolicyRule] = []
    /// Whether an agent's client may ask the person and bring the answer.
    var asksInClient = true

    /// Whether anything is kept from being read, so that what is shown must be looked through.
    var limitsReading: Bool { !protected.isEmpty || rules.contains { $0.permission != .allow } }
  }

  /// What it says to an act: the strictest of what it says by each name of the file.
  ///
  /// - Parameters:
  ///   - isPresentation: whether a path that `*.key` covers is no key.
  ///   - hasHead: whether a file `HEAD` stands in a folder.
  func verdict(
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
