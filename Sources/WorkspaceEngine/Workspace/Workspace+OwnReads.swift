internal import WorkspaceAPI
internal import GitObjects
internal import History
internal import Values

/// The reads by agents' own tools, which a hook reports.
extension Workspace {
  /// Stet's own files: the journal and displaced files contain texts of any file, other files the tokens of doors.
  private static let ownFiles = IdentityPattern("/.git/stet")

  /// Allows or refuses that an agent's own tool reads files or searches a folder, and adds it to the audit log.
  func look(_ request: BracketRequest) async throws(VerbError) -> BracketReceipt {
    guard request.kind == .begin, let agent = request.agent.agent else { return BracketReceipt(recorded: 0) }
    do throws(VerbError) {
      try await audited("read", request.agent, request.paths.joined(separator: " ")) { () async throws(VerbError) in
        for name in request.paths {
          if let path = try? WorkspacePath(name) {
            try await permit(.read, path, request.agent)
          } else {
            try permitUnrecorded(.read, name, agent)
          }
          if request.agent.tool != "Read" { try permitStore(below: name, request) }
          try await permitSearch(below: name, request)
        }
      }
    } catch { return BracketReceipt(recorded: 0, refused: error.description) }
    return BracketReceipt(recorded: 0)
  }

  /// Refuses a search of a folder of the repository that contains Stet's own files, and one whose pattern names the
  /// repository. The tools leave the repository out of every other search.
  private func permitStore(below folder: String, _ request: BracketRequest) throws(VerbError) {
    let names = PathIdentity(folder).names
    let isInside = !names.isEmpty && PathIdentity(".git/stet").names.starts(with: names)
    guard isInside || names.isEmpty && SearchGlobs.namesRepository(request.glob) else { return }
    throw Self.refusal(ofSearch: ".git/stet")
  }

  /// Refuses a search whose folder contains a file that is withheld from the agent, by its name or by another name of
  /// the same file (a hard link): its own tool would search that file too.
  private func permitSearch(below folder: String, _ request: BracketRequest) async throws(VerbError) {
    guard request.agent.tool != "Read", queue.policy.limitsReading else { return }
    let path = try? WorkspacePath(folder)
    guard folder.isEmpty || path != nil else { return }
    let globs = SearchGlobs(request.glob, root: settings.root, isList: request.agent.tool != "Glob")
    let names = await queue.filesOnDisk(below: path).filter(globs.includes)
    // The names alone come first: the other names of files may cost a walk through the whole folder.
    if let name = names.first(where: { isKept($0, from: request.agent) }) { throw Self.refusal(ofSearch: name) }
    let linked = await folders.twins(of: names) { self.isKept($0, from: request.agent) }
    if let name = names.first(where: { linked.contains(NameKey($0)) }) { throw Self.refusal(ofSearch: name) }
  }

  private static func refusal(ofSearch name: String) -> VerbError {
    VerbError(
      .refused, "A search there comes upon \(name), which is kept from agents by the policy.",
      kept: "Nothing was read.",
      next: "Search with search_text or 'stet search', or below a folder without such files.", path: name,
      reason: PolicyVerdict.Reason.protected.rawValue)
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
