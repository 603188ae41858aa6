internal import WorkspaceAPI
internal import GitObjects

/// What an agent is shown of files that come along: hits of a search, parts of a difference, entries of a list.
extension Workspace {
  /// Those of the paths whose content the policy keeps from a caller; none for a person.
  ///
  /// What the policy has a person asked about is kept too, unless they allowed it: nobody is asked about files that the
  /// agent did not name.
  func withheld(_ paths: some Sequence<String>, from caller: Caller) async -> Set<NameKey> {
    guard let agent = caller.agent, queue.policy.limitsReading else { return [] }
    var judged: [NameKey: Bool] = [:]
    for path in paths where judged[NameKey(path)] == nil {
      // What is no document's path has no identity by which it could be judged.
      guard let place = try? WorkspacePath(path) else {
        judged[NameKey(path)] = true
        continue
      }
      judged[NameKey(path)] = !isShown(await act(.read, place, tool: caller.tool, agent: agent))
    }
    return Set(judged.filter(\.value).keys)
  }

  /// Those of listed files whose content the policy keeps from a caller, by their names and by other names of the same
  /// files; none for a person.
  func kept(_ paths: [String], from caller: Caller) async -> Set<NameKey> {
    guard caller.agent != nil, queue.policy.limitsReading else { return [] }
    let linked = await folders.twins(of: paths) { self.isKept($0, from: caller) }
    return linked.union(paths.filter { isKept($0, from: caller) }.map { NameKey($0) })
  }

  /// Whether the policy keeps a name's content from a caller, as far as the name, and names before it, tell.
  func isKept(_ path: String, from caller: Caller) -> Bool {
    guard let agent = caller.agent, queue.policy.limitsReading else { return false }
    let former = queue.formerNames.names(of: path)
    return !isShown(AgentAct(.read, path, formerNames: former, tool: caller.tool, agent: agent))
  }

  private func isShown(_ act: AgentAct) -> Bool {
    switch queue.policy.verdict(on: act).permission {
    case .allow: true
    case .ask: approvals.answer(to: act, at: time.now().monotonic) == true
    case .deny: false
    }
  }

  /// Changes as a caller may be told of them: of what is kept from it the name and who.
  func shown(_ report: ChangesReport, to caller: Caller) async -> ChangesReport {
    let withheld = await withheld(report.changes.map(\.path), from: caller)
    guard !withheld.isEmpty else { return report }
    var report = report
    for index in report.changes.indices where withheld.contains(NameKey(report.changes[index].path)) {
      report.changes[index].isProtected = true
      (report.changes[index].added, report.changes[index].removed, report.changes[index].token) = (nil, nil, nil)
    }
    return report
  }
}
