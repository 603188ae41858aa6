internal import GitObjects

/// The steps that combine both sides here.
extension SyncEngine {
  /// Carries out a step.
  func carryOut(_ step: ExchangeStep) async throws -> StepEnd {
    switch step {
    case .take(let inbox, let tip):
      guard let branch = machine.remote.branch else { return .again }
      let inbox = try cleaned(inbox)
      return try await adopt(repository.add(inbox: inbox, to: tip, on: branch), over: tip, taking: inbox)
    case .publish(let tip): return try await publish(tip)
    case .adopt(let tip):
      guard let remote = machine.remote.commit else { return .again }
      await handle(.fact(.begins))
      return try await adopt(SyncRepository.Target(commit: cleaned(remote)), over: tip)
    case .merge(let tip):
      guard let remote = machine.remote.commit else { return .again }
      await handle(.fact(.begins))
      let end = try await merge(tip, cleaned(remote))
      return end == .again ? .prepared : end
    case .ask(let kind, let tip):
      if kind == .unrelatedHistory, try await joinUntouched(tip) { return .again }
      return try await ask(kind, tip: tip)
    case .askToPublish(let tip, let address):
      let changed = try repository.changes(from: machine.remote.commit, to: tip)
      return .ended(
        .question(
          SyncQuestion(
            kind: .firstPublication, tip: tip, remote: machine.remote.commit,
            publication: .init(address: address, branch: machine.remote.branch ?? "", changed: changed))))
    }
  }

  /// Returns the commit to adopt instead of one from the remote.
  func cleaned(_ id: ObjectID) throws(ObjectStoreError) -> ObjectID {
    let cleaned = try repository.cleaned(id)
    if let lines = cleaned.lines { host.publish(.leftOut(cleaned.commit, lines)) }
    return cleaned.commit
  }

  /// Replays the tip on the remote or merges the two, in memory, and asks the recorder to adopt the result.
  func merge(_ tip: ObjectID, _ remote: ObjectID) async throws -> StepEnd {
    guard let branch = machine.remote.branch else { return .again }
    let line = machine.remote.restoresLost ? nil : try repository.line(of: tip, over: remote, on: branch)
    let target = try repository.merge(tip, remote, line: line)
    if target.isReplayed { try repository.keepReplaced(tip, at: clock.seconds()) }
    return try await adopt(target, over: tip)
  }

  /// Asks the recorder to adopt a commit that contains tip and remote, unless it would empty the folder.
  ///
  /// - Parameter taken: the commit that was merged, if it is not the remote's.
  private func adopt(
    _ target: SyncRepository.Target, over tip: ObjectID?, taking taken: ObjectID? = nil
  ) async throws -> StepEnd {
    guard let tip else { return try await adoptNow(target, over: nil) }
    let loss = try repository.loss(from: tip, to: target.commit)
    guard loss.stops else { return try await adoptNow(target, over: tip) }
    let question = SyncQuestion(
      kind: .remoteEmptied, tip: tip, remote: machine.remote.commit, gone: loss.gone.count, of: loss.before ?? 0)
    switch await host.answer(to: question) {
    case nil: return .ended(.question(question))
    case .take: return try await adoptNow(target, over: tip)
    case .join:
      let parents = [tip, taken ?? machine.remote.commit ?? target.commit].sorted()
      let whole = try repository.bringBack(loss, in: target.commit, parents: parents)
      return try await adoptNow(SyncRepository.Target(commit: whole, conflicts: target.conflicts), over: tip)
    }
  }

  /// Asks the recorder to adopt a commit.
  func adoptNow(_ target: SyncRepository.Target, over tip: ObjectID?) async throws -> StepEnd {
    if try await host.adopt(target.commit, expecting: tip, leaving: []) == .adopted {
      try await record(seen: machine.remote.commit)
      await handle(.fact(.adopted(from: tip, to: target.commit, conflicts: target.conflicts)))
    } else {
      await handle(.fact(.missed))
    }
    return .again
  }

  /// Asks the recorder to adopt the tip without versions that the remote refuses.
  func adoptWithout(_ target: ObjectID, over tip: ObjectID, leaving paths: Set<NameKey>) async throws {
    try repository.keepReplaced(tip, at: clock.seconds())
    // A version that is in no file any more exists nowhere else, so it is kept without end, unlike a tip that is
    // replayed whole.
    try repository.rescue(tip, at: clock.seconds())
    if try await host.adopt(target, expecting: tip, leaving: paths) == .adopted {
      try await record(seen: machine.remote.commit)
    }
  }

  /// Joins unrelated histories that were begun for each other, or of which one has nothing but the template's content;
  /// returns false if a person must decide (decision 20).
  ///
  /// A local template is replaced by the remote's content, as if the folder had been cloned. A template on the remote
  /// is merged, unless the merge has conflicts.
  private func joinUntouched(_ tip: ObjectID?) async throws -> Bool {
    guard let tip, let remote = machine.remote.commit else { return false }
    if try repository.isUntouched(tip, host.template) {
      try repository.keepReplaced(tip, at: clock.seconds())
      return try await adoptNow(SyncRepository.Target(commit: cleaned(remote)), over: tip) == .again
    }
    if machine.remote.seen == nil, await host.joinedEmpty() { return try await merge(tip, cleaned(remote)) == .again }
    guard try repository.isUntouched(remote, host.template),
      let merge = try repository.mergeWithoutConflicts(tip, cleaned(remote))
    else { return false }
    return try await adoptNow(SyncRepository.Target(commit: merge), over: tip) == .again
  }
}
