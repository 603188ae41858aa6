package import GitObjects
package import WorkTree

/// A person's decisions about saves that were kept and lack others' changes.
extension Recorder {
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
}

extension Recorder {
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
