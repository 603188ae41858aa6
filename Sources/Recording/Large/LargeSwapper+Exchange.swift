internal import FileSystem
package import GitObjects
internal import Journal
package import LargeFiles
package import WorkTree

extension LargeSwapper {
  /// Begins to place the content of a large file; the caller runs the placement on any thread and then calls
  /// `endPlacing` or, for many, `exchangeLarge`.
  ///
  /// - Returns: the placement, or the reason why there is none: `.done` if the content is already there.
  package func beginPlacing(
    _ path: WorkspacePath, _ pointer: Pointer
  ) throws(RecordError) -> Result<LargePlacement, ExchangeStop> {
    try begin(path, pointer, replaceable) { large, entry, onDisk in
      guard large.folder.holds(pointer) else { return .failure(ExchangeStop(.missing)) }
      return .success(placement(path, pointer, text: nil, entry, onDisk, in: large))
    }
  }

  /// Begins to exchange the content of a large file for its placeholder, as `beginPlacing`.
  ///
  /// - Returns: the placement, or the reason why there is none: `.done` if the placeholder is already there.
  package func beginEvicting(
    _ path: WorkspacePath, _ pointer: Pointer
  ) throws(RecordError) -> Result<LargePlacement, ExchangeStop> {
    try begin(path, pointer, evictable) { large, entry, onDisk in
      if tree.isElsewhere(path) {
        let why = "it is on another mount than .git, so it cannot be exchanged in one step"
        return .failure(ExchangeStop(.failed(why)))
      }
      // Usually the same bytes: a pointer in another spelling is read from the tip.
      var text = pointer.bytes
      if store.id(of: .blob, text) != entry.id { text = try store.blob(entry.id) }
      return .success(placement(path, pointer, text: text, entry, onDisk, in: large))
    }
  }

  /// Begins an exchange after the checks of both directions.
  ///
  /// - Parameters:
  ///   - look: returns the file on disk, or the reason why it is not exchanged.
  ///   - plan: returns the placement over that file, or the reason why there is none.
  private func begin(
    _ path: WorkspacePath, _ pointer: Pointer, _ look: (WorkspacePath, TreeEntry) -> Result<DiskState, ExchangeStop>,
    _ plan: (LargeStore, TreeEntry, DiskState) throws -> Result<LargePlacement, ExchangeStop>
  ) throws(RecordError) -> Result<LargePlacement, ExchangeStop> {
    try RecordError.mapping {
      guard let large = disk.large, log.state == .recording else { return .failure(ExchangeStop(.paused)) }
      guard let entry = try wanted(path, pointer) else { return .failure(ExchangeStop(.changed)) }
      switch look(path, entry) {
      case .failure(let stop): return .failure(stop)
      case .success(let onDisk): return try plan(large, entry, onDisk)
      }
    }
  }

  private func placement(
    _ path: WorkspacePath, _ pointer: Pointer, text: [UInt8]?, _ entry: TreeEntry, _ onDisk: DiskState,
    in large: LargeStore
  ) -> LargePlacement {
    log.sequence += 1
    let slot = text == nil ? "\(SlotName.large)\(log.sequence)" : "\(SlotName.evicted)\(log.sequence).\(entry.id.hex)"
    let isBeside = tree.isElsewhere(path)
    let placement = Placement(
      path: path, kind: .exchange, slot: slot, expected: nil, new: entry.id, besideTarget: isBeside)
    return LargePlacement(
      path: path, pointer: pointer, text: text, entry: entry, seen: onDisk.stamp, tree: tree, folder: large.folder,
      start: placement.temporary, slot: slot, isBeside: isBeside)
  }

  /// Exchanges the file at a path for the written one, if that is still wanted; otherwise, and after a failure, the
  /// written one is deleted.
  ///
  /// - Returns: the outcome, the displaced file, and a displaced text to merge.
  func exchange(
    _ placing: LargePlacement, in slot: String, mayWrite: Bool
  ) throws(RecordError) -> (outcome: ExchangeOutcome, displaced: LargeDisplaced?, rescue: Rescue?) {
    try RecordError.mapping {
      var placement = Placement(
        path: placing.path, kind: .exchange, slot: slot, expected: nil, new: placing.entry.id,
        besideTarget: placing.isBeside)
      var displaced: LargeDisplaced?
      var rescue: Rescue?
      // The slot of a file beside its target does not name its inode.
      let beside = try? placing.isBeside ? tree.stamp(of: placement.temporary) : nil
      do {
        let outcome = mayWrite ? try exchange(placing, &placement, &displaced, &rescue) : .paused
        if outcome != .done { try? tree.remove(placement.temporary) }
        return (outcome, displaced, rescue)
      } catch {
        // After half an exchange it is the displaced file.
        if let stamp = try? tree.stamp(of: placement.temporary), placing.isWritten(stamp, in: slot),
          !placing.isBeside || stamp.inode == beside?.inode && stamp.device == beside?.device
        {
          try? tree.remove(placement.temporary)
        }
        throw error
      }
    }
  }

