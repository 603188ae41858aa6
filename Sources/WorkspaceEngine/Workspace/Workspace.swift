package import WorkspaceAPI
internal import FileSystem
internal import FileWatching
internal import History
internal import Sync
internal import Synchronization

/// A folder that people and agents write together: all its verbs.
///
/// Holds the folder's lock from `open` to `stop`; there is one at a time, on all of the machine. Verbs may be called
/// from any task; the ones that write meet in the `WriteQueue`.
package final class Workspace: Sendable {
  /// Where it is and what it may use.
  package let settings: WorkspaceSettings

  private let lock: Mutex<FileLock?>
  let queue: WriteQueue
  let watcher: FileWatcher
  let events: EventHub
  let questionList: QuestionList
  let served: ServedVersions
  let calls = AgentCalls()
  /// The delays before guessed tokens are refused.
  let guesses = Mutex(GuessBackoff())
  let approvals = Approvals()
  /// The tools whose calls are put on record by the verbs they call.
  let recordedTools = Mutex<Set<String>>([])
  let git: GitReader
  /// What git committed and may not be published.
  let committedSecrets = CommittedSecrets()
  let arrivedSecrets: ArrivedSecrets
  let folders: FolderReader
  let hooks: HookRunner
  let rescue: ObjectRescue
  let time: any TimeSource
  /// Who claims what.
  let claims: ClaimDesk
  let branchName: String
  /// What a person wants to have here, always.
  let pins: PathMarks
  /// What gave way: it comes again only when it is asked for.
  let evictions: PathMarks
  /// What the remote is asked about pointers that were edited.
  let pointerQuestions = PointerQuestions()
  /// What large transfers heed.
  let conditions: ConditionReader
  /// The objects that were here when room was made last.
  let listedObjects = Mutex(ListedObjects())
  /// The exchange with the remote; replaced when the configuration names another.
  let exchange = Mutex<Exchange?>(nil)
  /// The remote that the configuration names and whose address cannot be used, with the reason.
  let unusableRemote = Mutex<RemoteStatus?>(nil)
  /// The configuration it was started for.
  let renewal = Mutex(ExchangeRenewal())
  /// Ends when the folder is moved, deleted or unmounted: whoever serves it stops then, and a later start elsewhere
  /// finds everything in order (review A14).
  package let departed: AsyncStream<Void>
  let departure: AsyncStream<Void>.Continuation
  /// Whether the page of conflicts is about to be looked at.
  let looksAtConflicts = Mutex(false)
  private let tasks = Mutex<[Task<Void, Never>]>([])

  init(
    settings: WorkspaceSettings, lock: FileLock, queue: WriteQueue, watcher: FileWatcher, events: EventHub,
    questions: QuestionList, served: ServedVersions, time: any TimeSource, branchName: String,
    claimNumbers: ClaimNumbers
  ) {
    self.settings = settings
    self.lock = Mutex(lock)
    self.queue = queue
    self.watcher = watcher
    self.events = events
    questionList = questions
    self.served = served
    self.time = time
    self.branchName = branchName
    let tree = try? DiskTree(root: settings.root)
    pins = PathMarks("pins", tree: tree)
    evictions = PathMarks("evicted", tree: tree)
    conditions = ConditionReader(
      environment: settings.environment, supplies: PowerSupplies(folder: settings.powerSupplies))
    claims = ClaimDesk(time: time, events: events, numbers: claimNumbers)
    (departed, departure) = AsyncStream.makeStream(of: Void.self)
    rescue = ObjectRescue(settings)
    folders = FolderReader(root: settings.root)
    git = GitReader(root: settings.root, environment: settings.environment)
    arrivedSecrets = ArrivedSecrets(root: settings.root, time: time)
    hooks = HookRunner(
      root: settings.root, environment: settings.environment, events: events,
      limit: { await queue.hookLimit() })
  }

  /// The contents of large files.
  var large: LargeStore { queue.large }

  /// Keeps a task until the stop.
  func keep(_ task: Task<Void, Never>) { tasks.withLock { $0.append(task) } }

  /// Finishes the turn, records what is settled, makes a checkpoint and gives the folder's lock back.
  package func stop() async {
    let running = tasks.withLock { tasks in
      defer { tasks = [] }
      return tasks
    }
    // No exchange starts from here on.
    let starting = renewal.withLock { renewal in
      renewal.end()
      return renewal.task
    }
    starting?.cancel()
    await starting?.value
    let exchange = self.exchange.withLock { exchange in
      defer { exchange = nil }
      return exchange
    }
    exchange?.task.cancel()
    await exchange?.objects.close()
    for task in running { task.cancel() }
    claims.close()
    await watcher.barrier(limit: 300_000_000)
    watcher.flush()
    await queue.close()
    watcher.stop()
    for task in running { await task.value }
    await exchange?.task.value
    await arrivedSecrets.end(at: await queue.taken())
    events.close()
    lock.withLock { $0 = nil }
  }

  /// Events from now on.
  package func events() async throws(VerbError) -> AsyncStream<WorkspaceEvent> { events.listen() }

  /// Events of some kinds from now on, for whoever serves the workspace.
  package func events(of kinds: Set<EventKind>) -> AsyncStream<WorkspaceEvent> { events.listen(to: kinds) }
}
