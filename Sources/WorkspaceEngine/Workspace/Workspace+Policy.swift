internal import WorkspaceAPI
internal import Documents
internal import GitObjects
internal import History

extension Workspace {
  /// Checks by the policy whether a caller may do an act; a person may do everything.
  ///
  /// - Throws: `VerbError`: `.refused` with the policy's reason, `.question` if a person must approve the act first.
  func permit(_ kind: AgentAct.Kind, _ path: WorkspacePath, _ caller: Caller) async throws(VerbError) {
    guard let agent = caller.agent else { return }
    try permit(await act(kind, path, tool: caller.tool, agent: agent))
  }

  /// Returns an act on a file, with all present and former names of the file.
  func act(_ kind: AgentAct.Kind, _ path: WorkspacePath, tool: String?, agent: String) async -> AgentAct {
    let names = await queue.names(of: path)
    return AgentAct(
      kind, path.string, names: names, formerNames: names.flatMap(queue.formerNames.names), tool: tool, agent: agent)
  }

  /// Refuses an agent's request for a protected file before anything about the file is looked up.
  func permitProtected(_ path: WorkspacePath, _ caller: Caller) async throws(VerbError) {
    guard let agent = caller.agent else { return }
    let act = await self.act(.read, path, tool: caller.tool, agent: agent)
    let verdict = queue.policy.verdict(on: act)
    if verdict.reason == .protected { throw PolicyRefusal.error(act, verdict) }
  }

  private func permit(_ act: AgentAct) throws(VerbError) {
    var verdict = queue.policy.verdict(on: act)
    guard verdict.permission != .allow else { return }
    if verdict.permission == .ask {
      switch approvals.answer(to: act, at: time.now().monotonic) {
      case true: return
      case false: verdict = PolicyVerdict(.deny, .answer)
      case nil: throw ask(act, verdict)
      }
    }
    throw PolicyRefusal.error(act, verdict)
  }

  /// Checks a write by the policy: a move also for its target, a copy also for its source.
  func permit(_ write: Write, _ request: WriteRequest) async throws(VerbError) {
    let caller = request.caller
    guard let agent = caller.agent else { return }
    if case .copy(let source, _) = request.action { try await permit(.read, try checked(source), caller) }
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
    if await queue.isWriteProtected(write.path) {
      throw VerbError(
        .refused, "\(write.path.string) is write-protected: its owner has no permission to write it.",
        kept: "The file is as it was.", next: "Ask the person, or write your proposal to another file.",
        path: write.path.string)
    }
    guard case .move(let target) = write.action else { return }
    try await permit(.move, target, caller)
    // A move of a folder moves all files in it.
    for path in await queue.filesOnDisk(below: write.path) {
      let moved = target.string + String(Substring(path.utf8.dropFirst(write.path.string.utf8.count)))
      for name in [path, moved] {
        let names = queue.formerNames.linkNames(of: name)
        let former = ([name] + names).flatMap(queue.formerNames.names)
        try permit(AgentAct(.move, name, names: names, formerNames: former, tool: caller.tool, agent: agent))
      }
    }
  }

  /// Checks all changes of an undo by the policy.
  ///
  /// - Returns: the append-only files among others, which an agent's undo leaves unchanged.
  func permit(_ steps: [UndoPlan.Step], _ caller: Caller) async throws(VerbError) -> Set<WorkspacePath> {
    guard caller.agent != nil else { return [] }
    var kept: Set<WorkspacePath> = []
    let paths = try await queue.paths(of: steps)
    for path in paths {
      do throws(VerbError) { try await permit(.restore, path, caller) } catch {
        let isAppendOnly = error.reason == PolicyVerdict.Reason.appendOnly.rawValue
        guard isAppendOnly, kept.count < paths.count - 1 else { throw error }
        kept.insert(path)
      }
    }
    return kept
  }

