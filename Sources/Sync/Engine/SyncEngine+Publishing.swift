internal import GitProcess
internal import GitObjects

/// The steps that publish.
extension SyncEngine {
  /// Publishes the tip, or the part of it that waits for no objects of large files.
  ///
  /// The objects are uploaded before the commits that name them, and everything else is published before both.
  ///
  /// - Parameter isAgreed: whether the person agreed to publish a branch beside the one that others use.
  func publish(_ tip: ObjectID, isAgreed: Bool = false) async throws -> StepEnd {
    guard let branch = machine.remote.branch else { return .again }
    if !isAgreed, machine.remote.commit == nil,
      let unmet = try await branches.unmet(besides: branch, tip: tip, isolation: self)
    {
      return try await ask(.unmetBranch, tip: tip, unmet: unmet)
    }
    await handle(.fact(.begins))
    let remote = machine.remote.commit
    let unsent = try await host.unsent(of: tip, over: remote)
    guard !unsent.versions.isEmpty else { return try await push(tip, isWhole: true) }
    guard let split = try repository.split(tip, over: remote, without: unsent.versions) else {
      return .awaitsObjects(problem: unsent.problem)
    }
    if split.tip != tip {
      try repository.keepReplaced(tip, at: clock.seconds())
      guard try await host.adopt(split.tip, expecting: tip, leaving: []) == .adopted else { return .again }
    }
    guard let ready = split.ready, ready != machine.remote.commit else {
      return .awaitsObjects(problem: unsent.problem)
    }
    return try await push(ready, isWhole: ready == tip)
  }

  /// Pushes a commit.
  ///
  /// - Parameters:
  ///   - isWhole: whether it is the tip, and not only the part that waits for no objects.
  ///   - mayEmpty: whether the person agreed that most files of the remote are gone.
  func push(_ tip: ObjectID, isWhole: Bool, mayEmpty: Bool = false) async throws -> StepEnd {
    guard let branch = machine.remote.branch else { return .again }
    var added: Int?
    if let remote = machine.remote.commit {
      let loss = try repository.loss(from: cleaned(remote), to: tip)
      await handle(.fact(.deletes(loss.gone.count)))
      if machine.burst.wait(at: clock.uptime()) != nil { return .ended(.postponed) }
      if loss.stops, !mayEmpty { return try await ask(.folderEmptied, tip: tip, loss: loss, isWhole: isWhole) }
      try await record(seen: remote)
      added = loss.added
    }
    let place = machine.inbox.isNeeded(at: clock.uptime()) ? machine.inbox.place : nil
    let answer: PushResult
    do {
      answer = try await send(
        repository.updates(for: tip, branch: branch, over: machine.remote.commit, adding: added, filling: place))
    } catch let error as TransportError {
      if error.mayBeDamageHere, await mend(error.description) { return .again }
      throw error
    }
    switch answer {
    case .accepted: return .published(isWhole: isWhole)
    case .rejectedNonFastForward: return .outrun(by: tip, isWhole: isWhole)
    case .locked(let words):
      guard machine.remote.locks > SyncMachine.mostLocks else { return .outrun(by: tip, isWhole: isWhole) }
      let advice = words.contains("File exists") ? "; if nothing pushes there now, delete that lock file" : ""
      return .ended(.refused("the remote cannot lock its branch, so the changes stay here: \(words)\(advice)"))
    case .refused(let words):
      if let cause = RefusalWords(words).ofRepository { return .ended(.refused(cause)) }
      return try await withhold(RefusalWords(words), of: tip, on: branch)
    }
  }

  /// Asks the remote to move references, its branch first, and records all answers; returns the answer for the branch.
  ///
  /// - Throws: `TransportError` if the remote did not answer, and then the next round asks for its state;
  ///   `ObjectStoreError` if an accepted update cannot be recorded.
  private func send(_ updates: [ReferenceUpdate]) async throws -> PushResult {
    let started = clock.uptime()
    await handle(.fact(.pushBegan(updates.first?.commit)))
    do {
      let answer = try await link.push(updates, started: started, isolation: self)
      if answer.answer == .accepted { try await record(seen: answer.commit) }
      await handle(.fact(.pushed(answer)))
      return answer.answer
    } catch {
      await handle(.fact(.pushFailed))
      throw error
    }
  }

  /// Finds the versions that the remote refuses and publishes everything else.
  ///
  /// - Parameter words: the remote's answer for the tip.
  private func withhold(
    _ words: RefusalWords, of tip: ObjectID, on branch: String
  ) async throws -> StepEnd {
    guard let inquiry = try RefusalInquiry(of: tip, over: machine.remote.commit, in: repository) else {
      return .ended(.refused(words.line))
    }
    let offer: RefusalInquiry.Offer = { [self] commit in
      try await send([ReferenceUpdate("refs/heads/" + branch, to: commit)])
    }
    var finding = try await inquiry.nameRefused(words, isolation: self, offer: offer)
    if case .unnamed(let words) = finding {
      guard inquiry.unpublished.isPlain, machine.search.isDue(at: clock.uptime()) else {
        return .ended(.refused(words.line))
      }
      finding = try await inquiry.searchRefused(words, isolation: self, offer: offer)
      if case .found = finding { await handle(.fact(.found)) }
    }
    switch finding {
    case .again: return .again
    case .refused(let line): return .ended(.refused(line))
    case .unnamed(let words): return .ended(.refused(words.line))
    case .vain(let isLone, let line):
      await handle(.fact(.vain(isLone: isLone)))
      return line.map { .ended(.refused($0)) } ?? .again
    case .found(let versions, let new):
      if !versions.isEmpty { try await host.refuse(versions) }
      if let new { try await adoptWithout(new.commit, over: tip, leaving: new.leaving) }
      return .again
    }
  }
}
