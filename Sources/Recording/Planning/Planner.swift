internal import GitObjects
internal import Journal
internal import WorkTree

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

/// Plans the present content of a path, and new content for it, in a turn.
///
/// It has no state. It reads the disk and the repository and changes no file of the work tree; the changes of the ledgers
/// are part of the plan. Content of large files is stored here.
struct Planner: SwapperPart {
  /// Large files: their copies, edited pointers and exchanges.
  let swapper: LargeSwapper

  /// The authors of changes on disk.
  var authors: SaveAuthors { swapper.executor.authors }

  /// Returns the planned content of a path; the person's unrecorded state is planned as theirs first.
  func current(of write: Write, in plan: inout TurnPlan) throws(WriteRefusal) -> TurnPlan.File {
    let path = write.path
    if let file = plan.files[path] { return file }
    if let folder = tree.foreignFolder(on: path) { throw .foreign(folder) }
    let awaited = try savedOver(path)
    return try WriteRefusal.mapping(otherwise: .notAFile) {
      var recorded = try tips.entry(at: path)
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
    }
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
        guard let onDisk = try swapper.largeOnDisk(path) else { throw WriteRefusal.beingSaved }
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
    if case .localOnly = reason, !disk.rules.isLocalOnly(path, in: disk.cache) { reason = nil }
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
