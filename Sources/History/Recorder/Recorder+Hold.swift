internal import Documents
internal import FileSystem
package import GitObjects

extension Recorder {
  /// The largest file that is recorded as held within a turn, in bytes; a larger one is copied beside the turns.
  ///
  /// Reading, hashing and compressing takes about a second for 60 MB, and saves wait for a turn.
  package static let holdInTurn: Int64 = 16_000_000

  /// Records a file that is too large for the tip as held, once for each content; a very large one is copied first.
  func hold(large path: WorkspacePath, size: Int64, outcome: inout ObservationOutcome) throws {
    guard let stamp = try tree.stamp(of: FileLocation(path)) else { return }
    // A path that was recorded while it was small keeps that version on the tip.
    if let known = cache[path], known.proves(stamp) {
      if held[path] != nil { return }
      // After a start nothing is known to be held yet; what is recorded is not read again.
      if try heldEntry(at: path)?.id == known.blob {
        held[path] = .tooLarge(limit: rules.holdOver)
        return
      }
    }
    guard size <= Self.holdInTurn else {
      toCopy.insert(path)
      return
    }
    guard try holdLarge(path) != nil else {
      outcome.postponed.append(path)
      return
    }
    outcome.heldPaths.append(path)
  }

  /// Records the standing content of a large file as held and answers its blob; nil where it is being written.
  func holdLarge(_ path: WorkspacePath) throws -> ObjectID? {
    guard let copied = try LargeCopy(path: path, tree: tree).run(into: store) else { return nil }
    try hold(copied, at: path)
    return copied.blob
  }

  private func hold(_ copied: LargeCopy.Result, at path: WorkspacePath) throws {
    held[path] = .tooLarge(limit: rules.holdOver)
    cache[path] = CachedFile(stamp: copied.stamp, blob: copied.blob, isSettled: true, readAt: time.now().wall)
    problems[NameKey(path.string)] = nil
    if try heldEntry(at: path)?.id == copied.blob { return }
    var plan = TurnPlan(sequence: sequence + 1)
    _ = plan.add(
      PlannedChange(path: path, mode: FileMode(copied.stamp), blob: copied.blob, content: nil), existed: false,
      origin: .person, held: .tooLarge(limit: rules.holdOver))
    _ = try execute(plan)
  }

  /// Whether large files wait for their copy or are being copied.
  package var isCopying: Bool { !toCopy.isEmpty || beingCopied != nil }

  /// The large files that are not recorded yet.
  package var uncopied: [WorkspacePath] { toCopy.union(beingCopied.map { [$0] } ?? []).sorted() }

  /// Takes the next large file to be copied beside the turns; nil where there is none or one is being copied.
  package func beginCopy() -> LargeCopy? {
    guard beingCopied == nil, state == .recording, let path = toCopy.min() else { return nil }
    toCopy.remove(path)
    beingCopied = path
    return LargeCopy(path: path, tree: tree)
  }

  /// Records what was copied, if it is what stands there still; else the file is to be looked at again.
  ///
  /// - Parameter result: what `run` answered; a failure becomes the path's problem.
  /// - Throws: `RecordError` where the disk refuses.
  package func endCopy(
    of path: WorkspacePath, _ result: Swift.Result<LargeCopy.Result?, any Error>
  ) throws(RecordError) -> ObservationOutcome {
    beingCopied = nil
    var outcome = ObservationOutcome()
    guard state == .recording else { return outcome }
    try RecordError.mapping {
      guard let stamp = try tree.stamp(of: FileLocation(path)) else { return }
      switch result {
      case .success(let copied?) where copied.stamp.sameContent(as: stamp):
        try hold(copied, at: path)
        outcome.heldPaths.append(path)
      case .success: outcome.postponed.append(path)
      case .failure(let error):
        note(
          path.string, "too large for what is synced, and could not be recorded here: \(error); it stays on disk",
          in: &outcome)
        outcome.postponed.append(path)
      }
    }
    return outcome
  }
}
