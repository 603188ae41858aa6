internal import FolderKeeping
internal import GitObjects
internal import Permissions
internal import Recording
internal import WorkTree
internal import WorkspaceAPI

/// Judges the acts of agents by the policy and by the answers of the person; a person may do everything.
struct AgentPermissions: Sendable {
  /// The folder's root.
  let root: String
  /// The policy, and the names of files.
  let keeper: FolderKeeper
  /// Finds other names of files on disk.
  let folders: FolderReader
  let questions: QuestionList
  let time: any TimeSource
  /// The answers of the person to acts that agents asked for.
  private let approvals = Approvals()

  /// Checks by the policy whether a caller may do an act; a person may do everything.
  ///
  /// - Throws: `VerbError`: `.refused` with the policy's reason, `.question` if a person must approve the act first.
  func permit(_ kind: AgentAct.Kind, _ path: WorkspacePath, _ caller: Caller) async throws(VerbError) {
    guard let agent = caller.agent else { return }
    try await permit(await act(kind, path, tool: caller.tool, agent: agent))
  }

  /// Returns an act on a file, with all present and former names of the file.
  func act(_ kind: AgentAct.Kind, _ path: WorkspacePath, tool: String?, agent: String) async -> AgentAct {
    let names = await keeper.names(of: path)
    return AgentAct(
      kind, path.string, names: names, formerNames: names.flatMap(keeper.formerNames.names), tool: tool, agent: agent)
  }

  /// Refuses an agent's request for a protected file before anything about the file is looked up.
  func permitProtected(_ path: WorkspacePath, _ caller: Caller) async throws(VerbError) {
    guard let agent = caller.agent else { return }
    let act = await self.act(.read, path, tool: caller.tool, agent: agent)
    let verdict = keeper.policy.verdict(on: act)
    if verdict.reason == .protected { throw PolicyRefusal.error(act, verdict) }
  }

  private func permit(_ act: AgentAct) async throws(VerbError) {
    var verdict = keeper.policy.verdict(on: act)
    guard verdict.permission != .allow else { return }
    if verdict.permission == .ask {
      switch approvals.answer(to: act, at: time.now().monotonic) {
      case true: return
      case false: verdict = PolicyVerdict(.deny, .answer)
      case nil: throw await ask(act, verdict)
      }
    }
    throw PolicyRefusal.error(act, verdict)
  }

  /// Checks a write by the policy: a move also for its target, a copy also for its source.
  func permit(_ write: Write, _ request: WriteRequest) async throws(VerbError) {
    let caller = request.caller
    guard let agent = caller.agent else { return }
    if case .copy(let source, _) = request.action {
      try await permit(.read, try WorkspacePath(checking: source), caller)
    }
    var kind: AgentAct.Kind =
      switch write.action {
      case .put: .write
      case .append: .append
      case .edit: .edit
      case .delete: .delete
      case .move: .move
      case .place: .restore
      }
    if case .copy(_, nil) = request.action { kind = .write }
    try await permit(kind, write.path, caller)
    try await permitChange(of: write.path)
    guard case .move(let target) = write.action else { return }
    try await permit(.move, target, caller)
    // A move of a folder moves all files in it.
    for path in await keeper.filesOnDisk(below: write.path) {
      let moved = target.string + String(Substring(path.utf8.dropFirst(write.path.string.utf8.count)))
      for name in [path, moved] {
        let names = keeper.formerNames.linkNames(of: name)
        let former = ([name] + names).flatMap(keeper.formerNames.names)
        try await permit(AgentAct(.move, name, names: names, formerNames: former, tool: caller.tool, agent: agent))
      }
    }
  }

  /// Checks whether a caller may restore a file: by the policy, and by the permissions of the present file.
  func permitRestore(of path: WorkspacePath, _ caller: Caller) async throws(VerbError) {
    guard caller.agent != nil else { return }
    try await permit(.restore, path, caller)
    try await permitChange(of: path)
  }

