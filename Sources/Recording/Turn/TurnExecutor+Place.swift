internal import FileSystem
internal import GitObjects
internal import Journal
internal import LargeFiles
internal import WorkTree

/// The files of a turn.
extension TurnExecutor {
  /// Writes the temporaries of a plan, each complete and synced, with the target's attributes (review A1, C6).
  func stage(_ plan: TurnPlan) throws(FileError) {
    let isAlone = plan.placements.count { $0.kind == .exchange } == 1
    var unsynced: [(placement: Placement, mode: FileMode)] = []
    for (index, placement) in plan.placements.enumerated() where placement.kind == .exchange {
      guard let file = plan.files[placement.path], file.placement == index, let mode = file.mode else { continue }
      if let pointer = file.pointer, !file.isPlaceholder, file.bytes == nil {
        try stage(placement, mode: mode, content: pointer)
        continue
      }
      if isAlone || !mode.isFile {
        try stage(placement, mode: mode, bytes: file.bytes ?? [], durable: true)
        continue
      }
      try tree.create(placement, mode: mode, bytes: file.bytes ?? [], durable: false)
      unsynced.append((placement, mode))
    }
    guard !unsynced.isEmpty else { return }
    // Before they get their targets' permissions, which may deny it.
    try tree.synchronize(unsynced.map { $0.placement.temporary })
    for (placement, mode) in unsynced { try dress(placement.temporary, for: placement, mode: mode) }
  }

  /// Writes one temporary.
  func stage(_ placement: Placement, mode: FileMode, bytes: [UInt8], durable: Bool) throws(FileError) {
    let location = placement.temporary
    if mode == .symlink {
      try tree.createLink(location, target: bytes)
      return
    }
    try tree.create(placement, mode: mode, bytes: bytes, durable: durable)
    do throws(FileError) { try dress(location, for: placement, mode: mode) } catch {
      try? tree.remove(location)
      throw error
    }
  }

  /// Writes one temporary with the content of a large file.
  private func stage(_ placement: Placement, mode: FileMode, content: Pointer) throws(FileError) {
    let location = placement.temporary
    do {
      try tree.create(placement, mode: mode, bytes: [], durable: false)
      try disk.large?.folder.read(content) { _ = try tree.append(location, bytes: $0, durable: false) }
      try tree.synchronize(location)
      try dress(location, for: placement, mode: mode)
    } catch let error as FileError { throw error } catch let error as ObjectFolderError {
      throw FileError(error, "read the content of a large file in")
    } catch {
      throw FileError(
        code: .other, operation: "write", path: placement.path.string, errno: 0, message: "\(error)")
    }
  }

  /// Writes the temporary of a version that is not read whole.
  ///
  /// - Throws: `FileError`, and `ObjectStoreError` if the version cannot be read; nothing is left then.
  func stageLarge(_ placement: Placement, mode: FileMode) throws {
    let location = placement.temporary
    guard mode.isFile, let new = placement.new else {
      throw FileError(
        code: .other, operation: "make", path: placement.path.string, errno: 0,
        message: "the link's target is longer than any path")
    }
    try tree.create(placement, mode: mode, bytes: [], durable: false)
    do {
      try store.readBlob(new) { _ = try tree.append(location, bytes: $0, durable: false) }
      try dress(location, for: placement, mode: mode)
    } catch {
      try? tree.remove(location)
      throw error
    }
  }

  /// Gives a temporary the attributes of its target.
  private func dress(_ location: FileLocation, for placement: Placement, mode: FileMode) throws(FileError) {
    // Before it is in its place, so that nobody can read it unseen.
    if let new = placement.new { saves.recent.noteStaged(placement.path, new, tree.witness(location)) }
    try tree.dress(location, like: FileLocation(placement.path), mode: mode)
  }

  /// Deletes the staged files of a turn that will not happen.
  func discardStaged(_ plan: TurnPlan) {
    for placement in plan.placements where placement.kind == .exchange {
      // The next recovery deletes the others: no journal record names them.
      try? tree.remove(placement.temporary)
    }
  }

