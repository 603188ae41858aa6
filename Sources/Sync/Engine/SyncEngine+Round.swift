internal import GitObjects

extension SyncEngine {
  /// The number of rejected pushes or moved tips in a row after which a round ends, so that others get their turn.
  private static let attempts = 6
  /// The number of times in a row that the tip may move while a commit for adoption is made; then writes wait for the
  /// next one.
  private static let misses = 3
  /// The longest time for which writes wait.
  private static let longestHold = Duration.milliseconds(500)

  /// Plans and executes steps until both sides are equal or something prevents it.
  func exchange() async -> RoundEnd {
    var attempts = 0
    var isConfirmed = false
    // A new merge is pushed before the remote is asked again, whatever was reported meanwhile: a machine that needs
    // longer to fetch than others need to save would never push (review B1).
    var isPrepared = false
    let hasNews = tipMoved
    tipMoved = false
    do {
      host.prepare(try open().graph)
      while attempts < Self.attempts {
        if Task.isCancelled { return .failed(.cancelled) }
        let branch = await host.branch()
        try take(branch)
        let goesFirst = isPrepared || (attempts == 0 && goesToInboxFirst(hasNews))
        if mustFetch, !goesFirst {
          try await fetch(branch)
          isConfirmed = true
        }
        isPrepared = false
        if missed >= Self.misses { await host.hold(Self.longestHold) }
        let tip = await host.tip()
        if let tip, try await withholdKnown(tip) {
          attempts += 1
          continue
        }
        let plan = try plan(tip)
        if plan == .push || plan == .nothing, let tip, let other = try waitingInbox(besides: tip, plan) {
          if let end = try await take(inbox: other, over: tip) { return end }
          attempts += 1
          continue
        }
        switch plan {
        case .nothing:
          try note(remote)
          if isConfirmed || waiters.isEmpty { return .done(isConfirmed: isConfirmed) }
          mustFetch = true
        case .push:
          guard let tip else { return .done(isConfirmed: isConfirmed) }
          switch await host.publication() {
          case .open: break
          case .asks(let address): return .question(try publicationQuestion(tip, to: address))
          case .closed:
            if isConfirmed || waiters.isEmpty { return .done(isConfirmed: isConfirmed) }
            mustFetch = true
            continue
          }
          guard isLookedThrough else { return .postponed }
          if let forbidden { return .refused(forbidden) }
          if tip == left?.commit, let remote, try isAboutToBeTaken(tip, into: remote) {
            return .done(isConfirmed: isConfirmed)
          }
          if waiters.isEmpty, pace.wait(at: clock.uptime()) != nil {
            tipMoved = true
            return .done(isConfirmed: isConfirmed)
          }
          if remote == nil {
            if leavesBranchDeleted { return .done(isConfirmed: true) }
            if let unmet = try await unmetBranch(besides: branch, tip: tip) {
              if let end = try await ask(.unmetBranch, tip: tip, unmet: unmet) { return end }
              attempts += 1
              continue
            }
          }
          tellSyncing()
          switch try await sendObjects(of: tip) {
          case .again: break
          case .wait(let problem):
            if isConfirmed || waiters.isEmpty { return .waiting(problem: problem) }
            mustFetch = true
          case .publish(let commit):
            let end = try await publish(commit, to: branch)
            // Commits that wait for their objects are left; the next step checks whether they still wait.
            if let end, commit == tip || !end.isDone { return end }
          }
          attempts += 1
        case .adopt:
          tellSyncing()
          guard let remote else { return .done(isConfirmed: isConfirmed) }
          if let end = try await adopt(cleaned(remote), over: tip, conflicts: 0) { return end }
          attempts += 1
        case .merge:
          guard let tip, let remote, try !isAboutToBeTaken(tip, into: remote) else {
            return .done(isConfirmed: isConfirmed)
          }
          tellSyncing()
          if let end = try await merge(tip, cleaned(remote)) { return end }
          isPrepared = true
          attempts += 1
        case .question(.remoteBranchDeleted) where leavesBranchDeleted:
          return .done(isConfirmed: true)
        case .question(.unrelatedHistory) where try await joinUntouched(tip): attempts += 1
        case .question(let kind):
          if let end = try await ask(kind, tip: tip) { return end }
          attempts += 1
        }
      }
      return .contended
    } catch let error as TransportError {
      return .failed(error)
    } catch let error as ObjectStoreError {
      if await mend(error.description) { return .contended }
      return .broken(error.description)
    } catch {
      return .broken("\(error)")
    }
  }

  /// Asks the host to repair damage here; returns whether it repaired anything. The recorded state of the remote's
  /// branch is read again, because it may have been damaged too.
  private func mend(_ words: String) async -> Bool {
    guard await host.mend(words) else { return false }
    try? readNotes()
    return true
  }

  /// Publishes that an exchange began; once until it ends or fails.
  private func tellSyncing() {
    guard !toldSyncing else { return }
    toldSyncing = true
    host.publish(.syncing)
  }

