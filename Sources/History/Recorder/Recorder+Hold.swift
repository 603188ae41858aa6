internal import Documents
internal import FileSystem
package import GitObjects
internal import LargeFiles

extension Recorder {
  /// Records a file that is too large for the tip as held, once for each content. A very large one, and one that is
  /// recorded as a pointer, is copied first.
  func hold(
    large path: WorkspacePath, size: Int64, by origin: WriteOrigin, outcome: inout ObservationOutcome
  ) throws {
    guard let stamp = try tree.stamp(of: FileLocation(path)) else { return }
    if disk.isLarge(path, stamp) {
      swapper.awaitCopy(of: path, by: origin)
      return
    }
    // A path that was recorded while it was small keeps that version on the tip.
    if let known = disk.cache[path], known.proves(stamp) {
      if holds.paths[path] != nil { return }
      // After a start no path is known to be held yet; recorded content is not read again.
      if try tips.heldEntry(at: path)?.id == known.blob {
        holds.paths[path] = .tooLarge(limit: disk.rules.holdOver)
        return
      }
    }
    guard size <= WorkTree.holdInTurn else {
      swapper.awaitCopy(of: path, by: origin)
      return
    }
    guard let copied = try disk.copy(of: path).run(into: store) else {
      outcome.postponed.append(path)
      return
    }
    try take(copied, at: path, by: origin, outcome: &outcome)
  }

  /// Copies a file that is too large to be observed within a turn and returns its state; nil if it is being written.
  func largeOnDisk(_ path: WorkspacePath) throws -> DiskState? {
    guard let copied = try disk.copy(of: path).run(into: store) else { return nil }
    var onDisk = DiskState(
      mode: FileMode(copied.stamp), blob: nil, bytes: nil, stamp: copied.stamp, isSettled: true)
    switch copied.content {
    case .blob(let blob):
      try hold(blob, copied.stamp, at: path, by: authors.originOfSave(path))
      onDisk.blob = blob
    case .object(let pointer):
      onDisk.blob = try note(pointer, copied.stamp, at: path)
      onDisk.content = pointer
      onDisk.bytes = pointer.bytes
    case .zeros: return nil
    }
    return onDisk
  }

  private func take(
    _ copied: LargeCopy.Result, at path: WorkspacePath, by origin: WriteOrigin, outcome: inout ObservationOutcome
  ) throws {
    if case .object(let pointer) = copied.content { _ = try note(pointer, copied.stamp, at: path) }
    if try restoreTorn(path, copied) { return }
    switch copied.content {
    case .blob(let blob):
      try hold(blob, copied.stamp, at: path, by: origin)
      outcome.heldPaths.append(path)
    case .object:
      outcome = try record([Observation(path: path)], origin: origin, rehash: false, into: nil, chunk: .max)
    case .zeros: swapper.awaitCopy(of: path, by: origin)
    }
  }

  /// Records that a path holds the content of a large file; returns its pointer's blob.
  private func note(_ pointer: Pointer, _ stamp: FileStamp, at path: WorkspacePath) throws -> ObjectID {
    let blob = try store.write(.blob, pointer.bytes)
    // Determined beside the turns, after a start: the index has the previously known state.
    if disk.cache[path]?.stamp != stamp, (try? entry(at: path))?.id == blob { try? exchanges.note(path) }
    disk.cache[path] = CachedFile(stamp: stamp, blob: blob, isSettled: true, readAt: time.now().wall, isLarge: true)
    disk.problems[NameKey(path.string)] = nil
    return blob
  }

  private func hold(_ blob: ObjectID, _ stamp: FileStamp, at path: WorkspacePath, by origin: WriteOrigin) throws {
    holds.paths[path] = .tooLarge(limit: disk.rules.holdOver)
    disk.cache[path] = CachedFile(stamp: stamp, blob: blob, isSettled: true, readAt: time.now().wall)
    disk.problems[NameKey(path.string)] = nil
    if try tips.heldEntry(at: path)?.id == blob { return }
    var plan = TurnPlan(sequence: log.sequence + 1)
    _ = plan.add(
      PlannedChange(path: path, mode: FileMode(stamp), blob: blob, content: nil), existed: false,
      origin: origin, held: .tooLarge(limit: disk.rules.holdOver))
    _ = try executor.execute(plan)
  }

  /// Records the copied content if it is still on disk; otherwise the file is to be observed again. While recording is
  /// paused the content is captured.
  ///
  /// - Parameter result: the result of `run`; a failure becomes the path's problem.
  /// - Throws: `RecordError` if the disk refuses.
  package func endCopy(
    of path: WorkspacePath, _ result: Swift.Result<LargeCopy.Result?, any Error>
  ) throws(RecordError) -> ObservationOutcome {
    let awaited = swapper.copies.end()
    var outcome = ObservationOutcome()
    if case .readOnly = state { return outcome }
    try RecordError.mapping {
      guard let stamp = try tree.stamp(of: FileLocation(path)) else { return }
      switch result {
      case .success(let copied?) where copied.stamp.sameContent(as: stamp):
        guard state == .recording else { return try capture(copied, at: path) }
        let known = awaited.flatMap { $0.isOf(copied.stamp) ? $0.origin : nil }
        try take(copied, at: path, by: known ?? authors.originOfSave(path), outcome: &outcome)
      case .success: outcome.postponed.append(path)
      case .failure(let error):
        note(
          path.string, "large, and could not be recorded here: \(error); it stays on disk",
          in: &outcome)
        outcome.postponed.append(path)
      }
    }
    return outcome
  }
}
