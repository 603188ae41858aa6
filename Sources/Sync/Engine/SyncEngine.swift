package import GitObjects
internal import History
internal import Threads

/// Keeps the tip and one remote's branch equal: listens for changes, fetches, plans, merges in memory, asks the
/// recorder to adopt the result, and publishes.
///
/// The engine runs on a thread of its own, with a repository handle of its own; recording never waits for it. Every
/// step is decided from the current state (`SyncPlan`), so an interrupted round is simply repeated.
package actor SyncEngine {
  let host: any SyncHost
  let clock: any SyncClock
  let transport: any Transport
  let hearing: Hearing?
  let remoteName: String
  private let makeStore: @Sendable () throws(ObjectStoreError) -> any ObjectStore
  private let executor: any SerialExecutor
  /// The executor of tasks that belong to no actor; nil for the common pool.
  let preference: (any TaskExecutor)?
  var generator: any RandomNumberGenerator & Sendable

  /// The repository handle of this actor, opened when it is first needed.
  private var opened: (store: any ObjectStore, graph: CommitGraph)?
  /// The branch to which `remote` and `seen` refer.
  var branch: String?
  /// The remote's branch when the remote last answered.
  var remote: ObjectID?
  /// The last recorded commit of the remote's branch; kept in `refs/stet/seen/…` across restarts.
  var seen: ObjectID?
  /// Whether the person wants the branch to stay deleted on the remote; not asked again until it exists.
  var leavesBranchDeleted = false
  /// Whether commits that the remote lost are published again: merged and not replayed, because other machines have
  /// them.
  var bringsBack = false
  /// The commit of the running push; a report of it is ignored.
  var pushing: ObjectID?

  /// The name of this machine's inbox: one that no other machine has.
  let machine: String
  /// The place at which the remote accepts an inbox; nil if it accepts none.
  var inboxPlace: Inbox.Place? = .hidden
  /// The state of the race for the branch.
  var race = PushRace()
  /// The commit that was last left in the inbox, and the uptime then; nil if the branch has everything in the inbox.
  var left: (commit: ObjectID, at: Duration)?
  /// The uptime at which the remote is asked whether another machine took it.
  var leftUntil: Duration?
  /// The inboxes of other machines.
  var inboxes = InboxWatch()
  /// Inbox commits that the tip has in replayed form, so that each is checked only once.
  var takenInboxes: Set<ObjectID> = []
  /// Removes names that no folder can hold from the remote's trees.
  var cleaning = TreeCleaning()
  /// The commits that are adopted instead of the remote's, by the remote's.
  var cleanedCommits: [ObjectID: ObjectID] = [:]
  /// The last commit that this machine pushed to the branch.
  var published: ObjectID?
  /// The number of times in a row that the tip had moved before an adoption.
  var missed = 0

  /// Whether the tip may have moved since the last round.
  var tipMoved = true
  /// Whether the remote may have moved since the last round, or was never asked.
  var mustFetch = true
  /// Whether the rest of the unpublished commits waits for objects of large files; the uploader calls `notify()` when
  /// they are on the remote.
  var awaitsObjects = false
  /// The uptime before which no search for refused content begins, because the last one found nothing.
  var vainSearchUntil: Duration?
  /// Whether the only path to publish was refused; a second path can show whether that one is the cause.
  var isRefusedAlone = false
  /// The reason why nothing of the tip may be published; determined again before each step.
  var forbidden: String?
  /// Whether the versions that may be published are known; determined again before each step.
  var isLookedThrough = true
  var vainSearches = RetrySchedule(first: .seconds(60), longest: .seconds(3_600))
  /// The uptime before which no round begins unless a caller waits.
  var blockedUntil: Duration?
  /// The uptime at which the remote is asked although no change was reported.
  var pollAt: Duration?

  var offline = RetrySchedule.offline
  var refused = RetrySchedule.refused
  var contended = RetrySchedule.contended
  var poll = PollSchedule()
  var pace: PushPace
  var burst = DeletionBurst()

  var waiters: [SyncWaiter] = []
  var rounds = 0
  var waiterCount = 0
  var isHearing = false
  var hearingTask: Task<Void, Never>?
  var openQuestion: SyncQuestion?
  var lastContact: Int64?
  var trouble: (kind: RemoteState.Kind, message: String)?
  var isBusy = false
  /// Whether the start of an exchange was published, but not its end.
  var toldSyncing = false
  private var sleeper: CheckedContinuation<Void, Never>?
  private var isSignalled = false

  /// Makes an engine that does nothing before `run()`.
  ///
  /// - Parameters:
  ///   - remoteName: the remote's name in git's configuration.
  ///   - machine: a name that no other machine has, fit for a reference.
  ///   - isPublicHost: `RemoteAddress.isPublicHost`: at most one push every 10 s.
  ///   - hearing: the listener for changes of the remote; nil polls it.
  ///   - generator: randomness for the jitter of delays.
  ///   - executor: the executor of a simulation that runs step by step; nil for a thread of the engine's own.
  ///   - makeStore: opens the repository; called on the engine's own thread.
  package init(
    host: any SyncHost, clock: any SyncClock, transport: any Transport, hearing: Hearing?,
    remoteName: String = "origin",
    machine: String = "machine", isPublicHost: Bool = false,
    generator: any RandomNumberGenerator & Sendable = SystemRandomNumberGenerator(),
    executor: (any SerialExecutor & TaskExecutor)? = nil,
    makeStore: @escaping @Sendable () throws(ObjectStoreError) -> any ObjectStore
  ) {
    self.host = host
    self.clock = clock
    self.transport = transport
    self.hearing = hearing
    self.remoteName = remoteName
    self.machine = machine
    self.generator = generator
    preference = executor
    self.executor = executor ?? SerialQueue(label: "stet.sync", isBackground: true)
    self.makeStore = makeStore
    pace = PushPace(isPublicHost: isPublicHost)
  }

  /// The engine's own thread.
  package nonisolated var unownedExecutor: UnownedSerialExecutor { executor.asUnownedSerialExecutor() }

  /// Exchanges until the task is cancelled; then ends children and answers all waiters.
  package func run() async {
    await withTaskCancellationHandler {
      while !Task.isCancelled {
        startHearing()
        await waitForWork()
        if Task.isCancelled { break }
        isBusy = true
        rounds += 1
        let round = rounds
        let end = await exchange()
        isBusy = false
        await settle(end, round: round)
      }
    } onCancel: {
      Task { await self.wake() }
    }
    hearingTask?.cancel()
    hearingTask = nil
    release(.failure(.stopped), before: .max)
  }

  /// Notes that the recorder moved the tip.
  package func notify() {
    tipMoved = true
    awaitsObjects = false
    poll.noteActivity()
    pollAt = nil
    if isRefusedAlone, let until = blockedUntil { blockedUntil = min(until, clock.uptime() + .seconds(1)) }
    wake()
  }

  /// Returns the remote's commit when the remote last answered; nil if it has none, or never answered.
  package func remoteCommit() -> ObjectID? { remote ?? seen }

  /// Requests a fetch at once, because the remote may have moved or may answer again.
  package func look() {
    mustFetch = true
    awaitsObjects = false
    blockedUntil = nil
    wake()
  }

  /// Returns the repository handle of this actor.
  ///
  /// - Throws: `ObjectStoreError` if it cannot be opened.
  func open() throws(ObjectStoreError) -> (store: any ObjectStore, graph: CommitGraph) {
    if let opened { return opened }
    let store = try makeStore()
    let made = (store, CommitGraph(store: store))
    opened = made
    return made
  }

  /// Ends a pause.
  func wake() {
    if let sleeper {
      self.sleeper = nil
      sleeper.resume()
    } else {
      isSignalled = true
    }
  }

  /// Waits until `wake()` is called, at most for the given time.
  func pause(_ limit: Duration?) async {
    if isSignalled {
      isSignalled = false
      return
    }
    let timer = limit.map { limit in
      Task(executorPreference: preference) {
        guard (try? await self.clock.wait(limit)) != nil else { return }
        await self.wake()
      }
    }
    await withCheckedContinuation { sleeper = $0 }
    timer?.cancel()
  }
}
