internal import GitObjects
internal import Permissions
internal import Recording
internal import Values
internal import WorkspaceAPI

/// The files that are withheld from an agent: those that it names in a tool of its own, and those that it did not name,
/// such as hits of a search, parts of a difference and entries of a list.
extension AgentPermissions {
  /// Stet's own files: the journal and displaced files contain texts of any file, other files the tokens of doors.
  private static let ownFiles = IdentityPattern("/.git/stet")

  /// The check of searches by an agent's own tools.
  private func searches(by caller: Caller) -> SearchPermission {
    SearchPermission(
      root: root, folders: folders, limitsReading: keeper.policy.limitsReading,
      isKept: { [self] in isKept($0, from: caller) })
  }

  /// Returns whether a caller may read a file with any tool: policy rules for a writing tool apply to its writes.
  func mayRead(_ path: WorkspacePath, _ caller: Caller) async -> Bool {
    var reader = caller
    reader.tool = nil
    return await withheld([path.string], from: reader).isEmpty
  }

  /// Returns the paths whose content the policy withholds from a caller; none for a person.
  ///
  /// Files that require a person's approval are withheld too, unless it was given: no question is raised about files
  /// that the agent did not name.
  func withheld(_ paths: some Sequence<String>, from caller: Caller) async -> Set<NameKey> {
    guard let agent = caller.agent, keeper.policy.limitsReading else { return [] }
    var judged: [NameKey: Bool] = [:]
    for path in paths where judged[NameKey(path)] == nil {
      // An invalid path has no identity for the policy's rules.
      guard let place = try? WorkspacePath(path) else {
        judged[NameKey(path)] = true
        continue
      }
      judged[NameKey(path)] = !isAllowed(await act(.read, place, tool: caller.tool, agent: agent))
    }
    return Set(judged.filter(\.value).keys)
  }

  /// Returns the listed files whose content the policy withholds from a caller, by their names and by other names of
  /// the same files (hard links); none for a person.
  func kept(_ paths: [String], from caller: Caller) async -> Set<NameKey> {
    guard caller.agent != nil, keeper.policy.limitsReading else { return [] }
    let linked = await folders.twins(of: paths) { self.isKept($0, from: caller) }
    return linked.union(paths.filter { isKept($0, from: caller) }.map { NameKey($0) })
  }

  /// Returns whether the policy withholds a file's content from a caller, judged without the disk: by its present and
  /// former names, and those of the symbolic links that lead to it.
  func isKept(_ path: String, from caller: Caller) -> Bool {
    guard let agent = caller.agent, keeper.policy.limitsReading else { return false }
    let names = keeper.formerNames.linkNames(of: path)
    let former = ([path] + names).flatMap(keeper.formerNames.names)
    return !isAllowed(AgentAct(.read, path, names: names, formerNames: former, tool: caller.tool, agent: agent))
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

  /// Refuses a search by an agent's own tool that would come upon withheld content.
  func permitSearch(below folder: String, _ request: BracketRequest) async throws(VerbError) {
    guard request.agent.tool != "Read" else { return }
    try await searches(by: request.agent).permit(below: folder, request) { path in
      await keeper.filesOnDisk(below: path)
    }
  }

  /// Checks a name outside the documents: a file of the repository.
  func permitUnrecorded(_ kind: AgentAct.Kind, _ name: String, _ agent: String) throws(VerbError) {
    let identity = PathIdentity(name)
    let act = AgentAct(kind, name, agent: agent)
    if kind == .read, Self.ownFiles.covers(identity) {
      throw PolicyRefusal.error(act, PolicyVerdict(.deny, .protected))
    }
    if kind != .read, ControlFiles.contain(name) {
      throw PolicyRefusal.error(act, PolicyVerdict(.deny, .controlFile))
    }
  }
}
