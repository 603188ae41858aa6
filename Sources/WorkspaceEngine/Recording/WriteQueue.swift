internal import WorkspaceAPI
internal import Documents
internal import FileSystem
internal import FileWatching
internal import Git
internal import GitObjects
internal import History
internal import Merge
internal import Threads

/// The queue before the one writer: takes writes and saves, hands all that wait to the recorder in one turn.
///
/// An actor on a thread of its own, since turns block on the disk; recorder and repository never leave it. The group
/// commit is the queue: writes that arrive while a turn runs share the next one's sync (review B7).
actor WriteQueue {
  private let executor = SerialQueue(label: "stet.recorder")
  let recorder: Recorder
  let repository: Repository
  let branch: BranchPeer
  let preparation: AdoptionPreparation
  let time: any TimeSource
  let events: EventHub
  let questions: QuestionList
  /// The branch that is recorded, without `refs/heads/`.
  nonisolated let branchName: String
  /// A name for this store at the remote that no other machine has: the machine's, and what tells two of one name apart.
  nonisolated let inboxName: String
  /// Whether the first look at the folder is one after a power cut.
  var afterPowerLoss: Bool
  /// Whether history was lost: who wrote what the folder has more than what is left is not known.
  var isAuthorUnknown = false
  /// Commits that were recorded here and are lost, until the person has taken note.
  let lostHistory: LostHistory
  /// What the store is bound to; the boot is noted after the first look at the folder.
  let identity: StoreIdentity
  /// What was mended.
  let repairLog: RepairLog
  /// What was taken from the remote without a merge.
  let adoptionLog: AdoptionLog
  /// The policy in force.
  nonisolated let policy: PolicyBook
  /// The rules about paths.
  let ruleBook: RuleBook
  /// The contents of large files.
  nonisolated let large: LargeStore
  /// The secrets that the person allowed here.
  nonisolated let allowedSecrets: AllowedSecrets
  /// The record of what agents did.
  let auditLog: AuditLog
  let auditSyncer: AuditSyncer
  /// The id of this store's record.
  nonisolated let auditID: String
  var auditSync: Task<Void, Never>?
  /// When that begins, monotonic nanoseconds.
  var auditDue: Int64 = 0
  /// Why calls cannot be put on record.
  var auditProblem: String?
  /// Whether lines may be missing of the commits since `auditBeginning`: the last stop was not in order.
  var isAuditTorn: Bool
  /// Where the tip stood at the last checkpoint before the start.
  let auditBeginning: ObjectID?
  var hasLooked = false
  /// The folders that rules leave out, for the watcher.
  let ignoredFolders: IgnoredFolders
  /// Watches the folder; set once before the first batch.
  private(set) var watcher: FileWatcher?
  /// Called after each turn that moved the tip.
  var tipMoved: @Sendable () -> Void = {}

  /// Who claims what and has what open; told of what changes in the folder.
  var claims: ClaimDesk?

  /// Called when the folder is no longer where it was.
  var rootGone: @Sendable () -> Void = {}
  /// Called after a checkpoint at rest.
  var rested: @Sendable () -> Void = {}
  /// Tells that commits were taken from the person's git: what the remote had then, and the tip before.
  var gitTook: @Sendable (_ published: [ObjectID], _ before: ObjectID?) -> Void = { _, _ in }
  /// Called after a turn in which a pointer was edited to one whose content is not here.
  var pointersEdited: @Sendable () -> Void = {}

  /// The person as git's configuration names them now.
  var person: ConfiguredPerson
  var foreign = ForeignGit()
  var checkpoints = CheckpointPolicy()
  var idleUpdates = IdleUpdates()
  /// Saves that were recorded since the start; a barrier tells how many it made.
  var recordedCount = 0
  /// Everything must be read again when recording goes on.
  var mustScan = false
  /// The branch must be looked at when git has rested.
  var mustInspect = false
  /// A commit of the person's that was seen and could not be taken at once.
  var lateCommit: ObjectID?
  /// Configuration or attributes changed and must be judged again.
  var mustCheck = true
  /// How often the configuration changed since the start: the exchange may have another remote then.
  var configurationChanges = 0
  /// When the configuration is looked at for damage.
  var configurationWatch = ConfigurationWatch()
  /// Why the repository could not be recorded when it was judged last.
  var lastRefusal: String?
  /// Whether what is saved is kept as soon as it is closed.
  var keepsAtOnce = false
  /// What recording is paused for; the recorder's own state follows it.
  var pause: FolderPause? {
    didSet { if let pause { recorder.pause(pause.reason) } else { recorder.resume() } }
  }
  /// Paths that wait to be captured.
  var captures = WaitingCaptures()
  /// Where git's HEAD was seen last while recording was paused.
  var pausedHead = PausedHead()
  /// What was told of recording and of held paths.
  var toldMood = RecordingMood.recording
  var toldHeld: [WorkspacePath: HeldReason] = [:]
  /// Whether a task brings the files of an adoption just now: the timer need not.
  var isPlacing = false
  /// Whether a task places contents of large files just now.
  var isPlacingLarge = false
  /// Contents of large files that could not be placed when it was tried, and when that is tried again.
  var placeLater: Set<WorkspacePath> = []
  var placeAt: Int64 = 0
  var placePause = LengtheningPause(first: 250_000_000, longest: 30_000_000_000)
  /// When git's index may be told next of files that were exchanged, monotonic nanoseconds.
  var refreshAt: Int64 = 0
  /// The large files of which it is to be told again, as `BranchPeer.takeRacy`, and when.
  var tellAgain: (paths: [WorkspacePath], at: Int64) = ([], 0)
  /// Whether a checkpoint is being made.
  var isCheckpointing = false
  /// Folders that must be read again when recording goes on.
  var foldersToScan: Set<WorkspacePath> = []
  /// The late displaced files for which `latePause` was counted.
  var awaitedLate: Set<String> = []
  /// How long until late displaced files are looked at again; what their writers do is told by events besides.
  var latePause = LengtheningPause(first: 200_000_000, longest: 30_000_000_000)
  /// When what failed may be tried again, and how much later the next time.
  var retryAt: Int64 = 0
  var retries = LengtheningPause(first: 1_000_000_000, longest: 60_000_000_000)
  /// Paths that could not be recorded when they were last looked at, with how often: a program has them open, or git
  /// is at work.
  var unsettled: [WorkspacePath: Int] = [:]
  /// What came in great numbers and is looked at turn by turn.
  var looks = WaitingLooks()
  /// Deletions that a person must confirm.
  var stoppedDeletions: Set<WorkspacePath> = []
  /// The local-only files that were published before.
  var publishedLocalOnly = PublishedLocalOnly()
  /// What is kept of them over a stop.
  let localOnlyFile: LocalOnlyFile
  /// The protected names that files had before.
  nonisolated let formerNames: FormerNames
  /// What is known of who made commits.
  nonisolated let commitMakers: CommitMakers
  /// The brackets over a stop.
  let bracketFile: BracketFile
  /// The control files that agents' commands changed.
  var controlChanges: ControlChanges
  /// The deletion of many files that the person had recorded.
  let agreedDeletions: AgreedDeletions
  /// How the folder is watched, for the status.
  var watching = "events"
  /// The conflicts that are open at the tip it names; nil before it was asked for.
  var conflictTable: OpenConflicts?
  /// What `CONFLICTS.md` shows; nil before it was looked at.
  var shownConflicts: OpenConflicts?
  /// Work that is due later: one timer at a time.
  var timer: Task<Void, Never>?
  var timerDue: Int64 = .max
  /// Until when writes wait for an adoption, monotonic nanoseconds.
  private var heldUntil: Int64 = 0
  private var waiting: [WaitingWrite] = []

  /// Opens the recorder of a folder whose lock the caller holds; blocks.
  ///
  /// - Throws: `VerbError` with what was kept and what to do.
  init(
    _ settings: WorkspaceSettings, time: any TimeSource, events: EventHub, questions: QuestionList,
    ignoredFolders: IgnoredFolders, loss: LossPolicy = .refuses
  ) throws(VerbError) {
    let opened = try RecorderOpening.open(settings, time: time, ignored: ignoredFolders, loss: loss)
    lostHistory = LostHistory(tree: opened.tree)
    lostHistory.note(opened.lost)
    if !opened.lost.isEmpty { isAuthorUnknown = true }
    afterPowerLoss = !opened.wasClean
    (isAuditTorn, auditBeginning) = (opened.recovered != nil, opened.beginning)
    identity = opened.identity
    person = ConfiguredPerson(settings)
    repairLog = opened.repairLog
    adoptionLog = opened.adoptionLog
    policy = opened.rules.policyBook
    ruleBook = opened.rules
    large = opened.large
    allowedSecrets = opened.rules.allowedSecrets
    formerNames = FormerNames(tree: opened.tree)
    commitMakers = CommitMakers(tree: opened.tree)
    controlChanges = ControlChanges(tree: opened.tree)
    localOnlyFile = LocalOnlyFile(tree: opened.tree)
    agreedDeletions = AgreedDeletions(tree: opened.tree)
    recorder = opened.recorder
    if recorder.tip == nil { commitMakers.noteUnsealed([]) }
    commitMakers.prepare(recorder.graph)
    bracketFile = BracketFile(tree: opened.tree)
    recorder.brackets = bracketFile.read(at: time.now())
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
    let auditLog = AuditLog(id: auditID, tree: opened.tree) { repository.id(of: .blob, $0) }
    self.auditLog = auditLog
    auditSyncer = AuditSyncer(tree: opened.tree)
    self.ignoredFolders = ignoredFolders
    self.time = time
    self.events = events
    self.questions = questions
    toldHeld = recorder.held
    recorder.saveWatch = PolicyBook.path.map { SaveWatch(of: $0) }
    recorder.auditHead = { auditLog.takeHead()?.text }
    recorder.isWaitedFor = { [executor] in executor.isWaitedFor }
    if let tell = settings.tellSetUp { recorder.tellLooked = { tell(.recording(files: $0, of: $1)) } }
    if let turns = opened.recovered {
      events.publish(
        .recovered, "the last stop was not in order; what it left was brought to its end (turns: \(turns))")
    }
  }

  /// The recorder's own thread.
  nonisolated var unownedExecutor: UnownedSerialExecutor { executor.asUnownedSerialExecutor() }

  /// Begins to take what the watcher says and to tell of a moved tip.
  func attach(
    _ watcher: FileWatcher, tipMoved: @escaping @Sendable () -> Void, rested: @escaping @Sendable () -> Void,
    gitTook: @escaping @Sendable (_ published: [ObjectID], _ before: ObjectID?) -> Void,
    pointersEdited: @escaping @Sendable () -> Void, claims: ClaimDesk, rootGone: @escaping @Sendable () -> Void
  ) {
    self.claims = claims
    self.rootGone = rootGone
    self.watcher = watcher
    let traces = EditorTraces(watcher: watcher, tree: bracketFile.tree, time: time)
    recorder.editorTrace = { traces.trace(of: $0) }
    recorder.isRunning = { ProcessStart.ticks(of: $0.process) == String($0.began) }
    self.tipMoved = tipMoved
    self.rested = rested
    self.gitTook = gitTook
    self.pointersEdited = pointersEdited
  }

  /// Looks at branch and folder for the first time.
  func begin() {
    observeGit()
    followLocalOnly()
    inspectBranch()
    tellSaves()
    noteUnseenRenames()
    // What git is writing just now is not the person's: read when it has ended.
    mustScan = true
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

  /// The tip.
  var tip: ObjectID? { recorder.tip }

  /// The last of the versions that are held off the tip; nil where there are none.
  var heldTip: ObjectID? { recorder.heldTip }

  /// Queues a write; answers when it is durable or refused.
  ///
  /// - Parameter closing: what of its call ends with it; then it is answered before its commit's objects are written
  ///   (decision 37): the answer names a commit that a git of its own finds some milliseconds later.
  /// - Returns: what became of it, and of its call where it was done.
  func submit(_ write: Write, closing: CallClosing? = nil) async -> (WriteOutcome, ClosedCall?) {
    await withCheckedContinuation { continuation in
      waiting.append(WaitingWrite(write: write, closing: closing, answer: continuation))
      // Those that are queued on this executor already come before the drain and share its turn.
      if waiting.count == 1 { Task { self.drain() } }
    }
  }

  /// Lets writes wait until the next adoption, at most so many nanoseconds; saves are recorded meanwhile.
  func hold(nanoseconds: Int64) {
    heldUntil = time.now().monotonic + nanoseconds
  }

  /// Ends that; what waited is carried out.
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

  /// Carries out many writes in one turn of their own: a restore, an undo.
  func perform(_ writes: [Write]) -> [WriteOutcome] {
    let before = recorder.tip
    var outcomes: [WriteOutcome] = []
    carryOut(writes) { outcomes = $0 }
    turnEnded(from: before)
    return outcomes
  }

  /// One turn of writes, refused while git is at work; what follows a turn is the caller's.
  private func carryOut(_ writes: [Write], _ answered: ([WriteOutcome]) -> Void) {
    observeGit()
    mend()
    guard !waitsForGit(.write) else {
      answered(writes.map { _ in .refused(.beingSaved) })
      return
    }
    lookAtGitsDoing(writes)
    recorder.perform(writes, answered: answered)
  }

  /// What follows each turn: events, the branch, the exchange, the next checkpoint.
  ///
  /// - Parameter isAdoption: whether the tip moved to the remote's commits, with what was recorded here made again on them.
  func turnEnded(from before: ObjectID?, isAdoption: Bool = false) {
    tellHeld()
    tellSaves()
    tellSetAside()
    tellMood(at: time.now().monotonic)
    placeLarge()
    readDisplaced()
    if recorder.takeNewsOfEditedPointers() { pointersEdited() }
    completeOrigins()
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
    tipMoved()
    followBranch(force: false)
    schedule()
  }

  /// Has what failed wait before it is tried again, longer each time.
  func retry() {
    retryAt = time.now().monotonic + retries.next
    retries.lengthen()
  }

  /// Looks whether the person's git is at work, and what it did.
  func observeGit() {
    let now = time.now().monotonic
    readConfiguration()
    foreign.note(isLocked: branch.isLockedByOthers(repository, now: time.now()), at: now)
    recorder.gitRanLately = !foreign.endedLongAgo(now)
    keepAtOnce(at: now)
    // Before anything is recorded or written again: what stands in the files may be git's doing.
    if mustInspect, retryAt <= now, allows(.inspect) { inspectBranch() }
  }
}
