internal import WorkspaceAPI
internal import GitObjects

/// The filter for files that an agent did not name: hits of a search, parts of a difference, entries of a list.
extension Workspace {
  /// Returns the paths whose content the policy withholds from a caller; none for a person.
  ///
  /// Files that require a person's approval are withheld too, unless it was given: no question is raised about files
  /// that the agent did not name.
  func withheld(_ paths: some Sequence<String>, from caller: Caller) async -> Set<NameKey> {
    guard let agent = caller.agent, queue.policy.limitsReading else { return [] }
    var judged: [NameKey: Bool] = [:]
    for path in paths where judged[NameKey(path)] == nil {
      // An invalid path has no identity for the policy's rules.
      guard let place = try? WorkspacePath(path) else {
        judged[NameKey(path)] = true
        continue
      }
      judged[NameKey(path)] = !isShown(await act(.read, place, tool: caller.tool, agent: agent))
    }
    return Set(judged.filter(\.value).keys)
  }

  /// Returns the listed files whose content the policy withholds from a caller, by their names and by other names of
  /// the same files (hard links); none for a person.
  func kept(_ paths: [String], from caller: Caller) async -> Set<NameKey> {
    guard caller.agent != nil, queue.policy.limitsReading else { return [] }
    let linked = await folders.twins(of: paths) { self.isKept($0, from: caller) }
    return linked.union(paths.filter { isKept($0, from: caller) }.map { NameKey($0) })
  }

  /// Returns whether the policy withholds a file's content from a caller, judged without the disk: by its present and
  /// former names, and those of the symbolic links that lead to it.
  func isKept(_ path: String, from caller: Caller) -> Bool {
    guard let agent = caller.agent, queue.policy.limitsReading else { return false }
    let names = queue.formerNames.linkNames(of: path)
    let former = ([path] + names).flatMap(queue.formerNames.names)
    return !isShown(AgentAct(.read, path, names: names, formerNames: former, tool: caller.tool, agent: agent))
  }

  private func isShown(_ act: AgentAct) -> Bool {
    switch queue.policy.verdict(on: act).permission {
    case .allow: true
    case .ask: approvals.answer(to: act, at: time.now().monotonic) == true
    case .deny: false
    }
  }

  /// Returns a report of changes for a caller; a withheld file keeps its name and author only.
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