  /// Returns the name of the reference that holds the last recorded commit of the remote's branch.
  private func seenReference(_ branch: String) -> String { "refs/stet/seen/\(remoteName)/\(branch)" }

  /// Returns the name of the reference that records a person's decision to leave the branch deleted on the remote.
  private func leftReference(_ branch: String) -> String { "refs/stet/left/\(remoteName)/\(branch)" }

  /// Records whether the person wants the branch to stay deleted on the remote; the question is not asked again then,
  /// not even after a restart.
  func leaveBranchDeleted(_ leaves: Bool) throws(ObjectStoreError) {
    guard let branch, leaves != leavesBranchDeleted else { return }
    let store = try open().store
    let name = leftReference(branch)
    try store.setReference(name, to: leaves ? seen : nil, expecting: store.reference(name))
    leavesBranchDeleted = leaves
  }

  /// Switches to the current branch if it is not that of the last round; the known state of the remote is that of the
  /// old one.
  private func take(_ current: String) throws(ObjectStoreError) {
    guard branch != current else { return }
    if branch != nil { restartHearing() }
    branch = current
    remote = nil
    mustFetch = true
    try readNotes()
  }

  /// Reads the recorded state of the remote's branch.
  private func readNotes() throws(ObjectStoreError) {
    guard let branch else { return }
    let store = try open().store
    seen = try store.reference(seenReference(branch))
    leavesBranchDeleted = try store.reference(leftReference(branch)) != nil
  }

  private func fetch(_ branch: String) async throws {
    // Cleared first: a change that is reported while the child runs may be too late for it.
    mustFetch = false
    leftUntil = nil
    let started = clock.uptime()
    let before = remote ?? seen
    do {
      do {
        remote = try await ask(branch)
      } catch let error as TransportError where error.mayBeDamageHere {
        guard await mend(error.description) else { throw error }
        remote = try await ask(branch)
      }
      if remote != nil { try leaveBranchDeleted(false) }
      if let remote, remote != before {
        // git syncs the objects that it fetched, but not the reference.
        try open().store.synchronize([])
        host.publish(.fetched(remote))
      }
      lastContact = clock.seconds()
      let found = try open().store.references(withPrefix: Inbox.prefix(remote: remoteName))
      inboxes.note(found.filter { !isOwnInbox($0.key) }, asked: started, answered: clock.uptime())
    } catch {
      mustFetch = true
      throw error
    }
  }

  private func ask(_ branch: String) async throws -> ObjectID? {
    switch try await transport.fetch(branch, into: open().store, isolation: self) {
    case .fetched(let id): return id
    }
  }

  private func plan(_ tip: ObjectID?) throws(ObjectStoreError) -> SyncPlan {
    var relation = Relation.same
    var keepsSeen = true
    if let tip, let remote, tip != remote {
      let graph = try open().graph
      relation = try Relation.find(tip: tip, remote: remote, in: graph)
      if let seen { keepsSeen = try graph.isAncestor(seen, of: remote) }
    }
    return SyncPlan.decide(tip: tip, remote: remote, seen: seen, keepsSeen: keepsSeen, relation: relation)
  }

  /// Records the remote's branch: from now on it may lose this commit only if a person agrees.
  func note(_ id: ObjectID?) throws(ObjectStoreError) {
    guard let branch, id != seen else { return }
    let store = try open().store
    let name = seenReference(branch)
    try store.setReference(name, to: id, expecting: store.reference(name))
    seen = id
  }

  /// Pushes a commit; nil if the next step must be planned.
  func publish(_ tip: ObjectID, to branch: String, isAllowed: Bool = false) async throws -> RoundEnd? {
    let (store, graph) = try open()
    if let remote {
      let loss = try TreeLoss.find(from: graph.commit(cleaned(remote)).tree, to: graph.commit(tip).tree, in: store)
      burst.note(unpublished: loss.gone.count, at: clock.uptime())
      if burst.wait(at: clock.uptime()) != nil { return .postponed }
      if loss.stops, !isAllowed { return try await ask(.folderEmptied, tip: tip, loss: loss) }
      try note(remote)
    }
    let answer: PushResult
    do {
      answer = try await push(updates(for: tip, branch: branch))
    } catch let error as TransportError {
      if error.mayBeDamageHere, await mend(error.description) { return nil }
      throw error
    }
    switch answer {
    case .accepted:
      bringsBack = false
      left = nil
      burst = DeletionBurst()
      // A machine that always wins would otherwise never see the commits that wait in inboxes.
      if inboxes.isDue(at: clock.uptime()) { mustFetch = true }
      return .done(isConfirmed: true)
    case .rejectedNonFastForward:
      // The commit is in the inbox; later changes may follow before the remote is asked.
      return left?.commit == tip && waiters.isEmpty ? .done(isConfirmed: false) : nil
    case .refused(let words):
      if let cause = RefusalWords(words).ofRepository { return .refused(cause) }
      return try await settleRefusal(RefusalWords(words), of: tip, on: branch)
    }
  }
}
