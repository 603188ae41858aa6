internal import FileSystem
internal import GitObjects
internal import Journal
internal import Merge
internal import WorkTree

/// The common state of files that are placed one after another.
struct BringTurn {
  /// Displaced texts to merge.
  var rescues: [Rescue] = []
  /// The folders that were checked, so that foreign folders are not searched for each file.
  var boundaries: [WorkspacePath: FolderBoundary?] = [:]
}

/// Places versions of the tip on disk that nobody wrote here: those of an adoption, and those that are restored.
struct FilePlacer: SwapperPart {
  /// Large files: their copies and exchanges.
  let swapper: LargeSwapper

  /// Places the files.
  var executor: TurnExecutor { swapper.executor }

  /// Places one file; returns false if it is already there.
  ///
  /// Its bytes are not synced: the next checkpoint does that, and until then recovery compares (`restoreAdopted`).
  func bring(_ change: TreeChange, at path: WorkspacePath, slot: String, in turn: inout BringTurn) throws -> Bool {
    if let folder = path.parent.flatMap({ tree.foreignFolder(above: $0, known: &turn.boundaries) }) {
      throw folder.error("replace", path)
    }
    let onDisk: DiskState
    do { onDisk = try lookForBringing(change, at: path) } catch LookFailure.tooLarge where awaits(change, at: path) {
      // Its content is determined beside the turns.
      swapper.awaitCopy(of: path, by: executor.authors.originOfSave(path))
      return true
    }
    if onDisk.blob == change.new?.id, onDisk.mode == change.new?.mode {
      disk.remember(path, onDisk)
      return false
    }
    if onDisk.content != nil, let new = change.new, disk.pointer(in: new.id) != nil {
      // The old content is kept until the newer one is here whole; a save meanwhile is recorded over the newer one.
      if onDisk.blob == new.id, new.mode.isFile {
        try giveMode(new.mode, to: path, onDisk)
      } else if onDisk.blob == change.old?.id {
        leave(change, at: path)
      } else {
        log.expect(change.old?.id, at: path)
      }
      return true
    }
    let isUntracked = try change.old == nil && keepUntracked(path, onDisk)
    guard let new = change.new else {
      if onDisk.blob != nil {
        let placement = Placement(path: path, kind: .remove, slot: slot, expected: change.old?.id, new: nil)
        try executor.place(placement)
        if let rescue = executor.inspect(placement) { turn.rescues.append(rescue) }
        if !onDisk.isSettled { log.slots.account(slot, for: change.old?.id ?? .emptyBlob) }
      }
      disk.cache[path] = nil
      saves.forgetVersions(of: path, isAdopted: true, change.old?.id)
      tree.removeEmptyFolders(above: path)
      return true
    }
    let placement = Placement(path: path, kind: .exchange, slot: slot, expected: onDisk.blob, new: new.id)
    if let bytes = try store.blob(new.id, ofAtMost: DiskView.largestPiece) {
      try executor.stage(placement, mode: new.mode, bytes: bytes, durable: false)
    } else {
      try executor.stageLarge(placement, mode: new.mode)
    }
    try executor.place(placement)
    log.placedFiles.insert(path)
    if path.isOfAttributes { disk.rules.reload() }
    if new.mode.isFile, disk.pointer(in: new.id) != nil { swapper.exchanges.toPlace.insert(path) }
    let before = isUntracked ? onDisk.blob : change.old?.id
    // Content left by a power cut is nobody's version.
    if before.map(store.contains) ?? true {
      saves.noteVersion(
        RecentVersion(blob: new.id, origin: nil, commit: tips.tip, seconds: time.now().seconds, isPlaced: true),
        at: path,
        replacing: before)
    }
    let isRecorded = isUntracked || onDisk.blob == change.old?.id || onDisk.blob == new.id
    if var rescue = executor.inspect(placement) {
      // Its base must be a version that history has.
      if !isRecorded {
        rescue.write.base = change.old.map { .version($0.id) } ?? .absent
        if case .put(let bytes) = rescue.write.action { rescue.write.base = nearest(bytes, change.old?.id, new.id) }
      }
      turn.rescues.append(rescue)
    } else if !onDisk.isSettled {
      // The file is half saved: the final text of the writer is merged when it closes the file. It may have been closed
      // since the observation, and then no event follows.
      log.slots.account(slot, for: change.old?.id ?? .emptyBlob)
      log.slots.setLate(slot, .beingSaved)
    } else if !isRecorded, let blob = onDisk.blob, let bytes = onDisk.bytes {
      let base = nearest(bytes, change.old?.id, new.id)
      log.slots.account(slot, for: base.id ?? .emptyBlob)
      turn.rescues.append(Rescue(slot: slot, blob: blob, write: executor.rescue(path, bytes, base: base.id)))
    }
    if let stamp = try tree.stamp(of: FileLocation(path)) {
      disk.cache.symbolicLinks.note(path, stamp, in: tree)
      disk.cache[path] = CachedFile(stamp: stamp, blob: new.id, isSettled: true, readAt: stamp.modified)
    }
    return true
  }

