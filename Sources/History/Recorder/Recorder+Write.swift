internal import Documents
internal import FileSystem
package import GitObjects
internal import Merge

extension Recorder {
  /// Carries out all queued writes in one turn: planned one on another in memory, made durable by one sync.
  ///
  /// - Returns: what became of each, in order.
  package func perform(_ writes: [Write]) -> [WriteOutcome] {
    var outcomes: [WriteOutcome] = []
    perform(writes, answered: { outcomes = $0 })
    return outcomes
  }

  /// The same; tells what became of each as soon as that is durable: the files stand, the journal has the turn, and its
  /// commits can be read here. Their objects and the references come after it, before this returns (decision 37).
  ///
  /// What the repository refuses after the answer stops recording until it is mended. It stays an answer all the same: the
  /// file and the journal have it and bring the same commit along, and whoever were told of a failure would do it again.
  package func perform(_ writes: [Write], answered: ([WriteOutcome]) -> Void) {
    answered(perform(writes, depth: 0, isAnsweredEarly: true))
    // It may also have been refused before the answer: a turn that followed within this one stores it first.
    try? settle()
    retryRescues()
  }

  /// Tries again to merge displaced texts that could not be merged.
  func retryRescues() {
    guard state == .recording else { return }
    let refused = late.filter { $0.value == .refused }.keys.sorted()
    if !refused.isEmpty { _ = settleDisplaced(refused) }
  }

  /// The same for a turn that was called for by another one's displaced texts.
  ///
  /// - Parameter rescues: these texts, where the writes are theirs.
  func perform(
    _ writes: [Write], of rescues: [Rescue] = [], depth: Int, isAnsweredEarly: Bool = false
  ) -> [WriteOutcome] {
    // What it leads to is seen at once: nothing can be recorded.
    try? settle()
    if case .paused(let reason) = state { return writes.map { _ in .refused(.paused(reason)) } }
    if case .readOnly(let reason) = state { return writes.map { _ in .refused(.readOnly(reason)) } }
    bringAhead(writes, depth: depth)
    var plan = TurnPlan(sequence: sequence + 1)
    var planned: [PlannedWrite] = []
    // What stands and is not recorded comes first, so that what is taken or brought back at once is one commit.
    if writes.count > 1 {
      for write in writes where write.isOfRecordedVersion { _ = try? current(of: write, in: &plan) }
    }
    for write in writes {
      do throws(WriteRefusal) {
        planned.append(.planned(try self.plan(write, in: &plan)))
      } catch { planned.append(.refused(error)) }
    }
    for (rescue, write) in zip(rescues, planned) {
      guard case .planned = write, let slot = rescue.slot, var file = displaced[slot] else { continue }
      file.accounted = rescue.blob
      plan.settled[slot] = file
    }
    let result: TurnResult
    do throws(RecordError) { result = try execute(plan, isAnsweredEarly: isAnsweredEarly) } catch {
      let refusal = WriteRefusal(error)
      return planned.map { if case .refused(let why) = $0 { .refused(why) } else { .refused(refusal) } }
    }
    // A text that was displaced without being expected is merged at once, before anybody is told "done".
    if depth < 8 {
      merge(result.rescues, depth: depth)
    } else {
      for slot in result.rescues.compactMap(\.slot) { late[slot] = .refused }
    }
    // As are saves that an append came behind: who read what is known now, and no more after a stop.
    for path in result.overtaken { noteOvertaken(path) }
    if !result.overtaken.isEmpty, (try? settle()) != nil {
      _ = try? record(result.overtaken.map { Observation(path: $0) })
    }
    return zip(planned, writes).map { outcome(of: $0, $1.path, result) }
  }

  /// A write as planned: what its answer will be.
  private enum PlannedWrite {
    case refused(WriteRefusal)
    case planned(Promise)
  }

  /// What a write's answer will be when its placement happens.
  struct Promise {
    /// The version that will stand at the path.
    var token: ObjectID?
    /// The version that it is made on; nil for nothing.
    var before: ObjectID?
    /// Which draft holds the change; nil where nothing changes.
    var draft: Int?
    /// Which placement it needs.
    var placement: Int?
    /// Whether somebody else's text was merged in.
    var isMerged = false
    /// Why it is held.
    var held: HeldReason?
    /// How many lines of provenance were put at its head.
    var headLines = 0
  }

