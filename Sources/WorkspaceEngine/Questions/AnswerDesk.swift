internal import FolderKeeping
internal import GitObjects
internal import Merge
internal import Permissions
internal import Recording
internal import WorkspaceAPI

/// The decisions of the person: lists the open questions, carries out answers, and puts policies in force.
struct AnswerDesk: Sendable {
  /// The recorder and the policy.
  let keeper: FolderKeeper
  /// The open questions.
  let questions: QuestionList
  /// The open conflicts.
  let conflicts: ConflictDesk
  let permissions: AgentPermissions
  /// The audit log of agents' calls.
  let audit: AgentAudit
  /// Checks that a caller is the person.
  let person: PersonCheck
  /// The secrets in commits.
  let secrets: SecretDesk
  /// The exchange, which goes on after an answer.
  let exchange: ExchangeKeeper
  /// Resolves conflicts.
  let resolves: ResolveDesk
  /// Restores files.
  let restores: RestoreDesk
  /// Writes files.
  let writes: WriteDesk

  /// Returns the open questions to the person, conflicts included, oldest first.
  func list() async throws(VerbError) -> [QuestionReport] {
    var open = questions.open
    for conflict in try await resolves.list(.person) {
      open.append(QuestionSubject.conflict(conflict).report(since: conflict.time))
    }
    return open.sorted { ($0.since, $0.id) < ($1.since, $1.id) }
  }

  /// Answers a question for a person; an agent may only pass on an answer that the person gave in its client.
  func answer(_ request: AnswerRequest) async throws(VerbError) -> QuestionReport {
    if let agent = request.caller.agent {
      return try await audit.audited("answer", request.caller, request.id, other: request.word) {
        () async throws(VerbError) in
        guard request.isFromClient == true else { throw AgentPermissions.onlyPersons(request) }
        return try await permissions.answer(request, inClientOf: agent)
      }
    }
    let conflicts = try await conflicts.open().list
    let id = try QuestionName.find(
      request.id, among: questions.open.map(\.id) + conflicts.map(\.conflict.id))
    if QuestionSubject.isAboutPolicy(id), request.word == "accept" {
      try await person.require(request.caller, "A policy is accepted", "'stet policy diff' and 'stet policy accept'")
      // The end of the id names the text that the person saw.
      guard request.id == id else { throw PolicyRefusal.shortened(request.id, of: id) }
    }
    if QuestionSubject.isAboutControlFile(id), request.word == "accept" {
      try await person.require(request.caller, "A control file is accepted", "'stet questions answer'")
    }
    if let entry = conflicts.first(where: { $0.conflict.id == id }) { return try await answer(entry, request) }
    // A git command that has just ended refuses no answer. The question is unanswered until then: a barrier takes an
    // answered one for carried out.
    if id == CaptureDesk.branchQuestion || id == StoppedDeletions.question { await keeper.awaitRest() }
    let report = try await questions.run { list throws(VerbError) in try list.answer(id, word: request.word) }
    do throws(VerbError) {
      if try await answerPolicy(id, word: request.word, path: report.path) { return report }
      if try await !exchange.answer(id, word: request.word) { try await keeper.answer(id, word: request.word) }
    } catch {
      // An answer that was refused is not carried out later: the person can give it again.
      await questions.run { $0.takeBack(id) }
      throw error
    }
    await exchange.look()
    return report
  }

  /// Closes a question that was answered and carried out.
  private func close(_ id: String) async { await questions.run { $0.withdraw(id) } }

  /// Resolves a conflict with one of the words of `stet resolve --keep`.
  private func answer(
    _ entry: OpenConflicts.Entry, _ request: AnswerRequest
  ) async throws(VerbError) -> QuestionReport {
    let choices: [String: ResolveRequest.Choice] = ["current": .current, "other": .other, "both": .both]
    guard let choice = choices[request.word] else {
      throw QuestionList.noAnswer(request.word, to: entry.conflict.id, ["current", "other", "both"])
    }
    let conflict = await keeper.report(entry)
    var caller = request.caller
    caller.tool = caller.tool ?? "stet questions answer"
    _ = try await resolves.resolve(ResolveRequest(path: entry.conflict.id, choice: choice, caller: caller))
    var report = QuestionSubject.conflict(conflict).report(since: conflict.time)
    report.answered = request.word
    return report
  }

