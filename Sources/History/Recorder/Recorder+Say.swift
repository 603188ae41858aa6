package import GitObjects

extension Recorder {
  /// Records a commit that changes no file: only its message matters, for example that a conflict is settled with the
  /// present text.
  ///
  /// - Returns: the commit.
  /// - Throws: `RecordError` if recording is paused, or disk or repository refuse; then nothing was recorded.
  package func say(_ origin: WriteOrigin) throws(RecordError) -> ObjectID? {
    if case .paused(let reason) = state { throw .paused(reason) }
    var plan = TurnPlan(sequence: sequence + 1)
    plan.drafts.append(TurnPlan.Draft(origin: origin, isHeld: false))
    return try execute(plan).commitOfDraft[0]
  }
}
