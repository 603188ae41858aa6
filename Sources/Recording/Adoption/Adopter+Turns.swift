internal import FileSystem
internal import GitObjects
internal import WorkTree

extension Adopter {
  /// The number of files that are observed and recorded as one commit.
  private static let looksAtOnce = 100

  /// Places more files of the current adoption; does nothing if there is none or recording is stopped.
  ///
  /// - Throws: `RecordError` if the journal refuses; the files wait then.
  func continueAdoption(within limit: TurnLimit) throws(RecordError) {
    try RecordError.mapping { try placeAdopted(within: limit) }
  }

  /// Places files until the limit is reached or none is left.
  func placeAdopted(within limit: TurnLimit) throws {
    let start = time.now().monotonic
    var turn = BringTurn()
    var files = 0
    while let number = log.adoption?.number, state == .recording, files < limit.files {
      let now = time.now().monotonic
      if files > 0, limit.isReached(after: now - start, isWaitedFor: log.isWaitedFor()) { break }
      guard let step = log.adoption?.next(at: limit == .none ? .max : now) else {
        // The files that displaced texts are merged into were placed; only then are the paths that the person's git
        // wrote observed.
        writer.merge(turn.rescues)
        turn = BringTurn()
        if try !lookAtLeft() { break }
        files += Self.looksAtOnce
        continue
      }
      if limit != .none, waits(for: step, at: now) { continue }
      bring(step, of: number, in: &turn)
      files += 1
    }
    writer.merge(turn.rescues)
    if log.adoption?.isDone == true { try endAdoption() }
  }

  /// Returns whether a missing name is waited for; it is put back then.
  private func waits(for step: AdoptionRun.Step, at now: Int64) -> Bool {
    guard step.change.old != nil, step.change.new != nil, tree.isMissing(step.path) else { return false }
    return log.adoption?.postpone(step, at: now) == true
  }

  /// Observes files that the person's git wrote and records differences on top; returns false if there are none.
  private func lookAtLeft() throws -> Bool {
    guard let left = log.adoption?.takeLeft(Self.looksAtOnce), !left.isEmpty else { return false }
    // A file that git removed is deleted; a refused file that is missing may be between an editor's two renames (rule
    // 4).
    let isGits = recorder.gitView != nil
    let observations = left.map { Observation(path: $0, believesDeletion: isGits) }
    // A commit of git may have reached the disk without the files that it was made from.
    _ = try observer.record(
      recorder.mayBeTorn
        ? PowerCutRepair(recorder: recorder).restoreTorn(observations, olderToo: true, partsToo: true) : observations)
    return true
  }

  private func endAdoption() throws {
    guard let run = log.adoption else { return }
    log.adoption = nil
    executor.hooks.after(.placed)
    for (path, file) in log.unplaced.sorted(by: { $0.key < $1.key }) {
      try log.commitToJournal(.unplaced(path: path, expected: file.expected), durable: false)
    }
    try log.commitToJournal(.adopted(run.target), durable: false)
  }

  private func bring(_ step: AdoptionRun.Step, of number: UInt64, in turn: inout BringTurn) {
    bring(step.change, at: step.path, into: SlotName.adopted(number, step.position), in: &turn)
  }

  /// Places one file; one that cannot be placed becomes unplaced, and the next observation of the path retries.
  ///
  /// - Returns: false if it is already there; true also if it could not be placed.
  @discardableResult
  func bring(_ change: TreeChange, at path: WorkspacePath, into slot: String, in turn: inout BringTurn) -> Bool {
    let before = log.unplaced.removeValue(forKey: path)
    let change = before.map { older(change, at: path, than: $0) } ?? change
    do {
      let isBrought = try placer.bring(change, at: path, slot: slot, in: &turn)
      // The file was saved before the newer version was placed: its content is determined by the ordinary observation.
      if before == nil, log.unplaced[path] != nil, !exchanges.toPlace.contains(path) { log.adoption?.look(at: path) }
      if before != nil, log.unplaced[path] == nil {
        disk.problems[NameKey(path.string)] = nil
        log.noteEnded(path)
      }
      return isBrought
    } catch {
      let cause =
        error as? FileError
        ?? FileError(code: .other, operation: "replace", path: path.string, errno: 0, message: "\(error)")
      log.unplaced[path] = Unplaced(expected: change.old?.id, error: cause)
      // The end of an adoption records it for all of its files.
      if log.adoption == nil, before == nil || before?.expected != change.old?.id {
        try? log.commitToJournal(.unplaced(path: path, expected: change.old?.id), durable: false)
      }
      disk.problems[NameKey(path.string)] = "could not be updated: \(error); the recorded version is in history"
      return true
    }
  }

  /// Returns the same change from the version that the disk still has: the tip's previous one was never placed.
  private func older(_ change: TreeChange, at path: WorkspacePath, than file: Unplaced) -> TreeChange {
    guard !file.isAwaited || file.expected != nil else { return change }
    if let onDisk = try? disk.look(at: path, rehash: false) {
      if onDisk.blob == change.old?.id { return change }
      // A save over an awaited content is based on that, and is recorded in its turn.
      if file.isAwaited, onDisk.blob != file.expected { return change }
    }
    // A file that is too large to be observed now is observed before it is recorded.
    var change = change
    let mode = change.old?.mode ?? change.new?.mode ?? .file
    change.old = file.expected.map { TreeEntry(name: path.name, mode: mode, id: $0) }
    return change
  }

  /// Places the files that writes are about first: writes are planned on the tip's versions.
  func bringAhead(_ writes: [Write], depth: Int) {
    guard log.adoption != nil || !log.unplaced.isEmpty else { return }
    for path in recorder.paths(touchedBy: writes) { bringAhead(path, depth: depth) }
  }

  private func bringAhead(_ path: WorkspacePath, depth: Int) {
    var turn = BringTurn()
    if let number = log.adoption?.number {
      for step in log.adoption?.take(relatedTo: path) ?? [] { bring(step, of: number, in: &turn) }
    }
    writer.merge(turn.rescues, depth: depth)
    placeAgain([path], depth: depth)
  }

  /// Retries to place files that could not be placed.
  func placeAgain(_ paths: [WorkspacePath], depth: Int = 0) {
    guard !log.unplaced.isEmpty, state == .recording else { return }
    var turn = BringTurn()
    for path in paths {
      guard let file = log.unplaced[path] else { continue }
      var recorded: TreeEntry?
      do throws(ObjectStoreError) { recorded = try entry(at: path) } catch { continue }
      // The tip has a folder in place of the file: the file is removed, and the folder's files are placed separately.
      if recorded?.mode == .tree { recorded = nil }
      log.sequence += 1
      let old = file.expected.map { TreeEntry(name: path.name, mode: recorded?.mode ?? .file, id: $0) }
      let change = TreeChange(path: path.string, old: old, new: recorded)
      bring(change, at: path, into: SlotName.adopted(log.sequence, 0), in: &turn)
    }
    writer.merge(turn.rescues, depth: depth)
  }
}
