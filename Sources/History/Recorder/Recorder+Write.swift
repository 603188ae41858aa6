internal import Documents
internal import FileSystem
package import GitObjects
internal import Merge

extension Recorder {
  /// Executes all queued writes in one turn: each is planned on those before it in memory, and one sync makes them
  /// durable.
  ///
  /// - Returns: their outcomes, in order.
  package func perform(_ writes: [Write]) -> [WriteOutcome] {
    var outcomes: [WriteOutcome] = []
    perform(writes, answered: { outcomes = $0 })
    return outcomes
  }

  /// Executes writes and reports their outcomes as soon as these are durable: the files are placed, the journal has the
  /// turn, and its commits can be read here. Objects and references are written after the answer, before this returns
  /// (decision 37).
  ///
  /// If the repository refuses them after the answer, recording stops until it is repaired. The answer stays valid: the
  /// file and the journal have the write and later make the same commit, while a writer that got a failure would repeat
  /// it.
  package func perform(_ writes: [Write], answered: ([WriteOutcome]) -> Void) {
    answered(perform(writes, depth: 0, isAnsweredEarly: true))
    // They may also have been refused before the answer: a turn within this one stores them first.
    try? executor.settle()
    retryRescues()
  }

  /// Retries to merge displaced texts that could not be merged.
  func retryRescues() {
    guard state == .recording else { return }
    let refused = log.slots.refused
    if !refused.isEmpty { _ = settleDisplaced(refused) }
  }

  /// Executes the writes of a turn that another turn's displaced texts require.
  ///
  /// - Parameter rescues: these texts, if the writes are theirs.
  func perform(
    _ writes: [Write], of rescues: [Rescue] = [], depth: Int, isAnsweredEarly: Bool = false
  ) -> [WriteOutcome] {
    // The result is visible at once: nothing can be recorded.
    try? executor.settle()
    if case .paused(let reason) = state { return writes.map { _ in .refused(.paused(reason)) } }
    if case .readOnly(let reason) = state { return writes.map { _ in .refused(.readOnly(reason)) } }
    bringAhead(writes, depth: depth)
    var plan = TurnPlan(sequence: log.sequence + 1)
    var planned: [PlannedWrite] = []
    // Unrecorded content is planned first, so that writes that delete or restore at once are one commit.
    if writes.count > 1 {
      for write in writes where write.isOfRecordedVersion { _ = try? current(of: write, in: &plan) }
    }
    for write in writes {
      do throws(WriteRefusal) {
        planned.append(.planned(try self.plan(write, in: &plan)))
      } catch { planned.append(.refused(error)) }
    }
    for (rescue, write) in zip(rescues, planned) {
      guard case .planned = write, let slot = rescue.slot, var file = log.slots[slot] else { continue }
      file.accounted = rescue.blob
      plan.settled[slot] = file
    }
    let result: TurnResult
    do throws(RecordError) { result = try executor.execute(plan, isAnsweredEarly: isAnsweredEarly) } catch {
      let refusal = WriteRefusal(error)
      return planned.map { if case .refused(let why) = $0 { .refused(why) } else { .refused(refusal) } }
    }
    // An unexpected displaced text is merged at once, before any writer gets the answer "done".
    if depth < 8 {
      merge(result.rescues, depth: depth)
    } else {
      for slot in result.rescues.compactMap(\.slot) { log.slots.setLate(slot, .refused) }
    }
    // Saves that an append followed are too: the readers are known now, and no longer after a stop.
    for path in result.overtaken { saves.noteOvertaken(path) }
    if !result.overtaken.isEmpty, (try? executor.settle()) != nil {
      _ = try? record(result.overtaken.map { Observation(path: $0) })
    }
    return zip(planned, writes).map { outcome(of: $0, $1.path, result) }
  }

  /// A planned write, with its future answer.
  private enum PlannedWrite {
    case refused(WriteRefusal)
    case planned(Promise)
  }

  /// The answer of a write if its placement happens.
  struct Promise {
    /// The version that will be at the path.
    var token: ObjectID?
    /// The version that it is based on; nil for none.
    var before: ObjectID?
    /// The index of the draft with the change; nil if nothing changes.
    var draft: Int?
    /// The index of the placement that it needs.
    var placement: Int?
    /// Whether somebody else's text was merged in.
    var isMerged = false
    /// The reason why it is held.
    var held: HeldReason?
    /// The number of provenance lines that were added at its head.
    var headLines = 0
  }

