internal import GitObjects
internal import Journal
internal import LargeFiles
internal import WorkTree

/// Observes paths that may have changed and records the changes.
struct SaveObserver: RecorderPart {
  /// The recorder, whose ledgers are used.
  let recorder: Recorder

  /// The number of changed paths that are observed before their content is put into a pack; it bounds memory.
  private static let chunk = 500
  /// The number of changed paths from which content is put directly into a pack: not through the journal, and not into
  /// one file an object, which a push would have to open one by one.
  private static let bulk = 256

  /// Observes paths that may have changed and records the changes, as one commit of one author.
  ///
  /// A path that is unreadable, still being written, or missing without a believed deletion keeps its recorded version;
  /// the outcome lists it.
  ///
  /// - Throws: `RecordError`; nothing is recorded then.
  func record(
    _ observations: [Observation], origin: WriteOrigin = .person, rehash: Bool = true
  ) throws(RecordError) -> ObservationOutcome {
    if !authors.brackets.isEmpty, origin.isSave {
      return try recordByOrigin(observations, renamed: origin.renamed, rehash)
    }
    guard observations.count >= Self.bulk, let beginImport = log.durability.beginImport else {
      return try record(observations, origin: origin, rehash: rehash, into: nil, chunk: .max)
    }
    let bulk = try RecordError.mapping { try beginImport() }
    return try record(observations, origin: origin, rehash: rehash, into: bulk, chunk: Self.chunk)
  }

  /// Records observations; with a bulk import, content is put directly into a pack and never passes through the
  /// journal.
  ///
  /// - Parameter mayRepair: whether the versions that a save had not seen are merged.
  func record(
    _ observations: [Observation], origin: WriteOrigin, rehash: Bool, into bulk: (any BulkImport)?, chunk: Int,
    mayRepair: Bool = true
  ) throws(RecordError) -> ObservationOutcome {
    defer { bulk?.release() }
    if case .paused(let reason) = state { throw .paused(reason) }
    adopter.placeAgain(log.unplaced.isEmpty ? [] : observations.map(\.path))
    let observations = bulk == nil ? followed(observations, \.path) : inFollowedFolders(observations)
    defer { if bulk != nil { disk.rules.keepAnswers(false) } }
    var outcome = ObservationOutcome()
    var plan = TurnPlan(sequence: log.sequence + 1, mayRepair: mayRepair)
    var deleted: [WorkspacePath] = []
    try RecordError.mapping {
      var files = bulk.map { BulkFiles(observations.map(\.path), of: $0, disk) }
      for (index, observation) in observations.enumerated() {
        try observe(
          observation, files?.next(), origin: origin, rehash: rehash, plan: &plan, outcome: &outcome, deleted: &deleted)
        if let bulk, index % chunk == chunk - 1 { try plan.moveContents(into: bulk) }
        recorder.tellLooked?(index + 1, observations.count)
      }
      if let bulk {
        try plan.moveContents(into: bulk)
        try bulk.finish()
      }
      outcome.postponeSources(of: observations, among: &deleted)
      try recordDeletions(deleted, origin: origin, plan: &plan, outcome: &outcome)
    }
    let done: TurnResult
    do throws(RecordError) { done = try executor.execute(plan) } catch {
      // A save needs no space for a new file: without the merge it can be recorded all the same.
      guard !plan.repairs.isEmpty, plan.mayRepair, bulk == nil, case .disk = error else { throw error }
      return try record(observations, origin: origin, rehash: rehash, into: nil, chunk: chunk, mayRepair: false)
    }
    recorder.saveWatch?.note(plan)
    outcome.commits = done.commits
    writer.merge(done.rescues)
    adopter.bringBack(outcome.behind)
    return outcome
  }

  /// Observes paths in order until the limit is reached, and returns those that must be recorded.
  ///
  /// Paths with the recorded content need nothing more: after an adoption these are nearly all, and one turn that
  /// observed thousands made others wait (review B8).
  ///
  /// - Returns: the number of observed paths, and those of them that differ or could not be observed.
  func sift(_ observations: ArraySlice<Observation>, within limit: TurnLimit) -> (
    looked: Int, differing: [Observation]
  ) {
    let start = time.now().monotonic
    var looked = 0
    var differing: [Observation] = []
    for observation in observations {
      if looked >= limit.files { break }
      if looked > 0, limit.isReached(after: time.now().monotonic - start, isWaitedFor: log.isWaitedFor()) { break }
      looked += 1
      if !standsAsRecorded(observation.path) { differing.append(observation) }
    }
    return (looked, differing)
  }

  private func standsAsRecorded(_ path: WorkspacePath) -> Bool {
    // First the tip: a new file has no recorded version, and is read only by the turn that records it.
    guard log.unplaced[path] == nil, let recorded = try? entry(at: path), recorded.mode != .tree,
      let onDisk = try? disk.look(at: path, rehash: true), onDisk.isSettled, let blob = onDisk.blob,
      recorded.id == blob, recorded.mode == onDisk.mode
    else { return false }
    disk.problems[NameKey(path.string)] = nil
    holds.paths[path] = nil
    rememberRecorded(path, onDisk)
    return true
  }

