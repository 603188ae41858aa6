internal import Recording
internal import WorkTree
internal import WorkspaceAPI

/// The parts of a folder's keeper, made in the order in which they know each other.
///
/// They belong to the executor of `FolderKeeper`.
struct KeeperParts {
  /// The only writer.
  let recorder: Recorder
  /// The data that other threads read too.
  let tables: FolderTables
  /// The watcher and the listeners.
  let links = FolderLinks()
  /// The work before, after and beside the turns.
  let frame: TurnFrame
  let folder: FolderState
  let records: FolderRecords
  let rules: FolderRules
  let work: FolderWork

  /// Opens the recorder of a folder whose lock the caller holds, and makes its parts; blocks.
  ///
  /// - Throws: `VerbError` that states the preserved data and the next step.
  init(
    _ settings: WorkspaceSettings, time: any TimeSource, events: EventHub, questions: QuestionList,
    ignoredFolders: IgnoredFolders, loss: LossPolicy
  ) throws(VerbError) {
    let opened = try RecorderOpening.open(settings, time: time, ignored: ignoredFolders, loss: loss)
    let (recorder, repository, branch) = (opened.recorder, opened.repository, opened.branch)
    let lostHistory = LostHistory(tree: opened.tree)
    lostHistory.note(opened.lost)
    let tables = FolderTables(opened, settings)
    if recorder.tip == nil { tables.commitMakers.noteUnsealed([]) }
    tables.commitMakers.prepare(recorder.graph)
    let bracketFile = BracketFile(tree: opened.tree)
    recorder.authors.brackets = bracketFile.read(at: time.now())
    let gap = opened.recovered == nil ? nil : AuditDesk.Gap(beginning: opened.beginning)
    let auditDesk = AuditDesk(id: tables.auditID, tree: opened.tree, gap: gap) { repository.id(of: .blob, $0) }
    recorder.saveWatch = PolicyBook.path.map { SaveWatch(of: $0) }
    opened.rules.formerNames = tables.formerNames
    recorder.executor.auditHead = { auditDesk.takeHead() }
    if let tell = settings.tellSetUp { recorder.tellLooked = { tell(.recording(files: $0, of: $1)) } }
    let (links, frame) = (links, TurnFrame(changes: tables.changes))
    let (policy, formerNames, commitMakers) = (tables.policy, tables.formerNames, tables.commitMakers)
    let folder = FolderState(recorder: recorder, time: time)
    let history = FolderHistory(
      recorder: recorder, branch: branch, adoptionLog: opened.adoptionLog, events: events, time: time, folder: folder,
      frame: frame)
    let comparison = StartComparison(
      recorder: recorder, listing: opened.listing, events: events, isSameBoot: opened.identity.isSameBoot)
    let reports = FolderReports(
      recorder: recorder, events: events, questions: questions, policy: policy, links: links, folder: folder,
      history: history, branch: branch, comparison: comparison, allowedSecrets: tables.allowedSecrets, frame: frame)
    let conflicts = ConflictLedger(
      recorder: recorder, events: events, folder: folder, history: history,
      conflictPage: ConflictPageFile(recorder: recorder))
    let names = FileNames(
      recorder: recorder, policy: policy, formerNames: formerNames, bracketFile: bracketFile, conflicts: conflicts)
    let brackets = BracketLedger(
      recorder: recorder, policy: policy, bracketFile: bracketFile, links: links, time: time)
    let makers = MakerLedger(
      recorder: recorder, repository: repository, branch: branch, commitMakers: commitMakers, identity: opened.identity,
      events: events, links: links, folder: folder, history: history, brackets: brackets, names: names, frame: frame)
    let localOnly = LocalOnlyDesk(
      recorder: recorder, repository: repository, time: time, questions: questions, policy: policy,
      allowedSecrets: tables.allowedSecrets, localOnlyFile: LocalOnlyFile(tree: opened.tree), folder: folder,
      history: history, frame: frame)
    let policies = PolicyJudge(
      recorder: recorder, repository: repository, questions: questions, policy: policy, brackets: brackets,
      folder: folder, localOnly: localOnly)
    let controls = ControlFileLedger(
      recorder: recorder, questions: questions, policy: policy, commitMakers: commitMakers, history: history,
      controlChanges: ControlChanges(tree: opened.tree))
    let copies = LargeCopies(recorder: recorder, events: events, folder: folder, frame: frame)
    let capture = CaptureDesk(
      recorder: recorder, repository: repository, time: time, events: events, questions: questions, folder: folder,
      links: links, history: history, copies: copies, reports: reports, frame: frame)
    let idle = IdleDesk(recorder: recorder, ruleBook: opened.rules, time: time, folder: folder, links: links)
    let stopped = StoppedDeletions(
      recorder: recorder, questions: questions, agreedDeletions: AgreedDeletions(tree: opened.tree))
    let observations = Observations(
      recorder: recorder, time: time, events: events, folder: folder, links: links, stopped: stopped, copies: copies,
      idle: idle, capture: capture, frame: frame)
    let scanner = FolderScanner(
      links: links, recorder: recorder, time: time, events: events, questions: questions, folder: folder,
      identity: opened.identity, ignoredFolders: ignoredFolders, stopped: stopped, observations: observations,
      capture: capture, idle: idle, frame: frame,
      scanContext: ScanContext(isAfterPowerLoss: !opened.wasClean, isAuthorUnknown: !opened.lost.isEmpty))
    let held = HeldFiles(
      recorder: recorder, repository: repository, time: time, questions: questions, ruleBook: opened.rules,
      observations: observations, frame: frame)
    let repairs = RepairDesk(
      recorder: recorder, repository: repository, branch: branch, time: time, events: events, questions: questions,
      repairLog: opened.repairLog, lostHistory: lostHistory, history: history, scanner: scanner)
    let configuration = ConfigurationDesk(
      recorder: recorder, repository: repository, time: time, events: events, repairs: repairs,
      person: ConfiguredPerson(settings))
    let peer = PeerCommits(recorder: recorder, history: history)
    let inspector = BranchInspector(
      links: links, recorder: recorder, repository: repository, branch: branch, time: time, events: events,
      folder: folder, capture: capture, scanner: scanner, configuration: configuration, repairs: repairs,
      makers: makers, history: history, peer: peer, frame: frame)
    let following = BranchFollowing(
      recorder: recorder, branch: branch, time: time, events: events, folder: folder, observations: observations,
      repairs: repairs, frame: frame)
    let wait = FolderWait(frame: frame, folder: folder, time: time)
    let placing = LargePlacing(
      recorder: recorder, time: time, events: events, large: opened.large, folder: folder, following: following,
      wait: wait, frame: frame)
    let pointers = EditedPointerDesk(
      recorder: recorder, time: time, folder: folder, reports: reports, placing: placing, frame: frame)
    let adoption = AdoptionDesk(
      recorder: recorder, time: time, events: events, folder: folder, links: links, history: history,
      localOnly: localOnly, scanner: scanner, following: following, frame: frame)
    let calls = CallDesk(
      recorder: recorder, repository: repository, time: time, events: events, auditDesk: auditDesk, history: history,
      conflicts: conflicts, frame: frame)
    let files = FolderFiles(
      recorder: recorder, time: time, folder: folder, localOnly: localOnly, observations: observations, frame: frame)
    let turnEnd = TurnEnd(
      recorder: recorder, time: time, folder: folder, reports: reports, placing: placing, copies: copies, links: links,
      history: history, names: names, policies: policies, localOnly: localOnly, controls: controls, makers: makers,
      following: following, frame: frame)
    let turns = Turns(
      recorder: recorder, repository: repository, branch: branch, time: time, folder: folder, capture: capture,
      configuration: configuration, inspector: inspector, observations: observations, names: names, idle: idle,
      reports: reports, frame: frame)
    let batches = BatchDesk(
      recorder: recorder, time: time, folder: folder, links: links, capture: capture, observations: observations,
      scanner: scanner, inspector: inspector, configuration: configuration, policies: policies, names: names,
      stopped: stopped, following: following, frame: frame)
    let barrier = RecordingBarrier(
      recorder: recorder, branch: branch, time: time, folder: folder, links: links, turns: turns, inspector: inspector,
      batches: batches, observations: observations, scanner: scanner, repairs: repairs, following: following,
      brackets: brackets, wait: wait, frame: frame)
    let branchAnswer = BranchAnswer(
      recorder: recorder, branch: branch, time: time, capture: capture, scanner: scanner, peer: peer, makers: makers,
      following: following, frame: frame)
    let answers = FolderAnswers(
      recorder: recorder, repository: repository, time: time, questions: questions, folder: folder,
      inspector: inspector, branchAnswer: branchAnswer, observations: observations, stopped: stopped, repairs: repairs,
      reports: reports, turns: turns, frame: frame)
    let checkpoints = Checkpoints(
      recorder: recorder, repository: repository, time: time, events: events, folder: folder, links: links,
      auditDesk: auditDesk, repairs: repairs, copies: copies, capture: capture)
    let chores = ChorePlan(
      recorder: recorder, time: time, questions: questions, folder: folder, configuration: configuration,
      capture: capture, auditDesk: auditDesk, observations: observations, placing: placing, idle: idle, branch: branch,
      following: following, brackets: brackets)
    frame.observeGit = { [weak turns] in turns?.observeGit() }
    frame.resume = { [weak turns] in turns?.resume() }
    frame.end = { [weak turnEnd] in turnEnd?.turnEnded(from: $0, isAdoption: $1) }
    self.recorder = recorder
    self.tables = tables
    self.frame = frame
    self.folder = folder
    records = FolderRecords(
      history: history, makers: makers, conflicts: conflicts, calls: calls, files: files, repairs: repairs,
      reports: reports, comparison: comparison)
    rules = FolderRules(
      policies: policies, localOnly: localOnly, controls: controls, brackets: brackets, names: names, held: held,
      configuration: configuration)
    work = FolderWork(
      turns: turns, batches: batches, scanner: scanner, observations: observations, capture: capture, answers: answers,
      adoption: adoption, inspector: inspector, following: following, barrier: barrier, checkpoints: checkpoints,
      chores: chores, placing: placing, pointers: pointers, turnEnd: turnEnd)
    if let turns = opened.recovered {
      events.publish(
        .recovered, "the last stop was not in order; what it left was brought to its end (turns: \(turns))")
    }
  }
}
