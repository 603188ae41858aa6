/// The steps of a round.
extension SyncMachine {
  /// The continuation of a round.
  enum Continuation {
    /// Carry out these actions.
    case actions([ExchangeAction])
    case end(RoundEnd)
  }

  /// Continues a round after an event.
  mutating func advance(_ round: Round, _ event: ExchangeEvent, at now: Duration) -> Continuation {
    switch event {
    case .onBranch(let notes): return .actions(onBranch(notes, round, at: now))
    case .fetched(let fetched): return .actions(take(fetched, round, at: now))
    case .surveyed(let survey): return decide(survey, round, at: now)
    case .stepped(let end): return stepped(end, round, at: now)
    case .ended(let end): return .end(end)
    case .resumed, .signal, .fact: return .actions([])
    }
  }

  private mutating func onBranch(_ notes: KnownRemote.Notes?, _ round: Round, at now: Duration) -> [ExchangeAction] {
    var actions: [ExchangeAction] = []
    if let notes {
      if remote.branch != nil {
        watch.stopped()
        actions.append(.stopListening)
        // Race and inboxes are those of the branch before.
        inbox = InboxState()
      }
      remote.take(notes)
      due.fetches = true
    }
    var round = round
    let goesFirst = round.isPrepared || (round.steps == 0 && goesToInboxFirst(round, at: now))
    round.isPrepared = false
    phase = .exchanging(round)
    guard due.fetches, !goesFirst, let branch = remote.branch else { return actions + [survey] }
    // Cleared first: a change that is reported while the child runs may be too late for it.
    due.fetches = false
    inbox.fetchBegan()
    return actions + [.fetch(branch)]
  }

  private var survey: ExchangeAction { .survey(holdsWrites: misses >= Self.mostMisses) }

  /// Returns whether changes are pushed before the remote is asked: a machine that would lose the race anyway leaves
  /// them in the inbox at once. After a lock the remote is asked first, because the branch may have moved since.
  private func goesToInboxFirst(_ round: Round, at now: Duration) -> Bool {
    round.hasNews && waiters.isEmpty && remote.commit != nil && remote.locks == 0 && inbox.isNeeded(at: now)
      && pace.wait(at: now) == nil && !inbox.others.isDue(at: now)
  }

  private mutating func take(_ fetched: FetchAnswer, _ round: Round, at now: Duration) -> [ExchangeAction] {
    var round = round
    round.isConfirmed = true
    phase = .exchanging(round)
    let isNew = remote.fetched(fetched.commit)
    remote.lastContact = fetched.contact
    inbox.others.note(fetched.inboxes, asked: fetched.asked, answered: now)
    guard isNew, let commit = fetched.commit else { return [survey] }
    return [.publish(.fetched(commit)), survey]
  }

  private mutating func decide(_ survey: Survey, _ round: Round, at now: Duration) -> Continuation {
    if survey.isWithheld { return next(round) }
    switch survey.plan {
    case .nothing, .push:
      if let tip = survey.tip, let inbox = survey.inbox { return .actions([.step(.take(inbox: inbox, over: tip))]) }
      return survey.plan == .push ? decideToPublish(survey, round, at: now) : confirmed(round)
    case .adopt:
      guard remote.commit != nil else { return done(round) }
      return .actions([.step(.adopt(over: survey.tip))])
    case .merge:
      if survey.isAwaited { inbox.trustOthers() }
      guard let tip = survey.tip, remote.commit != nil, !survey.isAwaited else { return done(round) }
      return .actions([.step(.merge(tip))])
    case .question(.remoteBranchDeleted) where remote.leavesDeleted: return .end(.done(isConfirmed: true))
    case .question(let kind): return .actions([.step(.ask(kind, tip: survey.tip))])
    }
  }

  private mutating func decideToPublish(_ survey: Survey, _ round: Round, at now: Duration) -> Continuation {
    guard let tip = survey.tip else { return done(round) }
    switch survey.publication {
    case .open: break
    case .asks(let address): return .actions([.step(.askToPublish(tip, address: address))])
    case .closed: return confirmed(round)
    }
    switch survey.gate {
    case .open: break
    case .unknown: return .end(.postponed)
    case .failed(let why): return .end(.broken(why))
    case .forbidden(let words): return .end(.refused(words))
    }
    if survey.isAwaited {
      inbox.trustOthers()
      return done(round)
    }
    if waiters.isEmpty, pace.wait(at: now) != nil {
      due.publishes = true
      return done(round)
    }
    // Nothing is published until the branch exists again.
    if remote.commit == nil, remote.leavesDeleted { return .end(.done(isConfirmed: true)) }
    return .actions([.step(.publish(tip))])
  }

  private mutating func stepped(_ end: StepEnd, _ round: Round, at now: Duration) -> Continuation {
    switch end {
    case .again: return next(round)
    case .prepared:
      var round = round
      round.isPrepared = true
      return next(round)
    case .awaitsObjects(let problem):
      if round.isConfirmed || waiters.isEmpty { return .end(.waiting(problem: problem)) }
      due.fetches = true
      return next(round)
    case .published(let isWhole):
      remote.restoresLost = false
      inbox.published()
      burst = DeletionBurst()
      // A machine that always wins would otherwise never see the commits that wait in inboxes.
      if inbox.others.isDue(at: now) { due.fetches = true }
      // Commits that wait for their objects are left; the next step checks whether they still wait.
      return isWhole ? .end(.done(isConfirmed: true)) : next(round)
    case .outrun(let commit, let isWhole):
      // The commit is in the inbox; later changes may follow before the remote is asked.
      let isInInbox = inbox.left?.commit == commit && waiters.isEmpty
      return isInInbox && isWhole ? .end(.done(isConfirmed: false)) : next(round)
    case .ended(let end): return .end(end)
    }
  }

  private func done(_ round: Round) -> Continuation { .end(.done(isConfirmed: round.isConfirmed)) }

  /// Ends the round with nothing left to do, once the remote has answered if somebody waits for that.
  private mutating func confirmed(_ round: Round) -> Continuation {
    if round.isConfirmed || waiters.isEmpty { return done(round) }
    due.fetches = true
    return .actions([.findBranch(isFirst: false)])
  }

  private mutating func next(_ round: Round) -> Continuation {
    var round = round
    round.steps += 1
    guard round.steps < Self.mostSteps else { return .end(.contended) }
    phase = .exchanging(round)
    return .actions([.findBranch(isFirst: false)])
  }
}
