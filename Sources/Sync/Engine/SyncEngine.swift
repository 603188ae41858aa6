package import GitObjects
internal import History

/// Keeps the tip and one remote's branch the same: hears, fetches, plans, merges in memory, asks the recorder to adopt,
/// publishes.
///
/// Runs on a thread of its own, with a handle on the repository of its own; recording never waits for it. Every step is
/// decided from what is there at that moment (`SyncPlan`), so a round that was cut off anywhere is simply repeated.
package actor SyncEngine {
  let host: SyncHost
  let transport: any Transport
  let hearing: Hearing?
  let remoteName: String
  private let makeStore: @Sendable () throws(ObjectStoreError) -> any ObjectStore
  private let executor: any SerialExecutor
  /// Where tasks of the engine run what belongs to no actor; nil for the common pool.
  let preference: (any TaskExecutor)?
  var generator: any RandomNumberGenerator & Sendable

  /// The repository as this actor sees it, made when first needed.
  private var opened: (store: any ObjectStore, graph: CommitGraph)?
  /// The branch that `remote` and `seen` speak of.
  var branch: String?
  /// What the remote's branch was when it last answered.
  var remote: ObjectID?
  /// What the remote's branch was when it was last taken note of; kept in `refs/stet/seen/…` across restarts.
  var seen: ObjectID?
  /// The person wants the remote to be without the branch: not asked again until it is there.
  var leavesBranchDeleted = false
  /// What is here goes back to a remote that had it: merged as it is, not replayed, since other machines have it too.
  var bringsBack = false
  /// The commit that a push carries just now: hearing of it is no news.
  var pushing: ObjectID?

  /// The name of this machine's inbox: one that no other machine has.
  let machine: String
  /// Where the remote takes an inbox; nil where it takes none.
  var inboxPlace: Inbox.Place? = .hidden
  /// How the race for the branch goes.
  var race = PushRace()
  /// What was last left in the inbox, and when; nil where nothing is there that the branch has not got.
  var left: (commit: ObjectID, at: Duration)?
  /// When the remote is asked whether somebody took it.
  var leftUntil: Duration?
  /// What other machines wait for.
  var inboxes = InboxWatch()
  /// What stood in inboxes and is in the tip, made again: asked once, however long it stands there.
  var takenInboxes: Set<ObjectID> = []
  /// What takes out of the remote's trees what no folder can hold.
  var cleaning = TreeCleaning()
  /// What is taken in place of commits of the remote.
  var cleanedCommits: [ObjectID: ObjectID] = [:]
  /// What this machine last brought to the branch.
  var published: ObjectID?
  /// How often in a row the tip had moved when something was to be adopted.
  var missed = 0

  /// The tip may have moved since the last round.
  var tipMoved = true
  /// The remote may have moved since the last round, or was never asked.
  var mustFetch = true
  /// What is left to be published waits for objects of large files: whoever sends them tells when they are there.
  var awaitsObjects = false
  /// No search for what the remote refuses begins before this uptime: the last one found nothing.
  var vainSearchUntil: Duration?
  /// The one path that there was to publish was refused: with a second one it can be told whether it is the path.
  var isRefusedAlone = false
  /// Why what the tip has may not be published at all; looked at anew before each step.
  var forbidden: String?
  /// Whether it is known what of the tip may be published; looked at anew before each step.
  var isLookedThrough = true
  var vainSearches = RetrySchedule(first: .seconds(60), longest: .seconds(3_600))
  /// No round begins before this uptime unless somebody waits for it.
  var blockedUntil: Duration?
  /// When the remote is asked next although nothing was heard.
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
  /// Whether it was told that something is sent or taken, and not yet that it is done.
  var toldSyncing = false
  private var sleeper: CheckedContinuation<Void, Never>?
  private var isSignalled = false

  /// Makes an engine that does nothing before `run()`.
  ///
  /// - Parameters:
  ///   - remoteName: the remote's name in git's configuration.
  ///   - machine: a name that no other machine has, fit for a reference.
  ///   - isPublicHost: `RemoteAddress.isPublicHost`: pushes go out at most every 10 s.
  ///   - hearing: how the remote is heard; nil polls it.
  ///   - generator: randomness for the jitter of waits.
  ///   - executor: for a simulation that steps through all that happens; nil for a thread of the engine's own.
  ///   - makeStore: opens the repository; called on the engine's own thread.
  package init(
    host: SyncHost, transport: any Transport, hearing: Hearing?, remoteName: String = "origin",
    machine: String = "machine", isPublicHost: Bool = false,
    generator: any RandomNumberGenerator & Sendable = SystemRandomNumberGenerator(),
    executor: (any SerialExecutor & TaskExecutor)? = nil,
    makeStore: @escaping @Sendable () throws(ObjectStoreError) -> any ObjectStore
  ) {
    self.host = host
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

  /// Exchanges until the task is cancelled; then children are ended and everybody who waits is told.
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

  /// The recorder moved the tip.
  package func notify() {
    tipMoved = true
    awaitsObjects = false
    poll.noteActivity()
    pollAt = nil
    if isRefusedAlone, let until = blockedUntil { blockedUntil = min(until, host.uptime() + .seconds(1)) }
    wake()
  }

  /// The remote's commit, as it was when it last answered; nil where it has none, or never did.
  package func remoteCommit() -> ObjectID? { remote ?? seen }

  /// The remote may have moved, or may answer again: ask it now.
  package func look() {
    mustFetch = true
    awaitsObjects = false
    blockedUntil = nil
    wake()
  }

  /// The repository as this actor sees it.
  ///
  /// - Throws: `ObjectStoreError` where it cannot be opened.
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

  /// Waits to be woken, at most for the time.
  func pause(_ limit: Duration?) async {
    if isSignalled {
      isSignalled = false
      return
    }
    let timer = limit.map { limit in
      Task(executorPreference: preference) {
        guard (try? await self.host.sleep(limit)) != nil else { return }
        await self.wake()
      }
    }
    await withCheckedContinuation { sleeper = $0 }
    timer?.cancel()
  }
}