  /// Refuses an agent's change of a file whose owner may not write it.
  private func permitChange(of path: WorkspacePath) async throws(VerbError) {
    guard await keeper.run({ $0.rules.names.isWriteProtected(path) }) else { return }
    throw VerbError(
      .refused, "\(path.string) is write-protected: its owner has no permission to write it.",
      kept: "The file is as it was.", next: "Ask the person, or write your proposal to another file.",
      path: path.string, reason: Self.writeProtected)
  }

  /// The reason of a refusal because the file's owner may not write it.
  private static let writeProtected = "file.write-protected"

  /// Refuses deletions by an agent that would almost empty the folder, since a person must confirm such deletions.
  func permitDeletions(_ count: Int, _ caller: Caller) async throws(VerbError) {
    guard caller.agent != nil, count > 0,
      await keeper.run({ $0.recorder.executor.wouldEmpty(deleting: count) })
    else { return }
    throw VerbError(
      .refused,
      "More than half of the files of the last ten minutes would be gone, so nothing more is deleted for you.",
      kept: "Nothing was changed.",
      next: "Ask the person, who can delete them; what was deleted before comes back with 'stet undo --session'.")
  }

  /// Checks all changes of an undo by the policy, and by the permissions of the present files.
  ///
  /// - Returns: the append-only and write-protected files among others, which an agent's undo leaves unchanged.
  func permit(_ steps: [UndoPlan.Step], _ caller: Caller) async throws(VerbError) -> Set<WorkspacePath> {
    guard caller.agent != nil else { return [] }
    var kept: Set<WorkspacePath> = []
    let paths = try await keeper.paths(of: steps)
    for path in paths {
      do throws(VerbError) { try await permitRestore(of: path, caller) } catch {
        let stays = [PolicyVerdict.Reason.appendOnly.rawValue, Self.writeProtected].contains(error.reason)
        guard stays, kept.count < paths.count - 1 else { throw error }
        kept.insert(path)
      }
    }
    return kept
  }

  private func ask(_ act: AgentAct, _ verdict: PolicyVerdict) async -> VerbError {
    let id = QuestionSubject.approval(of: act)
    guard approvals.ask(id, for: act) else {
      return VerbError(
        .refused,
        "The policy has a person asked before \(act.agent) may \(act.phrase) \(act.path), and too many such "
          + "questions are open.", kept: "Nothing was changed.", next: "Ask the person to answer 'stet questions'.",
        path: act.path, reason: verdict.reason.rawValue)
    }
    await questions.run { $0.raise(.approval(act)) }
    return PolicyRefusal.question(act, id, verdict, asksInClient: keeper.policy.asksInClient)
  }

  /// Stores the person's answer to a question about an act.
  ///
  /// - Returns: false if no question with this id is open.
  func answer(_ id: String, isAllowed: Bool) -> Bool {
    approvals.answer(id, isAllowed: isAllowed, at: time.now().monotonic)
  }

  /// Records a person's answer, given in the agent's own client, to a question about that agent; it holds as long as
  /// any answer. The policy decides whether the client is trusted with this (`ask_in_client`).
  ///
  /// - Throws: `VerbError` (refused) for any other question, and if the policy does not trust the client.
  func answer(_ request: AnswerRequest, inClientOf agent: String) async throws(VerbError) -> QuestionReport {
    guard keeper.policy.asksInClient, approvals.isAbout(agent, request.id) else { throw Self.onlyPersons(request) }
    let report = try await questions.run { list throws(VerbError) in try list.answer(request.id, word: request.word) }
    _ = answer(request.id, isAllowed: request.word == "allow")
    await questions.run { $0.withdraw(request.id) }
    return report
  }

  /// Whether an agent may do an act now, without a question.
  func isAllowed(_ act: AgentAct) -> Bool {
    switch keeper.policy.verdict(on: act).permission {
    case .allow: true
    case .ask: approvals.answer(to: act, at: time.now().monotonic) == true
    case .deny: false
    }
  }

  /// Returns the error for an agent that answers a question.
  static func onlyPersons(_ request: AnswerRequest) -> VerbError {
    VerbError(
      .refused, "A question is answered by a person, never by an agent.", kept: "Nothing was changed.",
      next: "Ask the person to run 'stet questions answer \(request.id) \(request.word)' in a terminal of their own.")
  }
}
