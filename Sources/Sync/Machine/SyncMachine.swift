/// The exchange with one remote as a state machine: a function of events and times, without I/O.
///
/// The engine carries out each action and passes its result back as the next event. A round is a sequence of steps that
/// ends with a `RoundEnd`; each step is decided from the state at that time, so an interrupted round is simply repeated.
struct SyncMachine: Sendable {
  /// The state of the exchange itself.
  enum Phase: Hashable, Sendable {
    /// No round is running.
    case resting
    /// A round is running; there is never a second one.
    case exchanging(Round)
    /// The exchange has ended; it never begins again.
    case stopped
  }

  /// A running round.
  struct Round: Hashable, Sendable {
    var number: Int
    /// Whether the tip may have moved since the last round.
    var hasNews: Bool
    /// The number of steps so far.
    var steps = 0
    /// Whether the remote answered in this round.
    var isConfirmed = false
    /// Whether a merge was just adopted. It is pushed before the remote is asked again, whatever was reported meanwhile:
    /// a machine that needs longer to fetch than others need to save would never push (review B1).
    var isPrepared = false
  }

  /// The reasons for the next round.
  struct Due: Hashable, Sendable {
    /// Whether the tip may have moved since the last round.
    var publishes = true
    /// Whether the remote may have moved since the last fetch, or was never asked.
    var fetches = true
    /// Whether the rest of the unpublished commits waits for objects of large files; the uploader calls `notify()` when
    /// they are on the remote.
    var awaitsObjects = false
  }

  /// The number of steps after which a round ends, so that others get their turn.
  static let mostSteps = 6
  /// The number of times in a row that the tip may move while a commit for adoption is made; then writes wait for the
  /// next one.
  static let mostMisses = 3
  /// The number of pushes in a row that may find the remote's branch locked while nobody moves it; a lock that another
  /// push holds is gone by then.
  static let mostLocks = 2

  /// The state of the exchange itself.
  var phase = Phase.resting
  /// The number of rounds that began.
  var rounds = 0
  /// The reasons for the next round.
  var due = Due()
  /// The known state of the remote's branch.
  var remote = KnownRemote()
  /// The race for the branch, and the inboxes.
  var inbox = InboxState()
  /// The pause after a failure.
  var backoff = Backoff()
  /// The pause between searches for refused content.
  var search = VainSearch()
  /// The pause between pushes.
  var pace: PushPace
  /// The delay of deletions.
  var burst = DeletionBurst()
  /// The detection of changes on the remote.
  var watch: RemoteWatch
  /// The callers that wait.
  var waiters = Waiters()
  var trouble = RemoteTrouble()
  /// The number of times in a row that the tip had moved before an adoption.
  var misses = 0
  /// Whether the start of an exchange was published, but not its end.
  var isAnnounced = false

  /// Makes a machine that knows nothing of the remote.
  ///
  /// - Parameters:
  ///   - isPublicHost: `RemoteAddress.isPublicHost`.
  ///   - canListen: whether there is a listener for changes of the remote.
  init(isPublicHost: Bool = false, canListen: Bool = false) {
    pace = PushPace(isPublicHost: isPublicHost)
    watch = RemoteWatch(canListen: canListen)
  }

  /// Applies an event; returns the actions that follow from it, in order.
  ///
  /// - Parameters:
  ///   - now: the host's uptime.
  ///   - generator: randomness for the jitter of delays.
  mutating func apply(
    _ event: ExchangeEvent, at now: Duration, using generator: inout some RandomNumberGenerator
  ) -> [ExchangeAction] {
    switch event {
    case .resumed: return phase == .resting ? resume(at: now, using: &generator) : []
    case .signal(let signal): return receive(signal, at: now, using: &generator)
    case .fact(let fact): return note(fact, at: now, using: &generator)
    case .onBranch, .fetched, .surveyed, .stepped, .ended:
      guard case .exchanging(let round) = phase else { return [] }
      let next = advance(round, event, at: now)
      switch next {
      case .actions(let actions): return actions
      case .end(let end): return settle(end, of: round, at: now, using: &generator)
      }
    }
  }

  /// Returns the state in one word.
  ///
  /// - Parameters:
  ///   - ahead: the number of unpublished commits.
  ///   - isLocal: whether a person wants them to stay here.
  func kind(ahead: Int, isLocal: Bool) -> RemoteState.Kind {
    if let cause = trouble.cause { return cause.kind }
    if isLocal { return .local }
    if case .exchanging = phase { return .syncing }
    return ahead > 0 || due.fetches ? .syncing : .current
  }

  private mutating func receive(
    _ signal: ExchangeSignal, at now: Duration, using generator: inout some RandomNumberGenerator
  ) -> [ExchangeAction] {
    switch signal {
    case .tipMoved:
      due.publishes = true
      due.awaitsObjects = false
      watch.saved()
      if search.isLone { backoff.shorten(to: now + .seconds(1)) }
    case .look: look()
    case .heard(.ready):
      watch.ready(at: now)
      // Changes before the listener was ready were not reported.
      look()
    case .heard(.changed(let id)):
      guard remote.isNews(id) else { return [] }
      look()
    case .heard(.lost): watch.lost()
    case .heard(.unsupported):
      watch.unsupported()
      return [.stopListening, .wake]
    case .listenerEnded:
      if let delay = watch.ended(at: now, using: &generator) { return [.listen(after: delay), .wake] }
    case .waits(let id):
      guard phase != .stopped else { return [.answer(id, .stopped)] }
      waiters.add(id, after: rounds)
      due.publishes = true
      due.awaitsObjects = false
      backoff.lift()
    case .expired(let id): return waiters.remove(id) ? [.answer(id, .timedOut)] : []
    case .stopped:
      phase = .stopped
      return [.stopListening] + waiters.take(before: .max).map { .answer($0, .stopped) }
    }
    return [.wake]
  }

  private mutating func look() {
    due.fetches = true
    due.awaitsObjects = false
    backoff.lift()
  }
}