  private func outcome(of planned: PlannedWrite, _ path: WorkspacePath, _ result: TurnResult) -> WriteOutcome {
    switch planned {
    case .refused(let refusal): .refused(refusal)
    case .planned(let promise): outcome(of: promise, path, result)
    }
  }

  /// Returns the outcome of a planned write.
  func outcome(of promise: Promise, _ path: WorkspacePath, _ result: TurnResult) -> WriteOutcome {
    if let placement = promise.placement, let error = result.failed[placement] { return .refused(.disk(error)) }
    guard let draft = promise.draft else {
      return .done(
        WriteResult(
          token: promise.token, commit: tip, isMerged: promise.isMerged, isUnchanged: true,
          held: promise.held ?? holds.paths[path], before: promise.before))
    }
    return .done(
      WriteResult(
        token: promise.token, commit: result.commitOfDraft[draft], isMerged: promise.isMerged,
        held: promise.held ?? result.secrets[path], headLines: promise.headLines,
        before: promise.before))
  }

  /// Plans a write on top of the existing plan.
  func plan(_ write: Write, in plan: inout TurnPlan) throws(WriteRefusal) -> Promise {
    var write = write
    if case .move = write.action {
    } else if case .delete = write.action {
    } else if case .place = write.action {
    } else {
      write.path = try tree.resolveLink(write.path)
    }
    if case .move(let target) = write.action {
      var promise = try planMove(write, to: target, in: &plan)
      promise.before = promise.token
      return promise
    }
    let file = try current(of: write, in: &plan)
    var promise = try self.plan(write, over: file, in: &plan)
    promise.before = file.blob
    return promise
  }

  private func plan(
    _ write: Write, over file: TurnPlan.File, in plan: inout TurnPlan
  ) throws(WriteRefusal) -> Promise {
    switch write.action {
    case .put(let bytes):
      return try planPut(write, write.keepsForm ? formed(bytes, as: file) : bytes, over: file, in: &plan)
    case .place(let mode, let blob): return try planPlace(write, mode, blob, over: file, in: &plan)
    case .append(let bytes): return try planAppend(write, bytes, to: file, in: &plan)
    case .edit(let old, let new, let everywhere):
      return try planEdit(write, replacing: old, with: new, everywhere: everywhere, in: file, plan: &plan)
    case .delete: return try planDelete(write, file, in: &plan)
    case .move: throw .notFound
    }
  }

  /// Returns a whole new text with the line ends and the byte order mark of the present one; unchanged if that is no
  /// text, or cannot be read, which the write will report.
  private func formed(_ bytes: [UInt8], as file: TurnPlan.File) -> [UInt8] {
    guard let blob = file.blob, file.mode != .symlink, file.pointer == nil,
      let onDisk = file.bytes ?? (try? store.blob(blob)),
      TextMerge.isText(onDisk)
    else { return bytes }
    return TextForm(onDisk).whole(bytes)
  }

  /// Returns the paths of writes, in order, each once: their own, the targets of moves, and those that links lead to.
  package func paths(touchedBy writes: [Write]) -> [WorkspacePath] {
    var paths: Set<WorkspacePath> = []
    for write in writes {
      paths.insert(write.path)
      if case .move(let target) = write.action { paths.insert(target) }
      if let real = try? tree.resolveLink(write.path) { paths.insert(real) }
    }
    return paths.sorted()
  }

  /// Returns the planned content of a path; the person's unrecorded state is planned as theirs first.
  func current(of write: Write, in plan: inout TurnPlan) throws(WriteRefusal) -> TurnPlan.File {
    let path = write.path
    if let file = plan.files[path] { return file }
    if let folder = tree.foreignFolder(on: path) { throw .foreign(folder) }
    let awaited = try savedOver(path)
    do {
      var recorded = try entry(at: path)
      if recorded?.mode == .gitlink { throw WriteRefusal.notAFile }
      let onDisk = try lookForWriting(at: path)
      if onDisk.isSettled { recorded = planWaiting(at: path, before: onDisk, recorded: recorded, in: &plan) }
      guard onDisk.isSettled || takesOpenWriter(write, onDisk, recorded) else { throw WriteRefusal.beingSaved }
      if onDisk.blob == nil, recorded != nil, !write.believesDeletion { throw WriteRefusal.beingSaved }
      if onDisk.blob != recorded?.id || onDisk.mode != recorded?.mode {
        if let file = try planStale(onDisk, at: path, recorded: recorded, in: &plan) { return file }
        try recordOnDisk(onDisk, at: path, recorded: recorded, in: &plan)
        if let awaited, let blob = onDisk.blob, holds.paths[path] == nil {
          planConflict(of: recorded, with: blob, over: awaited, at: path, in: &plan)
        }
      }
      if recorded != nil || onDisk.blob == nil { disk.remember(path, onDisk) }
      var file = TurnPlan.File(
        mode: onDisk.mode, blob: onDisk.blob, bytes: onDisk.bytes, diskBlob: onDisk.blob, placement: nil)
      file.pointer = onDisk.content ?? onDisk.text?.pointer
      file.isPlaceholder = onDisk.content == nil
      // The read bytes are the pointer's text, or the content that it represents must be read.
      if file.pointer != nil { file.bytes = nil }
      plan.files[path] = file
      return file
    } catch let refusal as WriteRefusal {
      throw refusal
    } catch let error as FileError {
      throw .disk(error)
    } catch let error as ObjectStoreError {
      throw .repository(error)
    } catch { throw .notAFile }
  }