  /// Puts one file in its place; the previous one is moved to `displaced`.
  ///
  /// - Returns: false if an append may follow another text than the expected one.
  @discardableResult
  func place(_ placement: Placement) throws(FileError) -> Bool {
    let target = FileLocation(placement.path)
    switch placement.kind {
    case .append:
      // An editor is between its two renames: a file made here would be lost with the second one.
      guard let before = try tree.stamp(of: target) else {
        throw FileError(
          code: .vanished, operation: "append to", path: target.description, errno: 0,
          message: "somebody is saving it at this moment; try again")
      }
      // Before the new text is in it. A program that reads the file at this very moment counts as a reader of the new
      // text too.
      if let new = placement.new { saves.recent.noteStaged(placement.path, new, tree.witness(target)) }
      let after = try tree.append(target, bytes: placement.appended, durable: true)
      return disk.cache[placement.path]?.stamp.sameContent(as: before) == true
        && after.inode == before.inode && after.size == before.size + Int64(placement.appended.count)
    case .remove: try tree.displace(placement)
    case .move: try tree.rename(placement)
    case .exchange: try tree.exchange(placement)
    }
    return true
  }

  /// Caches the file that a turn placed at a path.
  func cache(_ file: TurnPlan.File, at path: WorkspacePath) {
    guard file.placement != nil, let blob = file.blob else {
      if file.placement != nil { disk.cache[path] = nil }
      return
    }
    // The recorder's own temporary is at the path unless another program was faster; the next observation then compares
    // contents.
    guard let stamp = try? tree.stamp(of: FileLocation(path)) else {
      disk.cache[path] = nil
      return
    }
    let isLarge = file.pointer != nil && !file.isPlaceholder
    if let size = isLarge ? file.pointer?.size : file.bytes?.count, stamp.size != Int64(size) {
      disk.cache[path] = nil
    } else {
      disk.cache[path] = CachedFile(
        stamp: stamp, blob: blob, isSettled: true, readAt: stamp.modified, isLarge: isLarge)
    }
  }

  /// Observes the file that a placement displaced; returns its write if it is not the expected one.
  ///
  /// History has the text only when that write is done: until then the slot keeps it.
  func inspect(_ placement: Placement) -> Rescue? {
    guard placement.kind == .exchange || placement.kind == .remove else { return nil }
    let location = placement.displacedLocation
    guard let stamp = try? tree.stamp(of: location), stamp.kind == .file || stamp.kind == .symlink else { return nil }
    let expected = placement.expected
    let now = time.now().monotonic
    // The stat cache has the inode that was observed for the plan; the same inode unchanged is the expected file.
    if let expected, let known = disk.cache[placement.path], known.blob == expected, known.proves(stamp),
      (try? tree.use(of: location)) != .written
    {
      var file = Displaced(path: placement.path, location: location, accounted: expected, since: now)
      file.proven = known.isLarge ? known.moved(to: stamp) : nil
      log.slots.put(file, in: placement.slot)
      return nil
    }
    let file = Displaced(path: placement.path, location: location, accounted: expected ?? .emptyBlob, since: now)
    log.slots.put(file, in: placement.slot)
    if log.isReadBeside(file, stamp) {
      log.slots.queue(placement.slot)
      return nil
    }
    guard let found = try? disk.displaced.find(location, of: placement.path, expected: expected, in: placement.slot)
    else {
      log.slots.setLate(placement.slot, .beingSaved)
      return nil
    }
    if found.blob == expected { return nil }
    guard found.isSettled else {
      log.slots.setLate(placement.slot, .beingSaved)
      return nil
    }
    return Rescue(slot: placement.slot, blob: found.blob, write: rescue(placement.path, found, base: expected))
  }

  /// Returns the write of a displaced file: a text is merged, the content of a large file is kept whole.
  func rescue(_ path: WorkspacePath, _ found: FoundContent, base: ObjectID?) -> Write {
    guard found.content != nil else { return rescue(path, found.bytes, base: base) }
    return Write(
      path: path, action: .place(mode: found.mode, blob: found.blob), base: base.map { .version($0) } ?? .absent,
      origin: authors.originOfSave(path), isRescue: true)
  }

  /// Returns the write of a displaced text: the person's, based on the expected version (review B).
  func rescue(_ path: WorkspacePath, _ bytes: [UInt8], base: ObjectID?) -> Write {
    Write(
      path: path, action: .put(bytes), base: base.map { .version($0) } ?? .absent, origin: authors.originOfSave(path),
      isRescue: true)
  }
}
