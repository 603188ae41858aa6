internal import WorkspaceAPI
internal import GitObjects
internal import History

extension Workspace {
  /// Carries out a person's answer to a question about the policy; `path` is the question's path.
  ///
  /// - Returns: whether the question was about the policy.
  func answerPolicy(_ id: String, word: String, path: String?) async throws(VerbError) -> Bool {
    if permissions.answer(id, isAllowed: word == "allow") || id.hasPrefix("approval-") {
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
    guard await isProven(request.caller) else { return await queue.judgePolicy() }
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
