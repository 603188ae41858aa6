package import WorkspaceAPI
internal import GitObjects
internal import Merge

extension Workspace {
  /// Returns the open questions to the person, conflicts included, oldest first.
  package func questions() async throws(VerbError) -> [QuestionReport] {
    var open = questionList.open
    for conflict in try await conflicts(.person) {
      open.append(QuestionSubject.conflict(conflict).report(since: conflict.time))
    }
    return open.sorted { ($0.since, $0.id) < ($1.since, $1.id) }
  }

  /// Answers a question for a person; an agent may only pass on an answer that the person gave in its client.
  package func answer(_ request: AnswerRequest) async throws(VerbError) -> QuestionReport {
    if let agent = request.caller.agent {
      return try await agentAudit.audited("answer", request.caller, request.id, other: request.word) {
        () async throws(VerbError) in
        guard request.isFromClient == true else { throw AgentPermissions.onlyPersons(request) }
        return try permissions.answer(request, inClientOf: agent)
      }
    }
    let conflicts = try await conflictDesk.open().list
    let id = try QuestionName.find(
      request.id, among: questionList.open.map(\.id) + conflicts.map(\.conflict.id))
    if QuestionSubject.isAboutPolicy(id), request.word == "accept" {
      try await requirePerson(request.caller, "A policy is accepted", "'stet policy diff' and 'stet policy accept'")
      // The end of the id names the text that the person saw.
      guard request.id == id else { throw PolicyRefusal.shortened(request.id, of: id) }
    }
    if QuestionSubject.isAboutControlFile(id), request.word == "accept" {
      try await requirePerson(request.caller, "A control file is accepted", "'stet questions answer'")
    }
    if let entry = conflicts.first(where: { $0.conflict.id == id }) { return try await answer(entry, request) }
    let report = try questionList.answer(id, word: request.word)
    if try await answerPolicy(id, word: request.word, path: report.path) { return report }
    if try !exchange.answer(id, word: request.word) { try await queue.answer(id, word: request.word) }
    await exchange.look()
    return report
  }

  /// Resolves a conflict with one of the words of `stet resolve --keep`.
  private func answer(
    _ entry: OpenConflicts.Entry, _ request: AnswerRequest
  ) async throws(VerbError) -> QuestionReport {
    let choices: [String: ResolveRequest.Choice] = ["current": .current, "other": .other, "both": .both]
    guard let choice = choices[request.word] else {
      throw QuestionList.noAnswer(request.word, to: entry.conflict.id, ["current", "other", "both"])
    }
    let conflict = await queue.report(entry)
    var caller = request.caller
    caller.tool = caller.tool ?? "stet questions answer"
    _ = try await resolve(ResolveRequest(path: entry.conflict.id, choice: choice, caller: caller))
    var report = QuestionSubject.conflict(conflict).report(since: conflict.time)
    report.answered = request.word
    return report
  }
}