  /// Caches a state that is equal to the recorded one.
  ///
  /// Without git-lfs's filter git takes a content for a change of its pointer, unless the index has its stamp.
  private func rememberRecorded(_ path: WorkspacePath, _ onDisk: DiskState) {
    // If that cannot be recorded, the next start updates the whole index.
    if onDisk.content != nil, disk.cache[path]?.stamp != onDisk.stamp { try? exchanges.note(path) }
    disk.remember(path, onDisk)
  }

  private func observe(
    _ observation: Observation, _ file: BulkFile?, origin: WriteOrigin, rehash: Bool, plan: inout TurnPlan,
    outcome: inout ObservationOutcome, deleted: inout [WorkspacePath]
  ) throws {
    let path = observation.path
    // A path that another thread read as a file is no folder.
    if let file, file.ahead == nil, isForeign(path) { return }
    // The turn writes it: the previous content was planned with that.
    if plan.files[path] != nil { return }
    // The tip's previous version is on disk; a save is found when the file is placed. An older content whose newer one
    // is being downloaded may be there for days, so its saves are recorded.
    let awaited = log.adoption?.contains(path) == true ? nil : log.unplaced[path].flatMap { $0.isAwaited ? $0 : nil }
    if awaited == nil, log.isToBePlaced(path) { return }
    var recorded = try entry(at: path)
    // A commit of another repository is never entered and its entry never changed (A4).
    if recorded?.mode == .gitlink { return }
    let onDisk: DiskState
    do {
      onDisk = try disk.look(at: path, rehash: rehash, ahead: file?.ahead)
      disk.problems[NameKey(path.string)] = nil
      recorded = planner.planWaiting(at: path, before: onDisk, recorded: recorded, in: &plan)
    } catch {
      recorded = planner.planWaiting(at: path, before: nil, recorded: recorded, in: &plan)
      try handle(error, at: path, recorded: recorded, origin: origin, plan: &plan, outcome: &outcome)
      return
    }
    if let awaited, onDisk.blob == nil ? observation.believesDeletion : onDisk.blob == recorded?.id,
      onDisk.blob == nil || onDisk.blob != awaited.expected
    {
      plan.ledgers.placed.insert(path)
    }
    if path.isOfAttributes, onDisk.blob != nil { disk.noteAttributes() }
    // An adoption may still have to place a file with the name of one of the path's folders; that file comes first.
    switch try SaveVerdict(
      observation, onDisk, recorded: recorded, awaited: awaited?.expected, isIgnored: { try disk.isIgnored(path) },
      isInAdoption: { log.isInFolderOfAdoption(path) }, lacksAttributes: { disk.lacksAttributes(path) })
    {
    case .awaiting:
      if onDisk.isSettled { disk.remember(path, onDisk) }
    case .missing: try missing(observation, by: origin, recorded: recorded, outcome: &outcome, deleted: &deleted)
    case .recorded:
      holds.paths[path] = nil
      if onDisk.isSettled { rememberRecorded(path, onDisk) }
    case .ignored: break
    case .postponed: outcome.postponed.append(path)
    case .changed(let mode, let blob):
      try planSave(
        observation, onDisk, mode, blob, file, recorded: recorded, awaited: awaited, origin: origin, plan: &plan,
        outcome: &outcome)
    }
  }