  /// Carries out a person's answer to a question about the policy; `path` is the question's path.
  ///
  /// - Returns: whether the question was about the policy.
  private func answerPolicy(_ id: String, word: String, path: String?) async throws(VerbError) -> Bool {
    if permissions.answer(id, isAllowed: word == "allow") || id.hasPrefix("approval-") {
      await close(id)
      return true
    }
    if id.hasPrefix("secret-"), let path = path.flatMap({ try? WorkspacePath($0) }) {
      // To allow closes it, before the file is recorded: another secret in it is another question.
      if word == "allow" {
        try await allowSecrets(in: path)
      } else {
        try await keeper.run { keeper throws(VerbError) in try keeper.rules.held.keepSecret(in: path) }
        await close(id)
      }
      return true
    }
    if id.hasPrefix("local-only-"), let path {
      await close(id)
      await keeper.run { $0.rules.localOnly.knowPublished(path) }
      return true
    }
    if QuestionSubject.isAboutControlFile(id), let path {
      let change = await keeper.run { $0.rules.controls.controlChange(path) }
      if word == "restore", let change { try await restore(change) }
      // A command may have changed it again meanwhile, which is another question.
      await keeper.run { keeper in
        guard keeper.rules.controls.controlChange(path) == change else { return }
        keeper.rules.controls.settleControlFile(path)
      }
      return true
    }
    if await secrets.answer(id, isKnown: word == "known") {
      await close(id)
      return true
    }
    guard QuestionSubject.isAboutPolicy(id) else { return false }
    // The question stays open if the write is refused: nothing but a change of the file raises it anew.
    if word == "put-back" { try await putPolicyBack() }
    // The question is closed before the policy is read; if the situation continues, it is raised anew.
    await close(id)
    switch word {
    case "accept":
      try await keeper.run { keeper throws(VerbError) in
        try keeper.rules.policies.acceptPolicy(QuestionSubject.policyVersion(in: id))
      }
    default: await keeper.judgePolicy()
    }
    return true
  }

  /// Restores a control file to its state before an agent's command changed it, as the person's change.
  ///
  /// - Throws: `VerbError` if the file was not restored.
  private func restore(_ change: ControlChange) async throws(VerbError) {
    let caller = Caller(tool: "stet questions answer")
    let request = RestoreRequest(paths: [change.path], revision: change.before.hex, caller: caller)
    guard let kept = try await restores.restore(request).kept.first else { return }
    throw VerbError(
      .failed, "\(change.path) was not restored: \(kept.what)", kept: "The file is as it was; the question stays open.",
      next: kept.next ?? "Answer the question again.", path: change.path)
  }

  /// Replaces the current policy file by the accepted policy, as the person's change.
  private func putPolicyBack() async throws(VerbError) {
    let caller = Caller(tool: "stet questions answer")
    let texts = keeper.policy.texts
    guard let text = texts.accepted, !text.isEmpty else {
      guard texts.onDisk != nil else { return }
      _ = try await writes.write(WriteRequest(path: Policy.file, action: .delete, caller: caller))
      return
    }
    _ = try await writes.write(WriteRequest(path: Policy.file, action: .put(Array(text.utf8)), caller: caller))
  }

  /// Returns the policy, or puts the current file in force for a person, never for an agent.
  func policy(_ request: PolicyRequest) async throws(VerbError) -> PolicyReport {
    switch request.action {
    case .show: return await policyReport([])
    case .check:
      guard let text = request.path else {
        throw VerbError(.usage, "No path is named.", next: "Name the file: 'stet policy check PATH'.")
      }
      let path = try WorkspacePath(checking: text)
      var act = await permissions.act(.read, path, tool: nil, agent: request.agent ?? "")
      return await policyReport(
        AgentAct.Kind.allCases.map { kind in
          act.kind = kind
          let verdict = keeper.policy.verdict(on: act)
          return PolicyReport.Answer(
            act: kind.rawValue, permission: verdict.permission, reason: verdict.reason, pattern: verdict.pattern,
            name: verdict.name)
        })
    case .allowSecret:
      try await person.require(request.caller, "A secret is allowed", "'stet policy allow-secret'")
      try await allowSecrets(in: try WorkspacePath(checking: request.path ?? ""))
      return await policyReport([])
    case .accept:
      try await person.require(request.caller, "A policy is accepted", "'stet policy diff' and 'stet policy accept'")
      guard let version = request.version else {
        throw VerbError(
          .usage, "The version of the policy to accept is not named.", kept: "Nothing was changed.",
          next: "Run 'stet policy diff', which names it.", path: Policy.file)
      }
      try await keeper.run { keeper throws(VerbError) in try keeper.rules.policies.acceptPolicy(version) }
      return await policyReport([])
    }
  }

  private func allowSecrets(in path: WorkspacePath) async throws(VerbError) {
    try await secrets.allow(in: path)
    await exchange.look()
  }

  private func policyReport(_ answers: [PolicyReport.Answer]) async -> PolicyReport {
    let texts = keeper.policy.texts
    var report = PolicyReport(
      state: "accepted", problem: nil, accepted: texts.accepted ?? "", onDisk: texts.onDisk,
      version: await keeper.run { $0.rules.policies.policyVersion(of: texts.onDisk) }, answers: answers)
    switch keeper.policy.verdict {
    case .accepted: break
    case .waiting: report.state = "waiting"
    case .broken(let error):
      report.state = "broken"
      report.problem = error.description
    }
    return report
  }
}
