internal import GitObjects
internal import WorkTree

extension WriteTurn {
  /// Executes writes in one turn and, if they are of one origin, one commit: all of them, or none.
  ///
  /// Unrecorded content at their paths is recorded in any case. If the disk refuses one after others were exchanged,
  /// those are reverted by a turn of their own.
  func performTogether(_ writes: [Write]) -> BatchOutcome {
    if case .paused(let reason) = state { return .refused([0: .paused(reason)]) }
    if case .readOnly(let reason) = state { return .refused([0: .readOnly(reason)]) }
    adopter.bringAhead(writes, depth: 0)
    var refusals: [Int: WriteRefusal] = [:]
    var plan = TurnPlan(sequence: log.sequence + 1)
    var paths: Set<WorkspacePath> = []
    for (index, write) in writes.enumerated() {
      do throws(WriteRefusal) {
        let real = try tree.resolveLink(write.path)
        guard paths.insert(real).inserted else { return .twice(real) }
        var look = write
        look.path = real
        _ = try planner.current(of: look, in: &plan)
      } catch { refusals[index] = error }
    }
    let planned = plan
    var promises: [Promise] = []
    for (index, write) in writes.enumerated() where refusals[index] == nil {
      do throws(WriteRefusal) { promises.append(try WritePlanner(planner: planner).plan(write, in: &plan)) } catch {
        refusals[index] = error
      }
    }
    if !refusals.isEmpty {
      if let result = try? executor.execute(planned) { merge(result.rescues, depth: 0) }
      return .refused(refusals)
    }
    let result: TurnResult
    do throws(RecordError) { result = try executor.execute(plan, isAnsweredEarly: true) } catch {
      return .refused([0: WriteRefusal(error)])
    }
    recordOvertaken(of: result)
    recordParts(of: result)
    let outcomes = zip(promises, writes).map { outcome(of: $0, $1.path, result) }
    guard outcomes.allSatisfy({ if case .done = $0 { true } else { false } }) else {
      defer { merge(result.rescues, depth: 0) }
      return turnBack(writes, outcomes, planned)
    }
    merge(result.rescues, depth: 0)
    // If the repository refuses now, the files and the journal have the turn: it is done.
    try? executor.settle()
    retryRescues()
    return .done(
      outcomes.compactMap { outcome in
        if case .done(let result) = outcome { result } else { nil }
      })
  }

  /// Restores the previous content at the paths of the writes that were done.
  private func turnBack(_ writes: [Write], _ outcomes: [WriteOutcome], _ before: TurnPlan) -> BatchOutcome {
    var refusals: [Int: WriteRefusal] = [:]
    var reversals: [Write] = []
    for (index, outcome) in outcomes.enumerated() {
      switch outcome {
      case .refused(let refusal): refusals[index] = refusal
      case .done(let result):
        guard !result.isUnchanged, let real = try? tree.resolveLink(writes[index].path), let file = before.files[real]
        else {
          continue
        }
        let base: WriteBase = result.token.map { .version($0) } ?? .absent
        var action = Write.Action.delete
        if let mode = file.mode, let blob = file.blob { action = .place(mode: mode, blob: blob) }
        reversals.append(
          Write(path: real, action: action, base: base, origin: writes[index].origin, believesDeletion: true))
      }
    }
    _ = perform(reversals, depth: 0)
    return .refused(refusals)
  }
}
