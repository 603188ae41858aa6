internal import FileSystem
internal import FileWatching
internal import FolderKeeping
internal import GitProcess
internal import Recording
internal import Synchronization
internal import WorkTree
package import WorkspaceAPI

/// A folder that people and agents edit together, with all its verbs.
///
/// It holds the folder's lock from `open` to `stop`, so there is only one on a machine at a time. Verbs may be called
/// from any task; those that write are ordered by the `FolderKeeper`.
package final class Workspace: Sendable {
  /// The settings: the folder's path and the environment.
  package let settings: WorkspaceSettings

  private let lock: Mutex<FileLock?>
  /// The keeper of the folder, which owns the recorder.
  let keeper: FolderKeeper
  /// Reports changes in the folder.
  let watcher: FileWatcher
  /// The events of `stet watch`.
  let events: EventHub
  /// The claims of programs and agents.
  let claims: ClaimDesk
  let largeFiles: LargeFileDesk
  /// The exchange with the remote.
  let exchange: ExchangeKeeper
  /// The open conflicts.
  let conflicts: ConflictDesk
  /// The search for secrets in commits.
  let secrets: SecretDesk
  /// Runs the person's hooks.
  let hooks: HookRunner
  /// Carries out the verbs.
  let desks: WorkspaceDesks
  /// A stream that finishes when the folder is moved, deleted or unmounted, or when its lock is lost: the daemon then
  /// stops serving it, and a later start elsewhere finds a clean store (review A14).
  package let departed: AsyncStream<Void>
  /// The input of `departed`.
  let departure: AsyncStream<Void>.Continuation
  private let tasks = Mutex<[Task<Void, Never>]>([])

  /// Creates a workspace over opened parts; `open` starts its work.
  init(
    settings: WorkspaceSettings, lock: FileLock, keeper: FolderKeeper, watcher: FileWatcher, events: EventHub,
    questions: QuestionList, time: any TimeSource, claimNumbers: ClaimNumbers
  ) {
    self.settings = settings
    self.lock = Mutex(lock)
    self.keeper = keeper
    self.watcher = watcher
    self.events = events
    (departed, departure) = AsyncStream.makeStream(of: Void.self)
    claims = ClaimDesk(time: time, events: events, numbers: claimNumbers)
    let git = GitReader(root: settings.root, environment: settings.environment)
    conflicts = ConflictDesk(keeper: keeper, git: git)
    let folders = FolderReader(root: settings.root)
    let permissions = AgentPermissions(
      root: settings.root, keeper: keeper, folders: folders, questions: questions, time: time)
    let current = CurrentExchange()
    largeFiles = LargeFileDesk(
      settings: settings, keeper: keeper, exchange: current, conflicts: conflicts, permissions: permissions,
      git: git, events: events, time: time)
    secrets = SecretDesk(
      root: settings.root, keeper: keeper, git: git, questions: questions, events: events, time: time)
    let parts = WorkspaceParts(
      settings: settings, keeper: keeper, largeFiles: largeFiles, questions: questions, events: events, claims: claims,
      secrets: secrets, rescue: ObjectRescue(settings), index: IndexDesk(root: settings.root, keeper: keeper), git: git,
      time: time)
    exchange = ExchangeKeeper(parts, current: current)
    hooks = HookRunner(
      root: settings.root, environment: settings.environment, events: events,
      limit: { HookRunner.limit(await keeper.run { $0.rules.configuration.hookTimeout }) })
    desks = WorkspaceDesks(
      parts, exchange: exchange, permissions: permissions, conflicts: conflicts, folders: folders, watcher: watcher,
      hooks: hooks)
  }

  /// Runs git in the folder.
  var git: GitReader { GitReader(root: settings.root, environment: settings.environment) }

  /// Makes each checkpoint depend on the lock: after the deletion of its file another process can lock the folder.
  func guardCheckpoints() async {
    let lock = lock.withLock { $0 }
    await keeper.run { $0.recorder.log.holdsLock = { [weak lock] in lock?.isInPlace ?? false } }
  }

  /// Stores a task for cancellation at the stop.
  func keep(_ task: Task<Void, Never>) { tasks.withLock { $0.append(task) } }

  /// Finishes the turn, records settled files, makes a checkpoint and releases the folder's lock. Waits for the end of
  /// the start. After a start that failed there is no checkpoint: a stop in order would hide that files may be torn.
  package func stop() async {
    await desks.status.started.finish()
    let running = tasks.withLock { tasks in
      defer { tasks = [] }
      return tasks
    }
    let stopping = await exchange.stop()
    for task in running { task.cancel() }
    claims.close()
    if desks.status.started.hasSucceeded {
      await watcher.barrier(limit: 300_000_000)
      watcher.flush()
      await keeper.close()
    }
    watcher.stop()
    for task in running { await task.value }
    await stopping?.task.value
    await desks.searches.index.close()
    await secrets.end()
    events.close()
    lock.withLock { $0 = nil }
  }

  /// Returns the events from now on, or since an earlier one.
  package func events(_ request: EventsRequest = EventsRequest()) async throws(VerbError) -> AsyncStream<WorkspaceEvent>
  {
    try await desks.history.changes.events(request, from: events)
  }

  /// Returns the events of some kinds from now on, for the daemon. `recorded` says only that the tip moved.
  package func events(of kinds: Set<EventKind>) -> AsyncStream<WorkspaceEvent> { events.listen(to: kinds) }
}
