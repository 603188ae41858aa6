internal import WorkspaceAPI
internal import Documents
internal import FileSystem
internal import FileWatching
internal import Git
internal import GitObjects
internal import History
internal import Merge
internal import Threads

/// The queue before the only writer: accepts writes and saves, and passes all that wait to the recorder in one turn.
///
/// An actor on its own thread, because turns block on the disk; recorder and repository never leave it. The queue is
/// the group commit: writes that arrive while a turn runs share the next turn's sync (review B7).
actor FolderKeeper {
  private let executor = SerialQueue(label: "stet.recorder")
  let recorder: Recorder
  let repository: Repository
  let branch: BranchPeer
  let preparation: AdoptionPreparation
  let time: any TimeSource
  let events: EventHub
  let questions: QuestionList
  /// The name of the recorded branch, without `refs/heads/`.
  nonisolated let branchName: String
  /// The name of this store at the remote, unique among machines: the machine's name with a mark that distinguishes
  /// equal names.
  nonisolated let inboxName: String
  /// The facts on which the next scan of the whole folder depends.
  var scanContext: ScanContext
  /// Commits that were recorded here and are lost, until the person has acknowledged the loss.
  let lostHistory: LostHistory
  /// The store's identity; the boot id is written after the first scan of the folder.
  let identity: StoreIdentity
  /// The log of repairs.
  let repairLog: RepairLog
  /// The log of adoptions from the remote without a merge.
  let adoptionLog: AdoptionLog
  /// The policy in force.
  nonisolated let policy: PolicyBook
  /// The rules about paths.
  let ruleBook: RuleBook
  /// The contents of large files.
  nonisolated let large: LargeStore
  /// The secrets that the person allowed here.
  nonisolated let allowedSecrets: AllowedSecrets
  /// The audit record of agents' acts.
  let auditDesk: AuditDesk
  /// The id of this store's audit record.
  nonisolated let auditID: String
  /// The folders that ignore rules exclude, for the watcher.
  let ignoredFolders: IgnoredFolders
  /// The watcher of the folder; set once before the first batch.
  private(set) var watcher: FileWatcher?
  /// The functions that the turns call.
  private(set) var listeners = QueueListeners()
  /// The claims on files and the programs with open files; notified of changes in the folder.
  var claims: ClaimDesk?

  /// The person as git's configuration names them now.
  var person: ConfiguredPerson
  var foreign = ForeignGit()
  var checkpoints = CheckpointPolicy()
  var idleUpdates = IdleUpdates()
  /// The number of saves recorded since the start; a barrier reports how many it made.
  var recordedCount = 0
  /// The folders that must be read again when recording resumes.
  var scans = PendingScans()
  /// Whether the branch must be inspected when git is at rest.
  var mustInspect = false
  /// A commit of the person's that was seen and could not be taken at once.
  var lateCommit: ObjectID?
  /// The checks of git's configuration and attributes.
  var configurationWatch = ConfigurationWatch()
  /// Whether saves are captured as soon as they are closed.
  var keepsAtOnce = false
  /// The pause of recording, if there is one; the recorder's own state follows it.
  var pause: FolderPause? {
    didSet { if let pause { recorder.log.pause(pause.reason) } else { recorder.log.resume() } }
  }
  /// The paths that wait to be captured.
  var captures = WaitingCaptures()
  /// The commit of git's HEAD as last seen while recording was paused.
  var pausedHead = PausedHead()
  /// The recording state and the held paths that were last published as events.
  var toldMood = RecordingMood.recording
  var toldHeld: [WorkspacePath: HeldReason] = [:]
  /// Whether a task is writing the files of an adoption: then the timer need not.
  var isPlacing = false
  /// The large files whose contents could not be placed.
  var waitingPlacements = WaitingPlacements()
  /// The schedule of index updates for exchanged files.
  var indexRefresh = IndexRefresh()
  /// Whether a checkpoint is being made.
  var isCheckpointing = false
  /// The schedule for reading late displaced files again.
  var lateReads = LateReads()
  /// The time of the next retry after a failure.
  var retryTime = RetryTime()
  /// The paths that could not be recorded at the last attempt, with the number of attempts: a program has them open, or
  /// git is at work.
  var unsettled: [WorkspacePath: Int] = [:]
  /// The paths of a large batch, which are compared turn by turn.
  var looks = WaitingLooks()
  /// The deletions that the person must confirm.
  var stoppedDeletions: Set<WorkspacePath> = []
  /// The local-only files that were published before.
  var publishedLocalOnly = PublishedLocalOnly()
  /// The stored result of their search, for the next start.
  let localOnlyFile: LocalOnlyFile
  /// The protected names that files had before, and their names by symbolic links.
  nonisolated let formerNames: FormerNames
  /// The makers of commits.
  nonisolated let commitMakers: CommitMakers
  /// The stored brackets, for the next start.
  let bracketFile: BracketFile
  /// The control files that agents' commands changed.
  var controlChanges: ControlChanges
  /// The deletions of many files that the person had recorded.
  let agreedDeletions: AgreedDeletions
  /// The way in which the folder is watched, for the status.
  var watching = "events"
  /// The conflicts that are open at the tip that the table names; nil before the first use.
  var conflictTable: OpenConflicts?
  /// The page of open conflicts in the folder.
  let conflictPage: ConflictPageFile
  /// The due times of the chores, and the one timer for the next of them.
  var agenda = Agenda()
  var timer: Task<Void, Never>?
  var timerDue: Int64 = .max
  /// The time until which writes wait for an adoption, in monotonic nanoseconds.
  private var heldUntil: Int64 = 0
  private var waiting: [WaitingWrite] = []

  /// Opens the recorder of a folder whose lock the caller holds; blocks.
  ///
  /// - Throws: `VerbError` that states the preserved data and the next step.
  init(
    _ settings: WorkspaceSettings, time: any TimeSource, events: EventHub, questions: QuestionList,
    ignoredFolders: IgnoredFolders, loss: LossPolicy = .refuses
  ) throws(VerbError) {
    let opened = try RecorderOpening.open(settings, time: time, ignored: ignoredFolders, loss: loss)
    lostHistory = LostHistory(tree: opened.tree)
    lostHistory.note(opened.lost)
    scanContext = ScanContext(isAfterPowerLoss: !opened.wasClean, isAuthorUnknown: !opened.lost.isEmpty)
    identity = opened.identity
    person = ConfiguredPerson(settings)
    repairLog = opened.repairLog
    adoptionLog = opened.adoptionLog
    policy = opened.rules.policyBook
    ruleBook = opened.rules
    large = opened.large
    allowedSecrets = opened.rules.allowedSecrets
    formerNames = FormerNames(tree: opened.tree, links: opened.recorder.disk.cache.symbolicLinks, root: settings.root)
    commitMakers = CommitMakers(tree: opened.tree)
    controlChanges = ControlChanges(tree: opened.tree)
    localOnlyFile = LocalOnlyFile(tree: opened.tree)
    agreedDeletions = AgreedDeletions(tree: opened.tree)
    recorder = opened.recorder
    conflictPage = ConflictPageFile(recorder: opened.recorder)
    if recorder.tip == nil { commitMakers.noteUnsealed([]) }
    commitMakers.prepare(recorder.graph)
    bracketFile = BracketFile(tree: opened.tree)
    recorder.authors.brackets = bracketFile.read(at: time.now())
    repository = opened.repository
    preparation = AdoptionPreparation(root: settings.root)
    branch = opened.branch
    branchName = opened.branch.name
    let mark = opened.repository.id(of: .blob, Array(opened.identity.bound.utf8)).hex.prefix(8)
    let letters = settings.identity.machine.unicodeScalars.filter {
      $0.isASCII && $0.properties.isAlphabetic || $0 == "-"
    }
    inboxName = String(String.UnicodeScalarView(letters)).prefix(40) + "-" + mark
    auditID = String(mark)
    let repository = opened.repository
    let gap = opened.recovered == nil ? nil : AuditDesk.Gap(beginning: opened.beginning)
    let auditDesk = AuditDesk(id: auditID, tree: opened.tree, gap: gap) { repository.id(of: .blob, $0) }
    self.auditDesk = auditDesk
    self.ignoredFolders = ignoredFolders
    self.time = time
    self.events = events
    self.questions = questions
    toldHeld = recorder.held
    recorder.saveWatch = PolicyBook.path.map { SaveWatch(of: $0) }
    opened.rules.formerNames = formerNames
    recorder.executor.auditHead = { auditDesk.takeHead() }
    recorder.log.isWaitedFor = { [executor] in executor.isWaitedFor }
    if let tell = settings.tellSetUp { recorder.tellLooked = { tell(.recording(files: $0, of: $1)) } }
    if let turns = opened.recovered {
      events.publish(
        .recovered, "the last stop was not in order; what it left was brought to its end (turns: \(turns))")
    }
  }

  /// The recorder's own thread.
  nonisolated var unownedExecutor: UnownedSerialExecutor { executor.asUnownedSerialExecutor() }

  /// Begins to take the watcher's batches and to report moves of the tip.
  func attach(_ watcher: FileWatcher, claims: ClaimDesk, listeners: QueueListeners) {
    self.claims = claims
    self.listeners = listeners
    self.watcher = watcher
    let traces = EditorTraces(watcher: watcher, tree: bracketFile.tree, time: time)
    recorder.authors.editorTrace = { traces.trace(of: $0) }
    recorder.authors.isRunning = { ProcessStart.ticks(of: $0.process) == String($0.began) }
  }

  /// Inspects the branch and scans the folder for the first time.
  func begin() {
    observeGit()
    followLocalOnly()
    inspectBranch()
    tellSaves()
    noteUnseenRenames()
    // Files that git is writing now are not the person's: they are read when git has ended.
    scans.addAll()
    if allows(.inspect) {
      if isRecording { scanAll(believesDeletions: false) } else { captureWhatWaits() }
    }
    judgePolicy()
    askAboutControlFiles()
    followBranch(force: true)
    if ruleBook.updatesIdle { idleUpdates.noteStart(at: time.now().monotonic) }
    Task { [weak self] in await self?.seedVersions() }
    schedule()
  }

  var tip: ObjectID? { recorder.tip }

  /// The last of the versions that are held off the tip; nil if there are none.
  var heldTip: ObjectID? { recorder.tips.heldTip }

  /// Queues a write; returns when it is durable or refused.
  ///
  /// - Parameter closing: the part of the end of its call that runs in the same turn. With it, the answer comes before
  ///   the objects of the commit are written (decision 37): another git finds the named commit some milliseconds later.
  /// - Returns: the outcome of the write, and the result of closing its call if the write was done.
  func submit(_ write: Write, closing: CallClosing? = nil) async -> (WriteOutcome, ClosedCall?) {
    await withCheckedContinuation { continuation in
      waiting.append(WaitingWrite(write: write, closing: closing, answer: continuation))
      // Writes that are already queued on this executor come before the drain and share its turn.
      if waiting.count == 1 { Task { self.drain() } }
    }
  }

  /// Makes writes wait until the next adoption, at most for a number of nanoseconds; saves are recorded in the
  /// meantime.
  func hold(nanoseconds: Int64) {
    heldUntil = time.now().monotonic + nanoseconds
  }

  /// Ends the wait and executes the waiting writes.
  func release() {
    guard heldUntil > 0 else { return }
    heldUntil = 0
    drain()
  }

  private func drain() {
    let wait = heldUntil - time.now().monotonic
    guard wait <= 0 else {
      Task { [weak self] in
        try? await Task.sleep(nanoseconds: UInt64(wait))
        await self?.drain()
      }
      return
    }
    let batch = waiting
    waiting = []
    guard !batch.isEmpty else { return }
    let before = recorder.tip
    var rest: [(WaitingWrite, WriteOutcome)] = []
    carryOut(batch.map(\.write)) { outcomes in
      for (item, outcome) in zip(batch, outcomes) {
        guard let closing = item.closing, case .done(let result) = outcome else {
          rest.append((item, outcome))
          continue
        }
        item.answer.resume(returning: (outcome, close(closing, result)))
      }
    }
    for (item, outcome) in rest { item.answer.resume(returning: (outcome, nil)) }
    turnEnded(from: before)
  }

  /// Executes many writes in a separate turn: a restore, an undo.
  func perform(_ writes: [Write]) -> [WriteOutcome] {
    let before = recorder.tip
    var outcomes: [WriteOutcome] = []
    carryOut(writes) { outcomes = $0 }
    turnEnded(from: before)
    return outcomes
  }

  /// Executes one turn of writes, refused while git is at work; the caller calls `turnEnded`.
  private func carryOut(_ writes: [Write], _ answered: ([WriteOutcome]) -> Void) {
    observeGit()
    mend()
    guard !waitsForGit(.write) else {
      answered(writes.map { _ in .refused(.beingSaved) })
      return
    }
    lookAtGitsDoing(writes)
    recorder.perform(writes) { outcomes in
      // Nothing may record a moved file before its earlier name is known.
      for rename in FormerNames.moves(writes, outcomes) { noteRename(rename) }
      answered(outcomes)
    }
  }

  /// Does the work after each turn: events, the branch, the exchange, the next checkpoint.
  ///
  /// - Parameter isAdoption: whether the tip moved to the remote's commits, with local commits replayed on them.
  func turnEnded(from before: ObjectID?, isAdoption: Bool = false) {
    tellHeld()
    tellSaves()
    tellSetAside()
    tellMood(at: time.now().monotonic)
    placeLarge()
    readDisplaced()
    if recorder.swapper.takeNewsOfEditedPointers() { listeners.pointersEdited() }
    completeOrigins()
    noteParted()
    if let saved = recorder.saveWatch?.take() { judgePolicy(saved: saved) }
    guard recorder.tip != before else {
      if recorder.isMendable || !recorder.late.isEmpty { schedule() }
      return
    }
    let now = time.now().monotonic
    checkpoints.noteCommit(at: now)
    withdrawLocalOnly()
    noteNews(since: before)
    if !isAdoption { noteControlFiles(since: before) }
    announce(from: before)
    tellPresenters(from: before)
    listeners.tipMoved()
    followBranch(force: false)
    schedule()
  }

  /// Sets the time of the next retry after a failure, with a growing delay.
  func retry() {
    retryTime.noteFailure(at: time.now().monotonic)
  }

  /// Checks whether the person's git is at work, and inspects its changes.
  func observeGit() {
    let now = time.now().monotonic
    readConfiguration()
    foreign.note(isLocked: branch.isLockedByOthers(repository, now: time.now()), at: now)
    recorder.saves.gitRanLately = !foreign.endedLongAgo(now)
    keepAtOnce(at: now)
    // Before anything is recorded or written: the files may have content from git.
    if mustInspect, retryTime.isDue(at: now), allows(.inspect) { inspectBranch() }
  }
}