  private func ask(_ act: AgentAct, _ verdict: PolicyVerdict) -> VerbError {
    let id = QuestionSubject.approval(of: act)
    guard approvals.ask(id, for: act) else {
      return VerbError(
        .refused,
        "The policy has a person asked before \(act.agent) may \(act.phrase) \(act.path), and too many such "
          + "questions are open.", kept: "Nothing was changed.", next: "Ask the person to answer 'stet questions'.",
        path: act.path, reason: verdict.reason.rawValue)
    }
    questionList.raise(.approval(act))
    return PolicyRefusal.question(act, id, verdict, asksInClient: queue.policy.asksInClient)
  }

  /// Records a person's answer, given in the agent's own client, to a question about that agent; it holds as long as
  /// any answer. The policy decides whether the client is trusted with this (`ask_in_client`).
  ///
  /// - Throws: `VerbError` (refused) for any other question, and if the policy does not trust the client.
  func answer(_ request: AnswerRequest, inClientOf agent: String) throws(VerbError) -> QuestionReport {
    guard queue.policy.asksInClient, approvals.isAbout(agent, request.id) else { throw Self.onlyPersons(request) }
    let report = try questionList.answer(request.id, word: request.word)
    _ = approvals.answer(request.id, isAllowed: request.word == "allow", at: time.now().monotonic)
    questionList.withdraw(request.id)
    return report
  }

  /// Returns the error for an agent that answers a question.
  static func onlyPersons(_ request: AnswerRequest) -> VerbError {
    VerbError(
      .refused, "A question is answered by a person, never by an agent.", kept: "Nothing was changed.",
      next: "Ask the person to run 'stet questions answer \(request.id) \(request.word)' in a terminal of their own.")
  }

  /// Carries out a person's answer to a question about the policy; `path` is the question's path.
  ///
  /// - Returns: whether the question was about the policy.
  func answerPolicy(_ id: String, word: String, path: String?) async throws(VerbError) -> Bool {
    if approvals.answer(id, isAllowed: word == "allow", at: time.now().monotonic) || id.hasPrefix("approval-") {
      questionList.withdraw(id)
      return true
    }
    if id.hasPrefix("secret-"), let path = path.flatMap({ try? WorkspacePath($0) }) {
      questionList.withdraw(id)
      if word == "allow" { try await allowSecrets(in: path) }
      return true
    }
    if id.hasPrefix("local-only-"), let path {
      questionList.withdraw(id)
      await queue.knowPublished(path)
      return true
    }
    if QuestionSubject.isAboutControlFile(id), let path {
      let change = await queue.controlChange(path)
      await queue.settleControlFile(path)
      if word == "restore", let change {
        let caller = Caller(tool: "stet questions answer")
        _ = try await restore(RestoreRequest(paths: [path], revision: change.before.hex, caller: caller))
      }
      return true
    }
    if await arrivedSecrets.answer(id, isKnown: word == "known", allowed: queue.allowedSecrets) {
      questionList.withdraw(id)
      return true
    }
    guard QuestionSubject.isAboutPolicy(id) else { return false }
    // The question is closed first; if the situation continues, it is raised anew.
    questionList.withdraw(id)
    switch word {
    case "accept": try await queue.acceptPolicy(QuestionSubject.policyVersion(in: id))
    case "put-back": try await putPolicyBack()
    default: await queue.judgePolicy()
    }
    return true
  }

  /// Checks the policy after a person's verb wrote it; a caller who is not proven to be the person accepts nothing.
  func judgePolicy(writtenBy request: WriteRequest, _ result: WriteResult) async {
    // In quiet it is a save as by any program.
    var isPersons = isProven(request.caller)
    if !isPersons, request.caller.agent == nil { isPersons = await queue.isQuiet }
    guard isPersons else { return await queue.judgePolicy() }
    await queue.judgePolicy(writtenBy: request, result)
  }

  /// Replaces the current policy file by the accepted policy, as the person's change.
  private func putPolicyBack() async throws(VerbError) {
    let caller = Caller(tool: "stet questions answer")
    let texts = queue.policy.texts
    guard let text = texts.accepted, !text.isEmpty else {
      guard texts.onDisk != nil else { return }
      _ = try await write(WriteRequest(path: PolicyBook.file, action: .delete, caller: caller))
      return
    }
    _ = try await write(WriteRequest(path: PolicyBook.file, action: .put(Array(text.utf8)), caller: caller))
  }
}
