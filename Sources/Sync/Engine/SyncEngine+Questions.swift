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
    var question = try repository.question(kind, tip, machine.remote, loss, at: clock.seconds())
    if kind == .remoteBranchDeleted { question.renamed = try await branches.renamed(machine.remote, isolation: self) }
    if kind == .unmetBranch { question.renamed = unmet }
    guard let answer = await host.answer(to: question) else { return .ended(.question(question)) }
    switch question.effect(of: answer) {
    case .plan: break
    case .restoreLost:
      await handle(.fact(.restoresLost))
      try await record(seen: question.remote)
    case .forget: try await record(seen: nil)
    case .leaveDeleted:
      try await leaveBranchDeleted(true)
      return .ended(.done(isConfirmed: true))
    case .merge(let tip, let remote): return try await merge(tip, cleaned(remote))
    case .follow(let remote): return try await adoptNow(SyncRepository.Target(commit: cleaned(remote)), over: tip)
    case .publish(let tip): return try await publish(tip, isAgreed: true)
    case .push(let tip): return try await push(tip, isWhole: isWhole, mayEmpty: true)
    case .bringBack(let tip):
      guard let loss else { break }
      let whole = try repository.bringBack(loss, in: tip, parents: [tip])
      return try await adoptNow(SyncRepository.Target(commit: whole), over: tip)
    }
    return .again
  }
}
