internal import FolderKeeping
internal import GitObjects
internal import Recording
internal import WorkTree
internal import WorkspaceAPI

/// Follows the tools of agents that read and write files without Stet, which hooks report.
struct BracketDesk: Sendable {
  /// The recorder, which keeps the brackets.
  let keeper: FolderKeeper
  let permissions: AgentPermissions
  /// The audit log of agents' calls.
  let audit: AgentAudit
  /// Knows append-only files.
  let writes: WriteDesk

  /// Begins or ends the time in which an agent's own tool may write files.
  ///
  /// Before the tool runs, the current files are recorded as the person's. Before the end, changes in between are
  /// recorded by the rules of brackets. Both have a short timeout for git, so that a git command does not delay the agent
  /// for long, and a longer one while files are being read: a command may have written thousands, and the changes that
  /// are not recorded by its end can only be unsure.
  ///
  /// A tool that names a file which the policy forbids to the agent is refused, and no bracket begins.
  ///
  /// - Throws: `VerbError` (usage) without an agent and its session. Files that could not be recorded yet are no error.
  func bracket(_ request: BracketRequest) async throws(VerbError) -> BracketReceipt {
    guard let agent = request.agent.agent, let session = request.agent.session, !session.isEmpty else {
      throw VerbError(.usage, "A hook's call needs the agent and its session.", kept: "Nothing was changed.")
    }
    if request.isRun != true { await keeper.run { $0.rules.brackets.noteHook(of: session) } }
    if request.isRead == true { return try await look(request) }
    if request.kind == .begin {
      do throws(VerbError) {
        for name in request.paths {
          guard let path = try? WorkspacePath(name) else {
            // An invalid workspace path is no document; files of the repository are control files.
            try permissions.permitUnrecorded(.write, name, agent)
            continue
          }
          let whole = request.agent.tool == "Write" ? request.texts.first : nil
          try await permissions.permit(await writes.appends(whole, to: path) ? .append : .write, path, request.agent)
        }
      } catch {
        await audit.refused("hook", request.agent, error.path, error.reason)
        return BracketReceipt(recorded: 0, refused: error.description)
      }
      _ = try await audit.audited("hook", request.agent, request.paths.joined(separator: " ")) {
        () async throws(VerbError) in
      }
    }
    let recorded = try? await keeper.recordSettled(timeout: 1_500_000_000, reading: 15_000_000_000)
    switch request.kind {
    case .begin:
      var origin = WriteOrigin(author: .agent(name: agent, session: session))
      origin.model = request.agent.model
      origin.tool = request.agent.tool
      // An invalid workspace path is no document.
      let paths = Set(request.paths.compactMap { try? WorkspacePath($0) })
      var bracket = Bracket(
        id: request.id, origin: origin, session: session, paths: paths, text: request.text,
        isCommand: request.isCommand, command: request.command ?? "", end: 0)
      if request.isRun == true, let runner = request.runner {
        bracket.runner = LeftProgram(session: session, process: runner.process, began: runner.began)
        bracket.unfinished = Set(recorded?.open ?? [])
      }
      // Changes by the person that could not be recorded before must not become the agent's.
      let isSure = recorded != nil
      await keeper.begin(bracket, isSure: isSure)
    case .end, .rest:
      // Changes that could not be recorded yet may be the tool's or the person's.
      let ending =
        request.kind == .end
        ? BracketEnding.one(request.id, session: session)
        : .all(session: session, withRun: request.isRun == true)
      await keeper.end(ending, isRecorded: recorded != nil, leaving: request.left)
    }
    return BracketReceipt(recorded: recorded?.count ?? 0)
  }

  /// Allows or refuses that an agent's own tool reads files or searches a folder, and adds it to the audit log.
  private func look(_ request: BracketRequest) async throws(VerbError) -> BracketReceipt {
    guard request.kind == .begin, let agent = request.agent.agent else { return BracketReceipt(recorded: 0) }
    do throws(VerbError) {
      try await audit.audited("read", request.agent, request.paths.joined(separator: " ")) {
        () async throws(VerbError) in
        for name in request.paths {
          if let path = try? WorkspacePath(name) {
            try await permissions.permit(.read, path, request.agent)
          } else {
            try permissions.permitUnrecorded(.read, name, agent)
          }
          try await permissions.permitSearch(below: name, request)
        }
      }
    } catch { return BracketReceipt(recorded: 0, refused: error.description) }
    return BracketReceipt(recorded: 0)
  }
}

extension BracketRequest {
  /// The text that the tool writes.
  fileprivate var text: ToolText {
    ToolText(put: texts, taken: taken ?? [], isEverywhere: isEverywhere == true, isWhole: isWhole == true)
  }
}