  /// Plans the recording of a version on disk that differs from the recorded one.
  private func planSave(
    _ observation: Observation, _ onDisk: DiskState, _ mode: FileMode, _ blob: ObjectID, _ file: BulkFile?,
    recorded: TreeEntry?, awaited: Unplaced?, origin: WriteOrigin, plan: inout TurnPlan,
    outcome: inout ObservationOutcome
  ) throws {
    let path = observation.path
    if try GitWrites(recorder: recorder).take(
      onDisk, at: path, recorded: recorded, origin: origin, plan: &plan, outcome: &outcome)
    {
      plan.ledgers.placed.insert(path)
      return
    }
    if let text = onDisk.text,
      try SavedPointers(recorder: recorder).take(
        text, onDisk, at: path, recorded: recorded, origin: origin, plan: &plan)
    {
      plan.ledgers.placed.insert(path)
      return
    }
    if recorded != nil, holds.reason(of: path, holding: blob) == nil,
      planner.foldAppend(
        onDisk, at: path, recorded: recorded, origin: origin, mayWait: observation.mayWait, outcome: &outcome)
    {
      return
    }
    let isStored = file?.bulk.contains(blob) ?? store.contains(blob)
    if let size = onDisk.bytes?.count ?? onDisk.stamp.map({ Int($0.size) }), !isStored, onDisk.content == nil,
      !log.hasRoom(for: size, beside: plan)
    {
      // It is retried; smaller files do not wait for it.
      note(path.string, TurnLog.noRoom(for: path.string).message, in: &outcome)
      outcome.postponed.append(path)
      return
    }
    if origin.author == .user, try planner.planStale(onDisk, at: path, recorded: recorded, in: &plan) != nil { return }
    disk.remember(path, onDisk)
    let isLarge = onDisk.content != nil || onDisk.text?.pointer != nil
    // The path's hard links are known now.
    let reason = holds.reason(of: path, holding: blob) ?? (isLarge ? disk.lineReason(for: path) : nil)
    holds.note(reason, for: path, in: &plan)
    if reason != nil {
      if try tips.heldEntry(at: path)?.id == blob { return }
    }
    if isLarge, reason == nil {
      do throws(WriteRefusal) { try planner.planLine(for: path, origin: origin, in: &plan) } catch {
        // Without its line it would be a text to stock git.
        outcome.postponed.append(path)
        return
      }
    }
    var content: [UInt8]?
    do {
      content = try onDisk.content?.bytes ?? onDisk.bytes ?? disk.unstored(path, blob, limit: disk.rules.holdOver)
    } catch is WriteRefusal {
      outcome.postponed.append(path)
      return
    }
    if let file, let bytes = content {
      let ahead = file.ahead.flatMap { $0.blob.id == blob ? $0 : nil }
      if reason == nil, !(isLarge || PointerReading(bytes).pointer != nil),
        ahead?.isFreeOfSecrets ?? !disk.rules.mayHoldSecret(bytes)
      {
        plan.clean[path] = blob
      }
      if let ahead, !isStored {
        try file.bulk.add(ahead.blob)
        content = nil
      }
    }
    if origin.author == .user, mode.isFile, !isStored { saves.recent.noteNewText(blob) }
    _ = plan.add(
      PlannedChange(path: path, mode: mode, blob: blob, content: content), existed: recorded != nil, origin: origin,
      held: reason)
    if reason == nil, recorded == nil { planner.planConflicts(aboveNew: path, in: &plan) }
    if let awaited {
      if reason == nil {
        planner.planConflict(of: recorded, with: blob, over: awaited, at: path, in: &plan)
      } else {
        plan.ledgers.placed.insert(path)
      }
    }
  }

  private func handle(
    _ failure: LookFailure, at path: WorkspacePath, recorded: TreeEntry?, origin: WriteOrigin, plan: inout TurnPlan,
    outcome: inout ObservationOutcome
  ) throws {
    switch failure {
    case .folder:
      if isForeign(path) { return }
      outcome.folders.append(path)
      if let recorded, recorded.mode != .tree {
        disk.cache[path] = nil
        // A planned file below it already takes it off the tip.
        if plan.hasChange(below: path) { return }
        _ = plan.add(
          PlannedChange(path: path, mode: nil, blob: nil, content: nil), existed: true, origin: origin)
      }
    case .special:
      guard try !disk.isIgnored(path) else { return }
      note(path.string, "it is a pipe, socket or device; it stays on disk and is not recorded", in: &outcome)
    case .tooLarge(let size):
      guard try !disk.isIgnored(path) else { return }
      var own = origin
      own.renamed = []
      try hold(large: path, size: size, by: own, outcome: &outcome)
    case .disk(let error):
      if recorded == nil, try disk.isIgnored(path) { return }
      let next = outcome.postpone(path, after: error)
      note(path.string, "\(error.message); the recorded version is kept, and \(next)", in: &outcome)
    }
  }

  private func missing(
    _ observation: Observation, by origin: WriteOrigin, recorded: TreeEntry?, outcome: inout ObservationOutcome,
    deleted: inout [WorkspacePath]
  ) throws {
    let path = observation.path
    holds.release(missing: path, by: origin)
    disk.problems[NameKey(path.string)] = nil
    guard let recorded else { return }
    // A name or a filter keeps versions off the tip, never a deletion.
    if let words = holds.refused.words(for: PathVersion(path.string, nil)) {
      holds.paths[path] = .refused(words)
      return
    }
    guard observation.believesDeletion else { return outcome.postponed.append(path) }
    if recorded.mode == .tree {
      // The folder was deleted, and with it everything that the tip has below it.
      for file in try Tree.flatten(recorded.id, in: store) where file.entry.mode != .gitlink {
        if let below = try? WorkspacePath(path.string + "/" + file.path), !log.isToBePlaced(below) {
          deleted.append(below)
        }
      }
    } else {
      deleted.append(path)
    }
  }

  private func recordDeletions(
    _ deleted: [WorkspacePath], origin: WriteOrigin, plan: inout TurnPlan, outcome: inout ObservationOutcome
  ) throws {
    guard !deleted.isEmpty else { return }
    let (moved, recorded) = try UnseenRenames(swapper: swapper).renamedAway(deleted, origin.renamed, in: plan)
    executor.deletions.noteRenamed(recorded)
    if executor.deletions.mustAsk(
      deletions: deleted.count - moved, of: tips.fileTotal, moved: moved, at: time.now().monotonic)
    {
      outcome.stopped = deleted
      return
    }
    for path in deleted {
      disk.cache[path] = nil
      _ = plan.add(PlannedChange(path: path, mode: nil, blob: nil, content: nil), existed: true, origin: origin)
    }
  }

  /// Records a file that could not be handled.
  func note(_ path: String, _ message: String, in outcome: inout ObservationOutcome) {
    disk.problems[NameKey(path)] = message
    outcome.problems.append(Problem(path: path, message: message))
  }
}
