internal import Documents
internal import FileSystem
package import GitObjects
internal import Journal
internal import WorkTree

/// A turn whose objects and references are still in memory: the journal and the files have it.
struct UnsettledTurn {
  /// The journalled record.
  var record: TurnRecord
  /// Its placements that failed.
  var failed: Set<Int>
  /// The tips before the turn.
  var before: TipLedger.Values
}

/// Executes planned turns: stages files, journals the turn, places the files, and moves the references, in this order.
package final class TurnExecutor {
  /// The journal.
  let log: TurnLog
  /// The versions that are kept off the tip.
  let holds: HoldLedger
  /// The authors of changes on disk.
  let authors: SaveAuthors
  /// The hooks of tests: they run between the steps of a turn.
  let hooks: RecorderHooks
  /// Returns a new change id; a parameter so that tests repeat.
  private let makeChangeID: () -> String
  /// Returns the head of the audit for the next commit on the tip; nil if there is no new one.
  package var auditHead: () -> String? = { nil }
  /// The turn that was answered and is not in the store yet.
  private var unsettled: UnsettledTurn?
  /// Deletions and file counts of the last minutes (A14).
  var deletions = DeletionGuard()

  /// Creates an executor over a recorder's ledgers.
  init(
    _ log: TurnLog, _ holds: HoldLedger, _ authors: SaveAuthors, hooks: RecorderHooks,
    makeChangeID: @escaping () -> String
  ) {
    self.log = log
    self.holds = holds
    self.authors = authors
    self.hooks = hooks
    self.makeChangeID = makeChangeID
  }

  /// The files on disk.
  var disk: DiskView { log.disk }
  var tree: any FileTree { disk.tree }
  /// The tip and the held versions.
  var tips: TipLedger { saves.tips }
  /// The repository.
  var store: TrackedStore { disk.store }
  /// The saves that may not have seen others' changes.
  var saves: SaveLedger { log.saves }
  /// The clock.
  var time: any TimeSource { disk.time }

  /// The greatest size in bytes of an appended file that is read again whatever its stamps say.
  private static let readAgain = 64 << 10

  /// The name under which the problems list a device that refuses new content.
  static let deviceProblem = ".git/stet/tmp"

  /// Executes a plan, in the order of review A1; the recovery of each step is in `Recovery`.
  ///
  /// - Parameter isAnsweredEarly: whether objects and references wait in memory for `settle`.
  /// - Throws: `RecordError`; the tip is then unchanged, and no file of the work tree was written unless the repository
  ///   refused: in that case nothing is recorded from then on, and the next opening completes the turn.
  func execute(_ given: TurnPlan, isAnsweredEarly: Bool = false) throws(RecordError) -> TurnResult {
    guard !given.drafts.isEmpty || !given.placements.isEmpty else { return finish(given) }
    guard log.hasRoom(for: 0, beside: given) else {
      throw .disk(TurnLog.noRoom(for: given.drafts.last?.withContent.last?.string ?? ""))
    }
    var plan = given
    guard let secrets = holds.holdSecrets(in: &plan) else { return finish(plan) }
    if case .readOnly(let reason) = log.state { throw .readOnly(reason) }
    let record = TurnRecord(
      sequence: plan.sequence, parent: tips.tip, commits: plan.drafts.map(planned), placements: plan.placements)
    do throws(FileError) { try stage(plan) } catch {
      discardStaged(plan)
      disk.problems[NameKey(Self.deviceProblem)] = error.message
      throw .disk(error)
    }
    disk.problems[NameKey(Self.deviceProblem)] = nil
    hooks.after(.staged)
    // Staged files stay if the journal fails: a part of the device may hold the record all the same, and the next
    // opening then completes it.
    let asked = saves.unseen
    // Before the turn: after a power cut only the save is there, and nothing else records the versions that it lacks.
    saves.noteQuestions(of: plan)
    let placed = plan.ledgers.placed.filter { log.unplaced[$0] != nil }.sorted()
    let turnEntries: [JournalEntry] =
      [.turn(record)] + plan.settled.sorted { $0.key < $1.key }.map { $0.value.entry(of: $0.key) }
      + placed.map { .placed(path: $0) }
    do throws(RecordError) {
      var entries = turnEntries
      if !plan.rescued.isEmpty {
        let objects = plan.rescued.sorted { $0.key < $1.key }.map(\.value)
        entries = [.objects(objects)] + saves.mergedSaves(of: plan).map { .merged($0) } + entries
      }
      try log.commitToJournal(entries)
    } catch {
      saves.unseen = asked
      saves.unseen.store(in: tree)
      throw error
    }
    log.sequence = plan.sequence
    for path in placed {
      log.unplaced[path] = nil
      disk.problems[NameKey(path.string)] = nil
    }
    saves.appends.end(plan.ledgers.appends, recordedBy: plan.drafts)
    hooks.after(.journalled)

    var result = TurnResult(secrets: secrets)
    for (index, placement) in plan.placements.enumerated() {
      do throws(FileError) {
        let isExpected = try place(placement)
        if !standsBehind(placement, plan, isExpected: isExpected) { result.overtaken.append(placement.path) }
      } catch {
        result.failed[index] = error
        result.partial[index] = partOfAppend(placement, at: index, plan)
      }
    }
    hooks.after(.placed)
    // Attributes decide which files are large, also for the observation of displaced files in this turn.
    if plan.files.keys.contains(where: \.isOfAttributes) { disk.rules.reload() }
    if !result.failed.isEmpty {
      let entry = JournalEntry.failed(sequence: plan.sequence, placements: result.failed.keys.sorted())
      // Their texts are still to be merged.
      let kept = plan.settled.filter { plan.files[$0.value.path]?.placement.map { result.failed[$0] != nil } ?? false }
        .keys.sorted().compactMap { slot in log.slots[slot]?.entry(of: slot) }
      try log.commitToJournal([entry] + kept, after: turnEntries)
    }
    for (index, placement) in plan.placements.enumerated() where result.failed[index] == nil {
      if let rescue = inspect(placement) { result.rescues.append(rescue) }
    }
    hooks.after(.inspected)
    let turn = UnsettledTurn(record: record, failed: Set(result.failed.keys), before: tips.values)
    for (path, reason) in plan.ledgers.holds where plan.files[path]?.placement.map(turn.failed.contains) != true {
      holds.paths[path] = reason
    }
    do throws(ObjectStoreError) {
      store.isDeferring = isAnsweredEarly
      defer { store.isDeferring = false }
      try tips.write(record, without: turn.failed, into: &result, hooks)
    } catch {
      refuse(turn, error)
      throw .repository(error)
    }
    if isAnsweredEarly { unsettled = turn }
    for (path, file) in plan.files { cache(file, at: path) }
    holds.releaseDeleted(by: plan)
    for (path, reason) in secrets { holds.paths[path] = reason }
    tips.noteFiles(plan, without: turn.failed)
    deletions.note(files: tips.fileTotal, at: time.now().monotonic)
    saves.noteVersions(plan, result)
    return result
  }

  /// Changes the ledgers as planned where nothing is to be recorded.
  private func finish(_ plan: TurnPlan) -> TurnResult {
    for path in plan.ledgers.placed.sorted() { log.endUnplaced(path) }
    saves.appends.end(plan.ledgers.appends)
    for (path, reason) in plan.ledgers.holds { holds.paths[path] = reason }
    return TurnResult()
  }

  /// Makes a commit of a draft, without tree and parent.
  private func planned(_ draft: TurnPlan.Draft) -> PlannedCommit {
    let now = time.now()
    let origin = draft.origin
    let changes = draft.changes.values.sorted { $0.path < $1.path }
    var subject = origin.subject
    if let reason = draft.reason, subject == nil, let first = changes.first {
      subject = "Hold \(changes.count == 1 ? first.path.string : "\(changes.count) files"): \(reason.word)"
    }
    var message = CommitMessage(
      subject: subject ?? CommitSubject.text(for: subjectChanges(draft, changes)), author: origin.author)
    message.tool = origin.tool
    message.call = origin.call
    message.model = origin.model
    message.machine = saves.identity.machine
    message.change = makeChangeID()
    message.restores = origin.restores
    message.undoes = origin.undoes
    message.resolves = origin.resolves
    message.conflicts = origin.conflicts
    message.renamed = origin.renamed
    message.foreign = origin.foreign
    message.unsealed = origin.unsealed
    if !draft.isHeld { message.audit = auditHead() }
    return PlannedCommit(
      author: Signature(
        name: origin.author.signatureName(person: origin.person?.name ?? saves.identity.name),
        email: origin.author.signatureEmail(person: origin.person?.email ?? saves.identity.email), seconds: now.seconds,
        offset: now.offset),
      committer: Signature(
        name: saves.identity.name, email: saves.identity.email, seconds: now.seconds, offset: now.offset),
      message: message.text, isHeld: draft.isHeld, changes: changes)
  }

  private func subjectChanges(_ draft: TurnPlan.Draft, _ changes: [PlannedChange]) -> [PathChange] {
    var list: [PathChange] = []
    var gone: [WorkspacePath] = []
    var come: [WorkspacePath] = []
    for rename in draft.origin.renamed {
      list.append(.renamed(from: rename.from, to: rename.to))
      if let path = try? WorkspacePath(rename.from) { gone.append(path) }
      if let path = try? WorkspacePath(rename.to) { come.append(path) }
    }
    for change in changes {
      // The rename of a folder covers all its files.
      let ends = change.blob == nil ? gone : come
      if ends.contains(where: { $0 == change.path || change.path.isBelow($0) }) { continue }
      let path = change.path.string
      if change.blob == nil {
        list.append(.deleted(path))
      } else {
        list.append(draft.existed[change.path] == true ? .edited(path) : .created(path))
      }
    }
    return list
  }

  /// Returns whether a file holds the intended result of an append. Its content decides: a save that was recorded in
  /// the same turn has no cached stamp yet, and a reader of the combined text has read both. For a longer file the
  /// stamps decide.
  ///
  /// - Parameter isExpected: whether the stamps say that it does.
  func standsBehind(_ placement: Placement, _ plan: TurnPlan, isExpected: Bool) -> Bool {
    guard placement.kind == .append, let whole = plan.files[placement.path]?.bytes,
      whole.count <= Self.readAgain || !isExpected,
      let content = try? tree.read(FileLocation(placement.path), limit: Int64(max(whole.count, Self.readAgain)) * 2)
    else { return isExpected }
    return content.bytes == whole
  }

  /// Returns the part of a failed append that is in the file; nil if there is none.
  ///
  /// The part is not removed: another program may have appended to it.
  private func partOfAppend(_ placement: Placement, at index: Int, _ plan: TurnPlan) -> PartialAppend? {
    let path = placement.path
    guard placement.kind == .append, let whole = plan.files[path]?.bytes,
      let content = try? tree.read(FileLocation(path), limit: Int64(whole.count)),
      content.bytes.count > whole.count - placement.appended.count, whole.starts(with: content.bytes),
      let origin = plan.drafts.first(where: { $0.changes[path]?.placement == index })?.origin
    else { return nil }
    return PartialAppend(path: path, origin: origin, isWhole: content.bytes.count == whole.count)
  }

  /// Writes the objects and references that the last turn left in memory when it was answered: objects first, then
  /// references.
  ///
  /// - Throws: `ObjectStoreError`; then nothing is recorded until it is repaired, and journal and files have the turn.
  func settle() throws(ObjectStoreError) {
    guard let turn = unsettled else { return }
    unsettled = nil
    do throws(ObjectStoreError) {
      try store.storePending()
      hooks.after(.stored)
      try store.movePending()
    } catch {
      refuse(turn, error)
      throw error
    }
    hooks.after(.moved)
  }

  /// Reads the reference of held versions after its repair: its previous commit may be lost.
  package func readHeld() throws(ObjectStoreError) {
    // The pending part of the last turn moves the reference itself.
    if unsettled == nil { try tips.readHeld() }
  }

  /// Stops recording at a turn whose files are placed and whose commits the repository refuses: only the journal may
  /// move the tip.
  func refuse(_ turn: UnsettledTurn, _ error: ObjectStoreError) {
    store.dropPending()
    var present = turn.before
    // Of two references the first may have moved: its commit exists, and is expected there from now on.
    if let held = tips.heldTip, (try? store.reference(StetReference.held)) == held {
      (present.held, present.heldTree) = (held, tips.heldTree)
    }
    tips.values = present
    log.fail("the repository refuses: \(error)", .store(turn.record, failed: turn.failed))
  }

  /// Moves the tip to a commit that has so many more files.
  func setTip(_ target: ObjectID, growth: Int) throws(ObjectStoreError) {
    try tips.adopt(target, growth: growth)
    deletions.note(files: tips.fileTotal, at: time.now().monotonic)
  }

  /// Returns whether so many more deletions would need a person's answer: more than half of the files of the last ten
  /// minutes would be gone (review A14).
  package func wouldEmpty(deleting count: Int) -> Bool {
    deletions.wouldAsk(deletions: count, of: tips.fileTotal, at: time.now().monotonic)
  }
}
