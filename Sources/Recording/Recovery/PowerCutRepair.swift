internal import FileSystem
internal import GitObjects
internal import Journal
internal import Merge
internal import WorkTree

/// Restores files that a power cut left empty, with zeros, or in an older version: nobody saved them so (review A10).
struct PowerCutRepair: RecorderPart {
  /// The recorder, whose ledgers are used.
  let recorder: Recorder

  /// Restores recorded files that a power cut damaged; returns the remaining observations.
  ///
  /// A file that is too large to be read in a turn remains, and is judged after it was read beside the turns.
  ///
  /// - Parameters:
  ///   - olderToo: whether a file that is equal to an older version of itself is restored too.
  ///   - partsToo: whether a file that is the beginning of its recorded version is: the power was cut before the rest
  ///     of it was written.
  func restoreTorn(_ observations: [Observation], olderToo: Bool, partsToo: Bool = false) throws -> [Observation] {
    try observations.filter { observation in
      let path = observation.path
      // The disk still has the previous version of a file that could not be placed.
      guard log.unplaced[path]?.isAwaited ?? true, let recorded = try entry(at: path), recorded.mode.isFile else {
        return true
      }
      if let stamp = try? tree.stamp(of: FileLocation(path)), stamp.kind == .file {
        if stamp.size > DiskView.holdInTurn {
          swapper.suspects[path] = Suspect(stamp: stamp, olderToo: olderToo)
          return true
        }
        // Before it is taken for a content, which would make an object of the zeros.
        if disk.isLarge(path, stamp) || stamp.size > disk.rules.holdOver,
          (try? disk.isZeros(FileLocation(path), stamp, unlike: recorded.id)) == true
        {
          return try !replaceZeros(at: path, recorded, stamp)
        }
      }
      guard let onDisk = try? disk.look(at: path, rehash: true), let blob = onDisk.blob, blob != recorded.id else {
        return true
      }
      let isLeft =
        try disk.isTorn(onDisk, at: path) || partsToo && disk.isPart(onDisk, of: recorded)
        || olderToo && tips.hadVersion(blob, at: path)
      return try isLeft ? !bringBack(path, from: blob, to: recorded) : !restoreHoles(onDisk, blob, at: path, recorded)
    }
  }

  /// Restores a text of which a power cut left a recorded version with zeros in it; from an unknown text only the zeros
  /// at its end are removed, and the text remains to be recorded. Returns whether nothing remains.
  ///
  /// Zeros in anything but a text may be intended, and are recorded.
  private func restoreHoles(
    _ onDisk: DiskState, _ blob: ObjectID, at path: WorkspacePath, _ recorded: TreeEntry
  ) throws -> Bool {
    guard onDisk.mode?.isFile == true, onDisk.content == nil, let bytes = onDisk.bytes, bytes.contains(0),
      let known = try? store.blob(recorded.id, ofAtMost: Int(DiskView.holdInTurn)), TextMerge.isText(known)
    else { return false }
    for version in try [recorded.id] + tips.versions(of: path, limit: 20) {
      guard let whole = try? store.blob(version, ofAtMost: Int(DiskView.holdInTurn)),
        TornContent.isLeft(bytes, of: whole)
      else { continue }
      return bringBack(path, from: blob, to: recorded)
    }
    guard let text = TornContent.withoutTail(bytes) else { return false }
    var cut = recorded
    cut.id = try store.write(.blob, text)
    // If it cannot be replaced, the scan fails and is repeated: the zeros must not be recorded.
    var turn = BringTurn()
    log.sequence += 1
    _ = try placer.bring(
      change(of: path, from: blob, to: cut), at: path, slot: SlotName.adopted(log.sequence, 0), in: &turn)
    writer.merge(turn.rescues)
    return false
  }

  /// Restores the recorded version of a path from the remains of a power cut; one that cannot be placed is unplaced.
  private func bringBack(_ path: WorkspacePath, from blob: ObjectID, to recorded: TreeEntry) -> Bool {
    var turn = BringTurn()
    log.sequence += 1
    let isBack = adopter.bring(
      change(of: path, from: blob, to: recorded), at: path, into: SlotName.adopted(log.sequence, 0), in: &turn)
    writer.merge(turn.rescues)
    return isBack
  }

  private func change(of path: WorkspacePath, from blob: ObjectID, to entry: TreeEntry) -> TreeChange {
    TreeChange(path: path.string, old: TreeEntry(name: path.name, mode: entry.mode, id: blob), new: entry)
  }

  /// Judges a file that was found after an unclean stop and then read beside the turns; returns whether it was
  /// restored, and is not to be recorded.
  func restoreTorn(_ path: WorkspacePath, _ copied: LargeCopy.Result) throws -> Bool {
    guard let suspect = swapper.suspects.removeValue(forKey: path), suspect.stamp.sameContent(as: copied.stamp),
      let recorded = try entry(at: path), recorded.mode.isFile
    else { return false }
    switch copied.content {
    case .zeros: return try replaceZeros(at: path, recorded, copied.stamp)
    case .object(let pointer):
      let blob = disk.version(of: pointer, at: path).blob
      guard suspect.olderToo, blob != recorded.id, try tips.hadVersion(blob, at: path) else {
        return false
      }
      return bringBack(path, from: blob, to: recorded)
    case .blob: return false
    }
  }

  /// Replaces a file of zeros by the recorded version, or for a large file by its placeholder, whose content is placed
  /// later; the zeros are deleted.
  ///
  /// - Parameter seen: the file that has the zeros. One that somebody put there meanwhile is merged like every
  ///   displaced one.
  private func replaceZeros(at path: WorkspacePath, _ recorded: TreeEntry, _ seen: FileStamp) throws -> Bool {
    log.sequence += 1
    let placement = Placement(
      path: path, kind: .exchange, slot: SlotName.adopted(log.sequence, 0), expected: nil, new: recorded.id,
      besideTarget: tree.isElsewhere(path))
    if let bytes = try store.blob(recorded.id, ofAtMost: DiskView.largestPiece) {
      try executor.stage(placement, mode: recorded.mode, bytes: bytes, durable: true)
    } else {
      try executor.stageLarge(placement, mode: recorded.mode)
    }
    try exchanges.note(path)
    try executor.place(placement)
    log.placedFiles.insert(path)
    log.endUnplaced(path)
    disk.problems[NameKey(path.string)] = nil
    holds.paths[path] = nil
    disk.cache[path] = try tree.stamp(of: FileLocation(path)).map {
      CachedFile(stamp: $0, blob: recorded.id, isSettled: true, readAt: $0.modified)
    }
    if disk.pointer(in: recorded.id) != nil { exchanges.toPlace.insert(path) }
    let place = placement.displacedLocation
    if try tree.stamp(of: place)?.sameContent(as: seen) == true, try tree.use(of: place) == .free {
      try tree.remove(place)
    } else if let rescue = executor.inspect(placement) {
      writer.merge([rescue])
    }
    return true
  }
}
