internal import GitObjects
internal import WorkTree

/// Executes writes in turns.
struct WriteTurn: RecorderPart {
  /// The recorder, whose ledgers are used.
  let recorder: Recorder

  /// Executes all queued writes in one turn: each is planned on those before it in memory, and one sync makes them
  /// durable.
  ///
  /// - Returns: their outcomes, in order.
  func perform(_ writes: [Write]) -> [WriteOutcome] {
    var outcomes: [WriteOutcome] = []
    perform(writes, answered: { outcomes = $0 })
    return outcomes
  }

  /// Executes writes and reports their outcomes as soon as these are durable: the files are placed, the journal has the
  /// turn, and its commits can be read here. Objects and references are written after the answer, before this returns
  /// (decision 37).
  ///
  /// If the repository refuses them after the answer, recording stops until it is repaired. The answer stays valid: the
  /// file and the journal have the write and later make the same commit, while a writer that got a failure would repeat
  /// it.
  func perform(_ writes: [Write], answered: ([WriteOutcome]) -> Void) {
    answered(perform(writes, depth: 0, isAnsweredEarly: true))
    // They may also have been refused before the answer: a turn within this one stores them first.
    try? executor.settle()
    retryRescues()
  }

  /// Retries to merge displaced texts that could not be merged.
  func retryRescues() {
    guard state == .recording else { return }
    let refused = log.slots.refused
    if !refused.isEmpty { _ = DisplacedTexts(recorder: recorder).settle(refused) }
  }

  /// Merges displaced texts, in the person's name; those that cannot be merged now are `late`.
  func merge(_ rescues: [Rescue], depth: Int = 0) {
    guard !rescues.isEmpty else { return }
    for (rescue, outcome) in zip(rescues, perform(rescues.map(\.write), of: rescues, depth: depth + 1)) {
      guard let slot = rescue.slot else { continue }
      if case .done = outcome {
        log.slots.account(slot, for: rescue.blob)
        log.slots.setLate(slot, nil)
      } else {
        log.slots.setLate(slot, .refused)
      }
    }
  }

  /// Executes the writes of a turn that another turn's displaced texts require.
  ///
  /// - Parameter rescues: these texts, if the writes are theirs.
  func perform(
    _ writes: [Write], of rescues: [Rescue] = [], depth: Int, isAnsweredEarly: Bool = false
  ) -> [WriteOutcome] {
    // The result is visible at once: nothing can be recorded.
    try? executor.settle()
    if case .paused(let reason) = state { return writes.map { _ in .refused(.paused(reason)) } }
    if case .readOnly(let reason) = state { return writes.map { _ in .refused(.readOnly(reason)) } }
    adopter.bringAhead(writes, depth: depth)
    var plan = TurnPlan(sequence: log.sequence + 1)
    var planned: [PlannedWrite] = []
    // Unrecorded content is planned first, so that writes that delete or restore at once are one commit.
    if writes.count > 1 {
      for write in writes where write.isOfRecordedVersion { _ = try? planner.current(of: write, in: &plan) }
    }
    for write in writes {
      do throws(WriteRefusal) {
        planned.append(.planned(try WritePlanner(planner: planner).plan(write, in: &plan)))
      } catch { planned.append(.refused(error)) }
    }
    for (rescue, write) in zip(rescues, planned) {
      guard case .planned = write, let slot = rescue.slot, var file = log.slots[slot] else { continue }
      file.accounted = rescue.blob
      plan.settled[slot] = file
    }
    let result: TurnResult
    do throws(RecordError) { result = try executor.execute(plan, isAnsweredEarly: isAnsweredEarly) } catch {
      let refusal = WriteRefusal(error)
      return planned.map { if case .refused(let why) = $0 { .refused(why) } else { .refused(refusal) } }
    }
    // An unexpected displaced text is merged at once, before any writer gets the answer "done".
    if depth < 8 {
      merge(result.rescues, depth: depth)
    } else {
      for slot in result.rescues.compactMap(\.slot) { log.slots.setLate(slot, .refused) }
    }
    recordOvertaken(of: result)
    recordParts(of: result)
    return zip(planned, writes).map { outcome(of: $0, $1.path, result) }
  }

  /// Records saves that an append followed at once: their readers are known now, and no longer after a stop.
  func recordOvertaken(of result: TurnResult) {
    for path in result.overtaken { saves.noteOvertaken(path) }
    guard !result.overtaken.isEmpty, (try? executor.settle()) != nil else { return }
    _ = try? observer.record(result.overtaken.map { Observation(path: $0) })
  }

  /// Records the parts of failed appends as their writers': the next observation would take them for the person's.
  func recordParts(of result: TurnResult) {
    guard !result.partial.isEmpty, (try? executor.settle()) != nil else { return }
    for (_, part) in result.partial.sorted(by: { $0.key < $1.key }) {
      _ = try? observer.record([Observation(path: part.path)], origin: part.origin)
    }
  }

  /// A planned write, with its future answer.
  private enum PlannedWrite {
    case refused(WriteRefusal)
    case planned(Promise)
  }

  private func outcome(of planned: PlannedWrite, _ path: WorkspacePath, _ result: TurnResult) -> WriteOutcome {
    switch planned {
    case .refused(let refusal): .refused(refusal)
    case .planned(let promise): outcome(of: promise, path, result)
    }
  }

  /// Returns the outcome of a planned write.
  func outcome(of promise: Promise, _ path: WorkspacePath, _ result: TurnResult) -> WriteOutcome {
    if let placement = promise.placement, let error = result.failed[placement] {
      guard let part = result.partial[placement] else { return .refused(.disk(error)) }
      // The whole text is recorded, and a repeated append would double it.
      guard part.isWhole, let token = promise.token, (try? tips.entry(at: part.path))?.id == token else {
        return .refused(.partial(error))
      }
      return .done(WriteResult(token: token, commit: tips.tip, held: promise.held, before: promise.before))
    }
    guard let draft = promise.draft else {
      return .done(
        WriteResult(
          token: promise.token, commit: tips.tip, isMerged: promise.isMerged, isUnchanged: true,
          held: promise.held ?? holds.paths[path], before: promise.before))
    }
    return .done(
      WriteResult(
        token: promise.token, commit: result.commitOfDraft[draft], isMerged: promise.isMerged,
        held: promise.held ?? result.secrets[path], headLines: promise.headLines,
        before: promise.before))
  }
}

extension Write {
  /// Whether it puts a recorded version, or no file, at its path, as restore and undo do.
  fileprivate var isOfRecordedVersion: Bool {
    switch action {
    case .place, .delete: true
    case .put, .append, .edit, .move: false
    }
  }
}

extension WriteRefusal {
  /// Makes the refusal of each write of a failed turn.
  init(_ error: RecordError) {
    switch error {
    case .disk(let error): self = .disk(error)
    case .repository(let error): self = .repository(error)
    case .paused(let reason): self = .paused(reason)
    case .readOnly(let reason): self = .readOnly(reason)
    }
  }
}