  private func exchange(
    _ placing: LargePlacement, _ placement: inout Placement, _ displaced: inout LargeDisplaced?,
    _ rescue: inout Rescue?
  ) throws -> ExchangeOutcome {
    let path = placing.path
    guard log.state == .recording else { return .paused }
    guard let entry = try wanted(path, placing.pointer), entry.mode == placing.entry.mode else { return .changed }
    let onDisk: DiskState
    switch placing.text == nil ? replaceable(path, entry) : evictable(path, entry) {
    case .failure(let stop): return stop.outcome == .done ? .changed : stop.outcome
    case .success(let found): onDisk = found
    }
    placement.expected = onDisk.blob
    disk.remember(path, onDisk)
    let temporary = placement.temporary
    if onDisk.stamp?.changed != placing.seen?.changed {
      try tree.dress(temporary, like: FileLocation(path), mode: entry.mode)
    }
    // Checked last: a program that opens it from here on is found with the displaced file.
    if placing.text != nil, try tree.use(of: FileLocation(path)) != .free { return .busy }
    try exchanges.markOutdated()
    if let proof = onDisk.stamp, !placement.besideTarget {
      do throws(FileError) { try tree.exchange(temporary, FileLocation(path)) } catch {
        // The file was deleted meanwhile: by an editor between its two renames, or by a person.
        guard error.code == .vanished || error.code == .noParent else { throw error }
        return .changed
      }
      if tree.isFolder(temporary) {
        try tree.putBack(temporary, at: FileLocation(path))
        return .changed
      }
      displaced = LargeDisplaced(
        placement: placement, proof: proof, location: temporary, tree: tree,
        needed: placing.text == nil ? onDisk.content : nil, folder: placing.folder)
    } else {
      try executor.place(placement)
    }
    log.endUnplaced(path)
    disk.problems[NameKey(path.string)] = nil
    settle(placement, entry, placing)
    if displaced == nil { rescue = executor.inspect(placement) }
    return .done
  }

  /// Keeps a displaced file that was not deleted: somebody has it open, or it is not the expected one and its text is
  /// returned.
  func keep(_ file: LargeDisplaced) -> Rescue? {
    let placement = file.placement
    let isProven = file.isProven
    // If it cannot be moved it stays where it is; the next start observes it.
    guard (try? tree.move(file.location, toNew: placement.displacedLocation)) != nil else { return nil }
    if isProven, (try? tree.use(of: placement.displacedLocation)) != .written {
      let location = placement.displacedLocation
      var kept = Displaced(
        path: placement.path, location: location, accounted: placement.expected ?? .emptyBlob,
        since: time.now().monotonic)
      if let stamp = try? tree.stamp(of: location) {
        kept.proven = CachedFile(
          stamp: stamp, blob: kept.accounted, isSettled: true, readAt: time.now().wall, isLarge: true)
      }
      log.slots.put(kept, in: placement.slot)
      return nil
    }
    return executor.inspect(placement)
  }

  /// Returns the tip's entry at a path if it is this pointer; nil otherwise.
  private func wanted(_ path: WorkspacePath, _ pointer: Pointer) throws -> TreeEntry? {
    if log.adoption?.contains(path) == true { return nil }
    if let known = disk.largeTable[path, of: tips.tree], known.isLarge == true {
      return known.pointer == pointer ? TreeEntry(name: path.name, mode: known.mode, id: known.blob) : nil
    }
    guard let entry = try tips.entry(at: path), disk.pointer(of: entry, at: path) == pointer else { return nil }
    return entry
  }

  /// Returns the state of a path if the placeholder may replace it: the tip's content, at rest.
  private func evictable(_ path: WorkspacePath, _ entry: TreeEntry) -> Result<DiskState, ExchangeStop> {
    if log.isToBePlaced(path) { return .failure(ExchangeStop(.changed)) }
    let onDisk: DiskState
    do throws(LookFailure) { onDisk = try disk.look(at: path, rehash: false) } catch {
      return .failure(ExchangeStop(.changed))
    }
    guard onDisk.blob == entry.id, onDisk.mode == entry.mode else { return .failure(ExchangeStop(.changed)) }
    if onDisk.content == nil { return .failure(ExchangeStop(.done)) }
    return onDisk.isSettled ? .success(onDisk) : .failure(ExchangeStop(.busy))
  }

  /// Returns the state of a path if a content may replace it: the placeholder, or the content of which it is the newer
  /// one. No file is accepted only if an adoption has yet to place it; otherwise somebody deleted it.
  private func replaceable(_ path: WorkspacePath, _ entry: TreeEntry) -> Result<DiskState, ExchangeStop> {
    let onDisk: DiskState
    do throws(LookFailure) { onDisk = try disk.look(at: path, rehash: false) } catch {
      return .failure(ExchangeStop(.changed))
    }
    if onDisk.content != nil, onDisk.blob == entry.id { return .failure(ExchangeStop(.done)) }
    guard onDisk.isSettled else { return .failure(ExchangeStop(.busy)) }
    if onDisk.blob == entry.id { return .success(onDisk) }
    guard let file = log.unplaced[path], onDisk.blob == file.expected else { return .failure(ExchangeStop(.changed)) }
    return .success(onDisk)
  }

  /// Records the result of an exchange: the file's state, and the update of git's index.
  private func settle(_ placement: Placement, _ entry: TreeEntry, _ placing: LargePlacement) {
    // An editor may have put another file in its place at once; the next observation then compares contents.
    let stamp = (try? tree.stamp(of: FileLocation(placement.path))) ?? nil
    disk.cache[placement.path] = stamp.flatMap { stamp in
      guard placing.isWritten(stamp, in: placement.slot) else { return nil }
      return CachedFile(
        stamp: stamp, blob: entry.id, isSettled: true, readAt: time.now().wall, isLarge: placing.text == nil)
    }
    exchanges.paths.insert(placement.path)
  }
}
