internal import Documents
internal import FileSystem
internal import GitObjects

extension Recorder {
  /// The name under which the problems list a device that refuses new content.
  static let deviceProblem = ".git/stet/tmp"

  /// Executes a plan, in the order of review A1; the recovery of each step is in `Recovery`.
  ///
  /// - Parameter isAnsweredEarly: whether objects and references wait in memory for `settle`.
  /// - Throws: `RecordError`; the tip is then unchanged, and no file of the work tree was written unless the repository
  ///   refused: in that case nothing is recorded from then on, and the next opening completes the turn.
  func execute(_ given: TurnPlan, isAnsweredEarly: Bool = false) throws(RecordError) -> TurnResult {
    guard !given.drafts.isEmpty || !given.placements.isEmpty else { return TurnResult() }
    guard log.hasRoom(for: 0, beside: given) else {
      throw .disk(TurnLog.noRoom(for: given.drafts.last?.withContent.last?.string ?? ""))
    }
    var plan = given
    guard let secrets = holds.holdSecrets(in: &plan) else { return TurnResult() }
    if case .readOnly(let reason) = state { throw .readOnly(reason) }
    let record = TurnRecord(
      sequence: plan.sequence, parent: tip, commits: plan.drafts.map(planned), placements: plan.placements)
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
    let turnEntries = [.turn(record)] + plan.settled.sorted { $0.key < $1.key }.map { $0.value.entry(of: $0.key) }
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
    hooks.after(.journalled)

    var result = TurnResult(secrets: secrets)
    for (index, placement) in plan.placements.enumerated() {
      do throws(FileError) {
        let isExpected = try place(placement)
        if !standsBehind(placement, plan, isExpected: isExpected) { result.overtaken.append(placement.path) }
      } catch { result.failed[index] = error }
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
    do throws(ObjectStoreError) {
      store.isDeferring = isAnsweredEarly
      defer { store.isDeferring = false }
      try tips.write(record, without: turn.failed, into: &result, hooks)
    } catch {
      refuse(turn, error)
      throw .repository(error)
    }
    if isAnsweredEarly { unsettled = turn }
    for (path, file) in plan.files { disk.settleCache(path, file) }
    for (path, reason) in secrets { holds.paths[path] = reason }
    tips.noteFiles(plan)
    deletions.note(files: tips.fileTotal, at: time.now().monotonic)
    saves.noteVersions(plan, result)
    return result
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
    message.machine = identity.machine
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
        name: origin.author.signatureName(person: origin.person?.name ?? identity.name),
        email: origin.author.signatureEmail(person: origin.person?.email ?? identity.email), seconds: now.seconds,
        offset: now.offset),
      committer: Signature(name: identity.name, email: identity.email, seconds: now.seconds, offset: now.offset),
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
}

extension HeldReason {
  /// One or two words for a commit's subject.
  var word: String {
    switch self {
    case .tooLarge: "too large"
    case .badName: "name"
    case .filter(let name): "filter \(name)"
    case .ignored: "ignored"
    case .refused: "refused"
    case .secret: "secret"
    case .captured: "git at work"
    case .localOnly: "local only"
    case .noAttributes: "no attributes"
    case .pointerText: "edited placeholder"
    }
  }
}