  /// Returns whether a file that somebody has open for writing may be written: only an append may, once the other
  /// writer has been idle for the settling time of a plain modify. A `tee -a` that stays open for days is no save
  /// (review A11). A file that does not begin with its recorded version was truncated to be rewritten.
  private func takesOpenWriter(_ write: Write, _ onDisk: DiskState, _ recorded: TreeEntry?) -> Bool {
    guard case .append = write.action, let stamp = onDisk.stamp, stamp.kind == .file,
      time.now().wall - stamp.modified >= 200_000_000
    else { return false }
    guard let recorded, onDisk.blob != recorded.id else { return true }
    return onDisk.bytes.map { disk.continues($0, recorded, at: write.path) } ?? false
  }

  private func lookForWriting(at path: WorkspacePath) throws -> DiskState {
    do {
      return try disk.look(at: path, rehash: false)
    } catch {
      switch error {
      case .folder, .special: throw WriteRefusal.notAFile
      case .disk(let error): throw error
      case .tooLarge:
        guard let onDisk = try largeOnDisk(path) else { throw WriteRefusal.beingSaved }
        return onDisk
      }
    }
  }

  /// Plans the unrecorded content on disk: as the person's, or held if it may not be on the tip (A9).
  private func recordOnDisk(
    _ onDisk: DiskState, at path: WorkspacePath, recorded: TreeEntry?, in plan: inout TurnPlan
  ) throws {
    guard let mode = onDisk.mode, let blob = onDisk.blob else {
      _ = plan.add(
        PlannedChange(path: path, mode: nil, blob: nil, content: nil), existed: true, origin: authors.originOfSave(path)
      )
      return
    }
    var reason = holds.reason(of: path, holding: blob) ?? holds.paths[path]
    // The remote refused its previous content.
    if case .refused = reason, holds.refused.words(for: PathVersion(path.string, blob)) == nil { reason = nil }
    if reason == nil, recorded == nil, disk.rules.isIgnored(path, false) { reason = .ignored }
    if case .noAttributes = reason { reason = nil }
    // The policy may have released it since.
    if case .localOnly = reason, !disk.rules.isLocalOnly(path) { reason = nil }
    if reason == nil, onDisk.content != nil || onDisk.text?.pointer != nil { reason = disk.lineReason(for: path) }
    if reason != nil, try tips.heldEntry(at: path)?.id == blob { return }
    if onDisk.text != nil, disk.pointer(of: recorded, at: path) != nil, onDisk.content == nil {
      // The observation of saves decides about an edited pointer.
      throw WriteRefusal.beingSaved
    }
    if onDisk.content != nil || onDisk.text?.pointer != nil, reason == nil {
      try planLine(for: path, origin: authors.originOfSave(path), in: &plan)
    }
    let content =
      try onDisk.content?.bytes
      ?? (store.keeps(blob) ? nil : onDisk.bytes ?? disk.unstored(path, blob, limit: .max))
    let change = PlannedChange(path: path, mode: mode, blob: blob, content: content)
    _ = plan.add(change, existed: recorded != nil, origin: authors.originOfSave(path), held: reason)
  }
}

extension Write {
  /// Whether it puts a recorded version, or no file, at its path, as restore and undo do.
  fileprivate var isOfRecordedVersion: Bool {
    switch action {
    case .place, .delete: true
    case .put, .append, .edit, .move: false
    }
  }
}

extension WriteRefusal {
  /// Makes the refusal of each write of a failed turn.
  init(_ error: RecordError) {
    switch error {
    case .disk(let error): self = .disk(error)
    case .repository(let error): self = .repository(error)
    case .paused(let reason): self = .paused(reason)
    case .readOnly(let reason): self = .readOnly(reason)
    }
  }
}
