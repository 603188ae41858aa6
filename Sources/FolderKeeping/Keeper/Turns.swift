internal import FileSystem
internal import Git
internal import GitObjects
internal import Merge
internal import Recording
internal import WorkTree
internal import WorkspaceAPI

/// Executes writes in turns.
///
/// Belongs to the executor of `FolderKeeper`.
final class Turns {
  private let recorder: Recorder
  private let repository: Repository
  private let branch: BranchPeer
  private let time: any TimeSource
  private let folder: FolderState
  private let capture: CaptureDesk
  private let configuration: ConfigurationDesk
  private let inspector: BranchInspector
  private let observations: Observations
  private let names: FileNames
  /// The provenance of idle files.
  let idle: IdleDesk
  private let reports: FolderReports
  private let frame: TurnFrame

  /// Creates the part from the parts that it uses.
  init(
    recorder: Recorder, repository: Repository, branch: BranchPeer, time: any TimeSource, folder: FolderState,
    capture: CaptureDesk, configuration: ConfigurationDesk, inspector: BranchInspector, observations: Observations,
    names: FileNames, idle: IdleDesk, reports: FolderReports, frame: TurnFrame
  ) {
    self.recorder = recorder
    self.repository = repository
    self.branch = branch
    self.time = time
    self.folder = folder
    self.capture = capture
    self.configuration = configuration
    self.inspector = inspector
    self.observations = observations
    self.names = names
    self.idle = idle
    self.reports = reports
    self.frame = frame
  }

  /// Executes many writes in a separate turn: a restore, an undo.
  func perform(_ writes: [Write]) -> [WriteOutcome] {
    let before = recorder.tip
    var outcomes: [WriteOutcome] = []
    carryOut(writes) { outcomes = $0 }
    frame.turnEnded(from: before)
    return outcomes
  }

  /// Executes one turn of writes, refused while git is at work; the caller calls `turnEnded`.
  func carryOut(_ writes: [Write], _ answered: ([WriteOutcome]) -> Void) {
    observeGit()
    resume()
    guard !folder.waitsForGit(.write) else {
      answered(writes.map { _ in .refused(.beingSaved) })
      return
    }
    observations.recordGitsChanges(writes)
    recorder.perform(writes) { outcomes in
      // Nothing may record a moved file before its earlier name is known.
      for rename in FormerNames.moves(writes, outcomes) { names.noteRename(rename) }
      answered(outcomes)
    }
  }

  /// Checks whether the person's git is at work, and inspects its changes.
  func observeGit() {
    let now = time.now().monotonic
    configuration.readConfiguration()
    folder.apply(.lockChecked(isLocked: branch.isLockedByOthers(repository, now: time.now()), at: now))
    recorder.saves.gitRanLately = !folder.foreign.endedLongAgo(now)
    capture.keepAtOnce(at: now)
    // Before anything is recorded or written: the files may have content from git.
    if folder.mustInspect, folder.retryTime.isDue(at: now), folder.allows(.inspect) { inspector.inspectBranch() }
  }

  /// Executes writes in a separate turn, all or none.
  func performTogether(_ writes: [Write]) -> BatchOutcome {
    let before = recorder.tip
    observeGit()
    resume()
    guard !folder.waitsForGit(.write) else { return .refused([0: .beingSaved]) }
    observations.recordGitsChanges(writes)
    let outcome = recorder.performTogether(writes)
    // The tip has no commit for the rename of a held file.
    if case .done = outcome { writes.first?.origin.renamed.forEach(names.noteRename) }
    frame.turnEnded(from: before)
    return outcome
  }

  /// Executes the writes that settle conflicts: all of them, or none.
  ///
  /// The commit of a single write states that the conflicts are settled; the commits of several writes do not, because
  /// one of the writes may fail while the others are placed. Then `say` records that they are settled.
  func settle(_ writes: [Write]) -> BatchOutcome {
    guard writes.count == 1 else {
      return performTogether(
        writes.map { write in
          var write = write
          write.origin.resolves = []
          return write
        })
    }
    switch perform(writes).first {
    case .done(let result): return .done([result])
    case .refused(let refusal): return .refused([0: refusal])
    case nil: return .done([])
    }
  }

  /// Records that conflicts are settled by the present files.
  ///
  /// - Throws: `VerbError` if nothing can be recorded now.
  func say(_ origin: WriteOrigin) throws(VerbError) -> ObjectID? {
    observeGit()
    resume()
    let before = recorder.tip
    defer { frame.turnEnded(from: before) }
    do throws(RecordError) { return try recorder.say(origin) } catch { throw VerbError(error) }
  }

  /// Tries to record again after a full disk or a failing device stopped recording.
  func resume() {
    guard recorder.isMendable, recorder.mend() else { return }
    folder.scans.addAll()
    reports.publishMood(at: time.now().monotonic)
    frame.schedule()
  }

  /// Merges the changes that the last save of a path lacked into it; nil if no such save is known.
  func reapply(_ path: WorkspacePath) throws(RecordError) -> WriteOutcome? {
    let before = recorder.tip
    observeGit()
    guard !folder.waitsForGit(.write) else { return .refused(.beingSaved) }
    let outcome = try recorder.reapply(path)
    frame.turnEnded(from: before)
    return outcome
  }

  /// Undoes changes, newest first, in one turn with the comparison with the current files.
  ///
  /// - Parameter kept: files that stay unchanged.
  /// - Throws: `VerbError` if a version cannot be read; then nothing was changed.
  func takeBack(
    _ steps: [UndoPlan.Step], but kept: Set<WorkspacePath>, origin: WriteOrigin
  ) throws(VerbError) -> TakenBack {
    guard let tip = recorder.tip, !steps.isEmpty else { return TakenBack(writes: [], outcomes: [], left: []) }
    do throws(ObjectStoreError) {
      let plan = try UndoPlan(
        takingBack: steps, tip: tip, graph: recorder.graph, store: recorder.objects, origin: origin)
      let writes = plan.writes.filter { !kept.contains($0.path) }
      let outcomes = writes.isEmpty ? [] : perform(writes)
      for write in writes where write.action == .delete { recorder.tree.removeEmptyFolders(above: write.path) }
      return TakenBack(writes: writes, outcomes: outcomes, left: plan.left)
    } catch { throw VerbError(error) }
  }

  /// Updates the provenance of files that agents' own tools wrote without the door, at the end of an agent's turn:
  /// during the turn, the agent would take the update for a change by another writer.
  func updateReported() {
    idle.hurryAgents()
    updateIdle(at: time.now().monotonic)
  }

  /// Updates the provenance of files that have been idle for the policy's time.
  func updateIdle(at now: Int64) {
    let writes = idle.takeDue(at: now)
    if !writes.isEmpty { _ = perform(writes) }
  }
}
