internal import GitObjects

/// The questions of a plan.
extension SyncEngine {
  /// Applies the person's answer to a question of the plan, or ends the round with the question.
  ///
  /// - Parameters:
  ///   - loss: the files that would be deleted, if the question is about that.
  ///   - unmet: the branch that others use, if it is not this folder's and shares no history with it.
  ///   - isWhole: whether the commit is the tip, and not only the part that waits for no objects.
  func ask(
    _ kind: SyncQuestion.Kind, tip: ObjectID?, loss: TreeLoss? = nil, unmet: BranchRename? = nil, isWhole: Bool = true
  ) async throws -> StepEnd {
    let remote = machine.remote.commit
    var question = SyncQuestion(
      kind: kind, tip: tip, remote: remote, gone: loss?.gone.count ?? 0, of: loss?.before ?? 0)
    if kind == .remoteRewritten { question.lost = machine.remote.seen }
    if let tip, kind == .remoteRewritten || kind == .unrelatedHistory {
      question.rescue = try repository.rescue(tip, at: clock.seconds())
    }
    if kind == .remoteBranchDeleted { question.renamed = try await branches.renamed(machine.remote, isolation: self) }
    if kind == .unmetBranch { question.renamed = unmet }
    guard let answer = await host.answer(to: question) else { return .ended(.question(question)) }
    switch (kind, answer) {
    case (.remoteRewritten, .join):
      await handle(.fact(.restoresLost))
      try await record(seen: remote)
    case (.unrelatedHistory, .join):
      guard let tip, let remote else { return .again }
      return try await merge(tip, cleaned(remote))
    case (.remoteRewritten, .take), (.unrelatedHistory, .take):
      guard let remote else { return .again }
      return try await adoptNow(SyncRepository.Target(commit: cleaned(remote)), over: tip)
    case (.remoteBranchDeleted, .join): try await record(seen: nil)
    case (.unmetBranch, .join):
      guard let tip else { return .again }
      return try await publish(tip, isAgreed: true)
    case (.folderEmptied, .join):
      guard let tip else { return .again }
      return try await push(tip, isWhole: isWhole, mayEmpty: true)
    // Nothing is published until the branch exists again.
    case (.remoteBranchDeleted, .take), (.unmetBranch, .take):
      try await leaveBranchDeleted(true)
      return .ended(.done(isConfirmed: true))
    case (.folderEmptied, .take):
      guard let tip, let loss else { return .again }
      let whole = try repository.bringBack(loss, in: tip, parents: [tip])
      return try await adoptNow(SyncRepository.Target(commit: whole), over: tip)
    case (.remoteEmptied, _), (.firstPublication, _): break
    }
    return .again
  }
}