  private func outcome(of planned: PlannedWrite, _ path: WorkspacePath, _ result: TurnResult) -> WriteOutcome {
    switch planned {
    case .refused(let refusal): .refused(refusal)
    case .planned(let promise): outcome(of: promise, path, result)
    }
  }

  /// What became of a write that was planned.
  func outcome(of promise: Promise, _ path: WorkspacePath, _ result: TurnResult) -> WriteOutcome {
    if let placement = promise.placement, let error = result.failed[placement] { return .refused(.disk(error)) }
    guard let draft = promise.draft else {
      return .done(
        WriteResult(
          token: promise.token, commit: tip, isMerged: promise.isMerged, isUnchanged: true,
          held: promise.held ?? held[path], before: promise.before))
    }
    return .done(
      WriteResult(
        token: promise.token, commit: result.commitOfDraft[draft], isMerged: promise.isMerged,
        held: promise.held ?? result.secrets[path], headLines: promise.headLines,
        before: promise.before))
  }

  /// Plans a write on what is planned already.
  func plan(_ write: Write, in plan: inout TurnPlan) throws(WriteRefusal) -> Promise {
    var write = write
    if case .move = write.action {
    } else if case .delete = write.action {
    } else if case .place = write.action {
    } else {
      write.path = try resolveLink(write.path)
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

  /// A whole new text with the line ends and the byte order mark of the one that stands there; as it is where that is no
  /// text, or cannot be read, which the write will say.
  private func formed(_ bytes: [UInt8], as file: TurnPlan.File) -> [UInt8] {
    guard let blob = file.blob, file.mode != .symlink, file.pointer == nil,
      let standing = file.bytes ?? (try? store.blob(blob)),
      TextMerge.isText(standing)
    else { return bytes }
    return TextForm(standing).whole(bytes)
  }

  /// The paths that writes are about, in order, each once: their own, where they move to, and what a link leads to.
  package func paths(touchedBy writes: [Write]) -> [WorkspacePath] {
    var paths: Set<WorkspacePath> = []
    for write in writes {
      paths.insert(write.path)
      if case .move(let target) = write.action { paths.insert(target) }
      if let real = try? resolveLink(write.path) { paths.insert(real) }
    }
    return paths.sorted()
  }

  /// Follows a symbolic link that stays in the workspace: its target is written, the link stays (review C6).
  ///
  /// - Throws: `WriteRefusal.notAFile` for one that leads out or round in a circle.
  package func resolveLink(_ path: WorkspacePath) throws(WriteRefusal) -> WorkspacePath {
    var path = path
    for _ in 0..<8 {
      do {
        guard let stamp = try tree.stamp(of: FileLocation(path)), stamp.kind == .symlink,
          let link = try tree.read(FileLocation(path), limit: 4_096)
        else { return path }
        var parts = path.parent?.components.map(String.init) ?? []
        let text = NameText.decode(link.bytes)
        guard !text.hasPrefix("/") else { throw WriteRefusal.notAFile }
        for part in text.split(separator: "/") where part != "." {
          if part == ".." {
            guard parts.popLast() != nil else { throw WriteRefusal.notAFile }
          } else {
            parts.append(String(part))
          }
        }
        path = try WorkspacePath(parts.joined(separator: "/"))
      } catch let error as FileError { throw .disk(error) } catch { throw .notAFile }
    }
    throw .notAFile
  }

  /// What a path holds, as planned so far; the person's unrecorded state is planned as theirs first.
  func current(of write: Write, in plan: inout TurnPlan) throws(WriteRefusal) -> TurnPlan.File {
    let path = write.path
    if let file = plan.files[path] { return file }
    if let folder = foreignFolder(on: path) { throw .foreign(folder) }
    let awaited = try savedOver(path)
    do {
      var recorded = try entry(at: path)
      if recorded?.mode == .gitlink { throw WriteRefusal.notAFile }
      let standing = try lookForWriting(at: path)
      if standing.isSettled { recorded = planWaiting(at: path, before: standing, recorded: recorded, in: &plan) }
      guard standing.isSettled || takesOpenWriter(write, standing, recorded) else { throw WriteRefusal.beingSaved }
      if standing.blob == nil, recorded != nil, !write.believesDeletion { throw WriteRefusal.beingSaved }
      if standing.blob != recorded?.id || standing.mode != recorded?.mode {
        if let file = try planStale(standing, at: path, recorded: recorded, in: &plan) { return file }
        try recordStanding(standing, at: path, recorded: recorded, in: &plan)
        if let awaited, let blob = standing.blob, held[path] == nil {
          planConflict(of: recorded, with: blob, over: awaited, at: path, in: &plan)
        }
      }
      if recorded != nil || standing.blob == nil { remember(path, standing) }
      var file = TurnPlan.File(
        mode: standing.mode, blob: standing.blob, bytes: standing.bytes, diskBlob: standing.blob, placement: nil)
      file.pointer = standing.content ?? standing.text?.pointer
      file.isPlaceholder = standing.content == nil
      // What was read is the pointer's text, or is to be read as the content it stands for.
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

  /// Whether a write may go to a file that somebody has open for writing: an append, once the other has been idle for
  /// as long as a plain modify takes to settle. A `tee -a` that stays open for days is no save (review A11). A file that
  /// does not begin with its recorded version was cut to be written anew.
  private func takesOpenWriter(_ write: Write, _ standing: Standing, _ recorded: TreeEntry?) -> Bool {
    guard case .append = write.action, let stamp = standing.stamp, stamp.kind == .file,
      time.now().wall - stamp.modified >= 200_000_000
    else { return false }
    guard let recorded, standing.blob != recorded.id else { return true }
    return standing.bytes.map { continues($0, recorded, at: write.path) } ?? false
  }

  private func lookForWriting(at path: WorkspacePath) throws -> Standing {
    do {
      return try look(at: path, rehash: false)
    } catch {
      switch error {
      case .folder, .special: throw WriteRefusal.notAFile
      case .disk(let error): throw error
      case .tooLarge:
        guard let standing = try standingLarge(path) else { throw WriteRefusal.beingSaved }
        return standing
      }
    }
  }

  /// Plans what stands on disk and is not recorded: the person's, or held where it may not be on the tip (A9).
  private func recordStanding(
    _ standing: Standing, at path: WorkspacePath, recorded: TreeEntry?, in plan: inout TurnPlan
  ) throws {
    guard let mode = standing.mode, let blob = standing.blob else {
      _ = plan.add(
        PlannedChange(path: path, mode: nil, blob: nil, content: nil), existed: true, origin: originOfSave(path))
      return
    }
    var reason = holdReason(of: path, holding: blob) ?? held[path]
    // What the remote refused was what it held before.
    if case .refused = reason, refused.words(for: PathVersion(path.string, blob)) == nil { reason = nil }
    if reason == nil, recorded == nil, rules.isIgnored(path, false) { reason = .ignored }
    if case .noAttributes = reason { reason = nil }
    // The policy may have released it since.
    if case .localOnly = reason, !rules.isLocalOnly(path) { reason = nil }
    if reason == nil, standing.content != nil || standing.text?.pointer != nil { reason = lineReason(for: path) }
    if reason != nil, try heldEntry(at: path)?.id == blob { return }
    if standing.text != nil, pointer(of: recorded, at: path) != nil, standing.content == nil {
      // What becomes of an edited pointer is decided where saves are looked at.
      throw WriteRefusal.beingSaved
    }
    if standing.content != nil || standing.text?.pointer != nil, reason == nil {
      try planLine(for: path, origin: originOfSave(path), in: &plan)
    }
    let content =
      try standing.content?.bytes
      ?? (store.keeps(blob) ? nil : standing.bytes ?? tree.read(FileLocation(path), limit: .max)?.bytes)
    let change = PlannedChange(path: path, mode: mode, blob: blob, content: content)
    _ = plan.add(change, existed: recorded != nil, origin: originOfSave(path), held: reason)
  }
}

extension Write {
  /// Whether it brings a recorded version, or nothing, to its path: what restore and undo are made of.
  fileprivate var isOfRecordedVersion: Bool {
    switch action {
    case .place, .delete: true
    case .put, .append, .edit, .move: false
    }
  }
}

extension WriteRefusal {
  /// The refusal that a failed turn means for each of its writes.
  init(_ error: RecordError) {
    switch error {
    case .disk(let error): self = .disk(error)
    case .repository(let error): self = .repository(error)
    case .paused(let reason): self = .paused(reason)
    case .readOnly(let reason): self = .readOnly(reason)
    }
  }
}
