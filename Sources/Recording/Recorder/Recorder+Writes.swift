package import GitObjects
package import WorkTree

/// Writes, and a person's decisions about saves that were kept and lack others' changes.
extension Recorder {
  /// Executes all queued writes in one turn, and returns their outcomes, in order.
  package func perform(_ writes: [Write]) -> [WriteOutcome] { WriteTurn(recorder: self).perform(writes) }

  /// Executes writes and reports their outcomes as soon as these are durable (decision 37).
  package func perform(_ writes: [Write], answered: ([WriteOutcome]) -> Void) {
    WriteTurn(recorder: self).perform(writes, answered: answered)
  }

  /// Executes writes in one turn and, if they are of one origin, one commit: all of them, or none.
  package func performTogether(_ writes: [Write]) -> BatchOutcome { WriteTurn(recorder: self).performTogether(writes) }

  /// Returns the paths of writes, in order, each once: their own, the targets of moves, and those that links lead to.
  package func paths(touchedBy writes: [Write]) -> [WorkspacePath] {
    var paths: Set<WorkspacePath> = []
    for write in writes {
      paths.insert(write.path)
      if case .move(let target) = write.action { paths.insert(target) }
      if let real = try? tree.resolveLink(write.path) { paths.insert(real) }
    }
    return paths.sorted()
  }

  /// Merges the versions that the saves of a path had not seen into the present one. If another machine deleted the
  /// file, its newest version that the saves had not seen is restored.
  ///
  /// - Returns: the outcome; nil if no such save is known.
  package func reapply(_ path: WorkspacePath) throws(RecordError) -> WriteOutcome? {
    guard let save = saves.unseen[path] else { return nil }
    var writes: [Write] = []
    var missed = MissedTexts()
    try RecordError.mapping {
      guard let current = try entry(at: path) else {
        guard let last = save.unseen.steps.last?.version else { return }
        let action = Write.Action.place(mode: .file, blob: last.blob)
        writes = [Write(path: path, action: action, base: .absent, origin: saves.restoringOrigin(of: last, at: path))]
        return
      }
      guard current.mode.isFile else { return }
      missed = try saves.missedTexts(save.unseen, over: store.blob(current.id), at: path)
      var base = current.id
      for back in missed.texts {
        let blob = try store.write(.blob, back.text)
        writes.append(
          Write(
            path: path, action: .place(mode: current.mode, blob: blob), base: .version(base), origin: back.origin))
        base = blob
      }
    }
    var last: WriteOutcome?
    if !writes.isEmpty {
      let outcomes = perform(writes)
      for outcome in outcomes { if case .refused = outcome { return outcome } }
      last = outcomes.last
    }
    if !missed.conflicts.isEmpty { _ = try say(.listing(missed.conflicts, at: path)) }
    saves.accept(path)
    return last ?? .done(WriteResult(token: try? entry(at: path)?.id, commit: tip, isUnchanged: true, held: nil))
  }

  /// Records a commit that changes no file: only its message matters, for example that a conflict is settled with the
  /// present text.
  ///
  /// - Returns: the commit.
  /// - Throws: `RecordError` if recording is paused, or disk or repository refuse; then nothing was recorded.
  package func say(_ origin: WriteOrigin) throws(RecordError) -> ObjectID? {
    if case .paused(let reason) = state { throw .paused(reason) }
    var plan = TurnPlan(sequence: log.sequence + 1)
    plan.drafts.append(TurnPlan.Draft(origin: origin, isHeld: false))
    return try executor.execute(plan).commitOfDraft[0]
  }
}
