internal import FileSystem
internal import GitObjects
internal import WorkTree

extension SaveObserver {
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
    guard size <= DiskView.holdInTurn else {
      swapper.awaitCopy(of: path, by: origin)
      return
    }
    let copied: LargeCopy.Result?
    do { copied = try disk.copy(of: path).run(into: store) } catch {
      // The other files do not wait for it.
      let next = outcome.postpone(path, after: error)
      note(path.string, "it could not be recorded here: \(error); it stays on disk, and \(next)", in: &outcome)
      return
    }
    guard let copied else {
      outcome.postponed.append(path)
      return
    }
    try take(copied, at: path, by: origin, outcome: &outcome)
  }

  private func take(
    _ copied: LargeCopy.Result, at path: WorkspacePath, by origin: WriteOrigin, outcome: inout ObservationOutcome
  ) throws {
    if case .object(let pointer) = copied.content { _ = try swapper.note(pointer, copied.stamp, at: path) }
    if try PowerCutRepair(recorder: recorder).restoreTorn(path, copied) { return }
    switch copied.content {
    case .blob(let blob):
      try swapper.hold(blob, copied.stamp, at: path, by: origin)
      outcome.heldPaths.append(path)
    case .object:
      outcome = try record([Observation(path: path)], origin: origin, rehash: false, into: nil, chunk: .max)
    case .zeros: swapper.awaitCopy(of: path, by: origin)
    }
  }

  /// Records the copied content if it is still on disk; otherwise the file is to be observed again. While recording is
  /// paused the content is captured.
  ///
  /// - Parameter result: the result of `run`; a failure becomes the path's problem.
  /// - Throws: `RecordError` if the disk refuses.
  func endCopy(
    of path: WorkspacePath, _ result: Swift.Result<LargeCopy.Result?, any Error>
  ) throws(RecordError) -> ObservationOutcome {
    let awaited = swapper.copies.end()
    var outcome = ObservationOutcome()
    if case .readOnly = state { return outcome }
    try RecordError.mapping {
      guard let stamp = try tree.stamp(of: FileLocation(path)) else { return }
      switch result {
      case .success(let copied?) where copied.stamp.sameContent(as: stamp):
        guard state == .recording else { return try Capture(recorder: recorder).take(copied, at: path) }
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
