package import WorkspaceAPI
internal import FileSystem
internal import FileWatching
internal import History
internal import Sync
internal import Synchronization

/// A folder that people and agents edit together, with all its verbs.
///
/// It holds the folder's lock from `open` to `stop`, so there is only one on a machine at a time. Verbs may be called
/// from any task; those that write are ordered by the `WriteQueue`.
package final class Workspace: Sendable {
  /// The settings: the folder's path and the environment.
  package let settings: WorkspaceSettings

  private let lock: Mutex<FileLock?>
  /// The keeper of the folder, which owns the recorder.
  let queue: WriteQueue
  /// Reports changes in the folder.
  let watcher: FileWatcher
  /// The events of `stet watch`.
  let events: EventHub
  /// The open questions.
  let questionList: QuestionList
  /// The permissions of agents.
  let permissions: AgentPermissions
  /// The audit log of agents' calls.
  let agentAudit: AgentAudit
  /// The calls of agents' sessions.
  let sessions: SessionDesk
  /// The versions that agents received, and their tokens.
  let tokens: TokenDesk
  /// The history.
  let history: HistoryDesk
  /// Runs git for questions about history.
  let git: GitReader
  /// The commits of git with secrets, which must not be published.
  let committedSecrets = CommittedSecrets()
  /// The secrets in commits of other machines.
  let arrivedSecrets: ArrivedSecrets
  /// Reads names and stamps of the folder.
  let folders: FolderReader
  /// Runs the person's hooks.
  let hooks: HookRunner
  /// Restores damaged objects.
  let rescue: ObjectRescue
  let time: any TimeSource
  /// The claims of programs and agents.
  let claims: ClaimDesk
  /// The large files.
  let largeFiles: LargeFileDesk
  /// The exchange with the remote.
  let exchange: ExchangeKeeper
  /// A stream that finishes when the folder is moved, deleted or unmounted: the daemon then stops serving it, and a
  /// later start elsewhere finds a clean store (review A14).
  package let departed: AsyncStream<Void>
  /// The input of `departed`.
  let departure: AsyncStream<Void>.Continuation
  /// The open conflicts.
  let conflictDesk: ConflictDesk
  private let tasks = Mutex<[Task<Void, Never>]>([])

  /// Creates a workspace over opened parts; `open` starts its work.
  init(
    settings: WorkspaceSettings, lock: FileLock, queue: WriteQueue, watcher: FileWatcher, events: EventHub,
    questions: QuestionList, time: any TimeSource,
    claimNumbers: ClaimNumbers
  ) {
    self.settings = settings
    self.lock = Mutex(lock)
    self.queue = queue
    self.watcher = watcher
    self.events = events
    questionList = questions
    self.time = time
    claims = ClaimDesk(time: time, events: events, numbers: claimNumbers)
    (departed, departure) = AsyncStream.makeStream(of: Void.self)
    rescue = ObjectRescue(settings)
    folders = FolderReader(root: settings.root)
    permissions = AgentPermissions(
      root: settings.root, queue: queue, folders: folders, questions: questions, time: time)
    git = GitReader(root: settings.root, environment: settings.environment)
    let revisions = RevisionReader(queue: queue, git: git)
    agentAudit = AgentAudit(queue: queue, git: git, time: time)
    sessions = SessionDesk(
      queue: queue, revisions: revisions, permissions: permissions, audit: agentAudit, time: time)
    tokens = TokenDesk(queue: queue, revisions: revisions, permissions: permissions, time: time)
    conflictDesk = ConflictDesk(queue: queue, git: git)
    let current = CurrentExchange()
    largeFiles = LargeFileDesk(
      settings: settings, queue: queue, exchange: current, conflicts: conflictDesk, permissions: permissions,
      git: git, events: events, time: time)
    history = HistoryDesk(
      queue: queue, git: git, revisions: revisions, permissions: permissions, large: largeFiles.reader,
      audit: agentAudit)
    arrivedSecrets = ArrivedSecrets(root: settings.root, time: time)
    exchange = ExchangeKeeper(
      ExchangeParts(
        settings: settings, queue: queue, largeFiles: largeFiles, questions: questions, events: events, claims: claims,
        committedSecrets: committedSecrets, arrivedSecrets: arrivedSecrets, rescue: rescue, git: git, time: time),
      current: current)
    hooks = HookRunner(
      root: settings.root, environment: settings.environment, events: events,
      limit: { await queue.hookLimit() })
  }

  /// Finds commits by their names.
  var revisions: RevisionReader { history.revisions }

  /// The operations of the history.
  var operationDesk: OperationDesk { OperationDesk(queue: queue, git: git, machine: settings.identity.machine) }

  /// The paths that verbs accept.
  var places: FollowedPaths { FollowedPaths(queue: queue) }

  /// The contents of large files.
  var large: LargeStore { queue.large }

  /// Stores a task for cancellation at the stop.
  func keep(_ task: Task<Void, Never>) { tasks.withLock { $0.append(task) } }

  /// Finishes the turn, records settled files, makes a checkpoint and releases the folder's lock.
  package func stop() async {
    let running = tasks.withLock { tasks in
      defer { tasks = [] }
      return tasks
    }
    let stopping = await exchange.stop()
    for task in running { task.cancel() }
    claims.close()
    await watcher.barrier(limit: 300_000_000)
    watcher.flush()
    await queue.close()
    watcher.stop()
    for task in running { await task.value }
    await stopping?.task.value
    await arrivedSecrets.end(at: await queue.taken())
    events.close()
    lock.withLock { $0 = nil }
  }

  /// Returns the state of large files after the requested action on them.
  package func large(_ request: LargeRequest) async throws(VerbError) -> LargeReport {
    try await largeFiles.report(request)
  }

  /// Returns the events from now on.
  package func events() async throws(VerbError) -> AsyncStream<WorkspaceEvent> { events.listen() }

  /// Returns the events of some kinds from now on, for the daemon.
  package func events(of kinds: Set<EventKind>) -> AsyncStream<WorkspaceEvent> { events.listen(to: kinds) }
}
