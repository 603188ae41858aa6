internal import GitProcess
internal import GitObjects

/// The parts of a round in which the engine finds out the state of both sides.
extension SyncEngine {
  /// The longest time for which writes wait.
  private static let longestHold = Duration.milliseconds(500)

  /// Asks the host for the branch, and reads the notes about it if it is another one.
  ///
  /// - Parameter isFirst: whether a round begins.
  func findBranch(isFirst: Bool) async throws -> ExchangeEvent {
    if isFirst { host.prepare(try repository.open().graph) }
    if Task.isCancelled { throw TransportError.cancelled }
    let branch = await host.branch()
    return .onBranch(branch == machine.remote.branch ? nil : try repository.notes(of: branch))
  }

  /// Fetches the branch; after a failure that damage here may have caused, once more if it was repaired.
  func fetch(_ branch: String) async throws -> ExchangeEvent {
    let started = clock.uptime()
    do {
      let commit: ObjectID?
      do {
        commit = try await link.fetch(branch, isolation: self)
      } catch let error as TransportError where error.mayBeDamageHere {
        guard await mend(error.description) else { throw error }
        commit = try await link.fetch(branch, isolation: self)
      }
      if let commit {
        try await leaveBranchDeleted(false)
        // git syncs the objects that it fetched, but not the reference.
        if commit != machine.remote.latest { try repository.open().store.synchronize([]) }
      }
      return .fetched(
        FetchAnswer(
          commit: commit, inboxes: try repository.othersInboxes(for: branch), asked: started,
          contact: clock.seconds()))
    } catch {
      await handle(.fact(.fetchFailed))
      throw error
    }
  }

  /// Finds out the state of both sides.
  ///
  /// - Parameter holdsWrites: whether agents' writes wait until the next adoption.
  func survey(holdsWrites: Bool) async throws -> ExchangeEvent {
    if holdsWrites { await host.hold(Self.longestHold) }
    var survey = Survey(tip: await host.tip())
    survey.plan = try repository.plan(survey.tip, machine.remote)
    // The question about a rewritten or deleted branch comes first: to leave out versions records the remote's branch as
    // seen, which would answer it. A branch without common history may be this folder's own, without such versions.
    if let tip = survey.tip, !survey.plan.asksAboutLoss {
      guard let gate = try await withholdKnown(tip) else {
        survey.isWithheld = true
        return .surveyed(survey)
      }
      survey.gate = gate
    }
    if survey.plan == .nothing { try await record(seen: machine.remote.commit) }
    if survey.plan == .push { survey.publication = await host.publication() }
    try repository.findInboxes(
      for: &survey, machine.remote, machine.inbox, isWaitedFor: !machine.waiters.isEmpty, at: clock.uptime())
    return .surveyed(survey)
  }

  /// Removes versions that the remote is known to refuse from the unpublished commits; returns whether the rest may be
  /// published. nil if the tip was moved, or moved meanwhile, so that the next step must be planned.
  private func withholdKnown(_ tip: ObjectID) async throws -> Survey.Gate? {
    let refused: Set<PathVersion>
    do {
      guard let known = try await host.refused() else { return .unknown }
      refused = known
    } catch {
      if Task.isCancelled { throw TransportError.cancelled }
      // Only publishing stops: commits of other machines are still taken.
      return .failed("\(error)")
    }
    let kept: Withholding
    switch try repository.withhold(refused, of: tip, over: machine.remote.commit) {
    case .possible(let made): kept = made
    case .impossible(let versions):
      guard !versions.isEmpty, let words = await host.forbids(versions) else { return .open }
      return .forbidden(words)
    }
    try await adoptWithout(kept.commit, over: tip, leaving: kept.paths)
    return nil
  }

  /// Asks the host to repair damage here; returns whether it repaired anything. The recorded state of the remote's
  /// branch is read again, because it may have been damaged too.
  func mend(_ words: String) async -> Bool {
    guard await host.mend(words) else { return false }
    if let branch = machine.remote.branch, let notes = try? repository.notes(of: branch) {
      await handle(.fact(.reread(notes)))
    }
    return true
  }

  /// Records the remote's branch: from now on it may lose this commit only if a person agrees.
  func record(seen commit: ObjectID?) async throws {
    guard let branch = machine.remote.branch, commit != machine.remote.seen else { return }
    try repository.record(seen: commit, on: branch)
    await handle(.fact(.recorded(commit)))
  }

  /// Records whether the person wants the branch to stay deleted on the remote; the question is not asked again then,
  /// not even after a restart.
  func leaveBranchDeleted(_ leaves: Bool) async throws {
    guard let branch = machine.remote.branch, leaves != machine.remote.leavesDeleted else { return }
    try repository.record(leftDeleted: leaves ? machine.remote.seen : nil, on: branch)
    await handle(.fact(.leavesDeleted(leaves)))
  }
}