  /// Gives the content of a large file its new mode in place: the content is the same, and may be very large.
  private func giveMode(_ mode: FileMode, to path: WorkspacePath, _ onDisk: DiskState) throws {
    guard let before = onDisk.stamp else { return }
    try swapper.exchanges.note(path)
    try tree.setPermissions(before.permissions(as: mode), of: FileLocation(path))
    log.placedFiles.insert(path)
    disk.remember(path, onDisk)
    // Another file may have been put there at this moment: then its content is unknown.
    if let stamp = try tree.stamp(of: FileLocation(path)), stamp.sameContent(as: before) {
      disk.cache[path]?.stamp = stamp
    } else {
      disk.cache[path] = nil
    }
  }

  /// Keeps the old content of a large file until the new one is downloaded; the difference is not recorded as an edit.
  private func leave(_ change: TreeChange, at path: WorkspacePath) {
    log.expect(change.old?.id, at: path)
    disk.problems[NameKey(path.string)] = nil
    swapper.exchanges.toPlace.insert(path)
  }

  /// Returns whether a file that is too large to be observed within a turn keeps its content; records that it does.
  private func awaits(_ change: TreeChange, at path: WorkspacePath) -> Bool {
    guard let old = change.old, disk.pointer(in: old.id) != nil, let stamp = try? tree.stamp(of: FileLocation(path)),
      disk.isLarge(path, stamp)
    else { return false }
    leave(change, at: path)
    return true
  }

  private func lookForBringing(_ change: TreeChange, at path: WorkspacePath) throws -> DiskState {
    do throws(LookFailure) {
      let onDisk = try disk.look(at: path, rehash: false)
      // A held version is known without being read, and is merged all the same.
      let isElse = onDisk.blob != nil && onDisk.blob != change.old?.id && onDisk.blob != change.new?.id
      return isElse && onDisk.bytes == nil ? try disk.look(at: path, rehash: true) : onDisk
    } catch {
      guard case .folder = error else { throw error }
    }
    try clearFolder(path, for: change)
    return DiskState(mode: nil, blob: nil, bytes: nil, stamp: nil, isSettled: true)
  }

  /// Returns the version that a text was made from, of two of which the older may be no file: the nearer in changed
  /// lines, for equal distances the older, because the newer one was not there yet (DESIGN "Stale saves").
  private func nearest(_ bytes: [UInt8], _ old: ObjectID?, _ new: ObjectID) -> WriteBase {
    guard let after = try? store.blob(new) else { return .version(new) }
    guard let before = old == nil ? [] : old.flatMap({ try? store.blob($0) }) else { return .version(new) }
    guard LineDiff.distance(from: before, to: bytes) <= LineDiff.distance(from: after, to: bytes) else {
      return .version(new)
    }
    return old.map { .version($0) } ?? .absent
  }

  /// Records an ignored file as held if an adoption is about to replace it (review A9); returns false for other files.
  private func keepUntracked(_ path: WorkspacePath, _ onDisk: DiskState) throws -> Bool {
    guard let mode = onDisk.mode, let blob = onDisk.blob, let bytes = onDisk.bytes, disk.rules.isIgnored(path, false)
    else { return false }
    var plan = TurnPlan(sequence: log.sequence + 1)
    _ = plan.add(
      PlannedChange(path: path, mode: mode, blob: blob, content: bytes), existed: false, origin: .person,
      held: .ignored)
    _ = try executor.execute(plan)
    return true
  }

  /// Removes a folder in a file's place: empty folders are deleted, and one that holds only unpublished files is set
  /// aside.
  private func clearFolder(_ path: WorkspacePath, for change: TreeChange) throws {
    guard change.new != nil else { return }
    switch try content(of: path) {
    case .folders(let folders):
      // The deepest first; a folder in which somebody saves meanwhile is kept.
      if try folders.reversed().allSatisfy({ try tree.removeDirectory($0) }) { return }
    case .unpublished: return try setAside(path)
    case .files: break
    }
    throw FileError(
      code: .exists, operation: "replace", path: path.string, errno: 0,
      message: "a folder with files that are not recorded is in its place; move it away")
  }
}
