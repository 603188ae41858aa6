internal import Documents
package import FileWatching
internal import Git
package import GitObjects
package import Recording
package import Secrets
internal import Threads
package import WorkTree
package import WorkspaceAPI

/// The keeper of a folder: owns the only writer, and passes all writes that wait to it in one turn.
///
/// An actor on its own thread, because turns block on the disk; recorder and repository never leave it. It is the group
/// commit: writes that arrive while a turn runs share the next turn's sync (review B7). Its parts do the work on this
/// thread; the verbs reach them with `run`, or through the functions in `FolderKeeper+….swift`.
package actor FolderKeeper {
  private let executor = SerialQueue(label: "stet.recorder")
  /// The only writer.
  package let recorder: Recorder
  /// The clock.
  package let time: any TimeSource
  /// The data that other threads read too.
  package nonisolated let tables: FolderTables
  /// The watcher, the claims and the listeners.
  package let links: FolderLinks
  package let folder: FolderState
  package let records: FolderRecords
  package let rules: FolderRules
  package let work: FolderWork
  /// The work before, after and beside the turns.
  let frame: TurnFrame
  /// The timer for the next chore.
  var timer: Task<Void, Never>?
  /// The due time of the timer, in monotonic nanoseconds.
  var timerDue: Int64 = .max
  /// The time until which writes wait for an adoption, in monotonic nanoseconds.
  private var heldUntil: Int64 = 0
  private var waiting: [WaitingWrite] = []

  /// Opens the recorder of a folder whose lock the caller holds; blocks.
  ///
  /// - Throws: `VerbError` that states the preserved data and the next step.
  package init(
    _ settings: WorkspaceSettings, time: any TimeSource, events: EventHub, questions: QuestionList,
    ignoredFolders: IgnoredFolders, loss: LossPolicy = .refuses
  ) throws(VerbError) {
    let parts = try KeeperParts(
      settings, time: time, events: events, questions: questions, ignoredFolders: ignoredFolders, loss: loss)
    parts.recorder.log.isWaitedFor = { [executor] in executor.isWaitedFor }
    self.time = time
    recorder = parts.recorder
    tables = parts.tables
    links = parts.links
    folder = parts.folder
    records = parts.records
    rules = parts.rules
    work = parts.work
    frame = parts.frame
  }

  /// The recorder's own thread.
  package nonisolated var unownedExecutor: UnownedSerialExecutor { executor.asUnownedSerialExecutor() }

  /// Begins to take the watcher's batches and to report moves of the tip.
  package func attach(_ watcher: FileWatcher, claims: ClaimDesk, listeners: KeeperListeners, root: String) {
    links.attach(watcher, claims: claims, listeners: listeners)
    frame.schedule = { [weak self] in self?.assumeIsolated { $0.schedule() } }
    frame.release = { [weak self] in self?.assumeIsolated { $0.release() } }
    frame.start = { [weak self] work in self?.assumeIsolated { $0.start(work, root: root) } }
    let traces = EditorTraces(watcher: watcher, tree: recorder.tree, time: time)
    recorder.authors.editorTrace = { traces.trace(of: $0) }
    recorder.authors.isRunning = { ProcessStart.continues($0.process, since: String($0.began)) }
  }

  /// Reads the stored stat cache; called before `begin`.
  package func readCache() async { await records.comparison.readCache() }

  /// Inspects the branch and scans the folder for the first time.
  package func begin() async {
    await FolderStart(folder: folder, frame: frame, records: records, rules: rules, work: work).run()
    work.turns.idle.noteStart(at: time.now().monotonic)
    Task { [weak self] in await self?.seedVersions() }
    frame.schedule()
  }

  /// Returns the result of a function that uses the parts of the folder; it runs as one turn.
  package func run<Value: Sendable, Failure: Error>(
    _ body: @Sendable (isolated FolderKeeper) throws(Failure) -> Value
  ) throws(Failure) -> Value { try body(self) }

  /// The tip; nil before the first commit.
  package var tip: ObjectID? { recorder.tip }

  /// The last of the versions that are held off the tip; nil if there are none.
  package var heldTip: ObjectID? { recorder.tips.heldTip }

  /// Returns why an act is not allowed until another event; nil if it is allowed, or waits for git only.
  package func refusal(of act: FolderGate.Act) -> String? { folder.refusal(of: act) }

  /// Queues a write; returns when it is durable or refused.
  ///
  /// - Parameter closing: the part of the end of its call that runs in the same turn. With it, the answer comes before
  ///   the objects of the commit are written (decision 37): another git finds the named commit some milliseconds later.
  /// - Returns: the outcome of the write, and the result of closing its call if the write was done.
  package func submit(_ write: Write, closing: CallClosing? = nil) async -> (WriteOutcome, ClosedCall?) {
    await withCheckedContinuation { continuation in
      waiting.append(WaitingWrite(write: write, closing: closing, answer: continuation))
      // Writes that are already queued on this executor come before the drain and share its turn.
      if waiting.count == 1 { Task { self.drain() } }
    }
  }

  /// Makes writes wait until the next adoption, at most for a number of nanoseconds; saves are recorded in the
  /// meantime.
  package func hold(nanoseconds: Int64) {
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
    work.turns.carryOut(batch.map(\.write)) { outcomes in
      for (item, outcome) in zip(batch, outcomes) {
        guard let closing = item.closing, case .done(let result) = outcome else {
          rest.append((item, outcome))
          continue
        }
        item.answer.resume(returning: (outcome, records.calls.close(closing, result)))
      }
    }
    for (item, outcome) in rest { item.answer.resume(returning: (outcome, nil)) }
    frame.turnEnded(from: before)
  }
}

/// The data that other threads read too.
extension FolderKeeper {
  /// The name of the recorded branch, without `refs/heads/`.
  package nonisolated var branchName: String { tables.branchName }
  /// The name of this store at the remote, unique among machines.
  package nonisolated var inboxName: String { tables.inboxName }
  /// The id of this store's audit record.
  package nonisolated var auditID: String { tables.auditID }
  /// The policy in force.
  package nonisolated var policy: PolicyBook { tables.policy }
  /// The contents of large files.
  package nonisolated var large: LargeStore { tables.large }
  /// The secrets that the person allowed here.
  package nonisolated var allowedSecrets: AllowedSecrets { tables.allowedSecrets }
  /// The protected names that files had before, and their names by symbolic links.
  package nonisolated var formerNames: FormerNames { tables.formerNames }
  package nonisolated var commitMakers: CommitMakers { tables.commitMakers }
  package nonisolated var preparation: AdoptionPreparation { tables.preparation }
}
