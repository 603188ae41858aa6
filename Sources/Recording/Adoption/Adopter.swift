internal import GitObjects
internal import Journal
internal import WorkTree

/// Moves tip and work tree to a commit from a remote, from the user's branch, or from a restore.
struct Adopter: RecorderPart {
  /// The recorder, whose ledgers are used.
  let recorder: Recorder

  /// The greatest number of changed paths that are observed before an adoption begins: their unrecorded saves are
  /// recorded and then merged as any two commits are. At the other paths a save is merged when its file is placed.
  private static let looks = 500
  /// The greatest time for these observations, in nanoseconds, if the turn is limited.
  private static let lookTime: Int64 = 8_000_000

  /// Moves tip and work tree to a commit from a remote, from the user's branch, or from a restore.
  ///
  /// Unrecorded saves of the person are recorded first; the result is then `tipMoved`. Once the journal has the
  /// adoption, it is completed: the tip moves at once, and the files follow, in as many turns as the limit requires
  /// (`continueAdoption`). A file that is not placed yet is nobody's change. A write to such a file places it first.
  /// Displaced content that was not expected is merged on top, in the person's name (review B8). After any stop the
  /// next opening places the rest.
  ///
  /// - Parameters:
  ///   - target: the commit; all objects that it names are in the store.
  ///   - expected: the tip for which the commit was made.
  ///   - leaving: paths whose files are not written: the disk already has the version that the user's own git
  ///     committed, or a newer one, which is recorded on top.
  ///   - limit: the limit of this turn. An earlier adoption is completed before.
  ///   - plan: the plan for these two commits; nil, or one for other trees, is made here.
  func adopt(
    _ target: ObjectID, expecting expected: ObjectID?, leaving: Set<NameKey> = [], within limit: TurnLimit = .none,
    plan: AdoptionPlan? = nil
  ) throws(RecordError) -> AdoptOutcome {
    let begun = time.now().monotonic
    if case .paused(let reason) = state { throw .paused(reason) }
    if case .readOnly(let reason) = state { throw .readOnly(reason) }
    guard tips.tip == expected else { return .tipMoved(tips.tip) }
    try continueAdoption(within: .none)
    if case .readOnly(let reason) = state { throw .readOnly(reason) }
    guard tips.tip == expected, log.adoption == nil else { return .tipMoved(tips.tip) }
    return try RecordError.mapping {
      let plan =
        try plan.fitting(from: tips.tree, to: store.commit(target).tree, leaving: leaving)
        ?? AdoptionPlan(from: tips.tip, to: target, leaving: leaving, in: store)
      if try recordWaiting(for: plan) { return .tipMoved(tips.tip) }
      let unrecorded = try unrecordedPaths(of: plan, until: limit == .none ? .max : begun + Self.lookTime)
      if !unrecorded.isEmpty {
        let outcome = try observer.record(unrecorded.map { Observation(path: $0) })
        if !outcome.commits.isEmpty { return .tipMoved(tips.tip) }
        // A missing name may be an editor between its two renames (rule 4).
        let missing = outcome.postponed.filter { tree.isMissing($0) }
        if !missing.isEmpty { return .waits(missing) }
      }
      let fresh = try FreshObjects.find(of: target, over: tips.tip, graph: graph, in: store)
      try store.synchronize(FreshObjects.foreign(to: target, over: tips.tip, besides: fresh, graph: graph, in: store))
      try keepObjects(fresh)
      let run = try log.journalAdoption(from: tips.tip, to: target, plan)
      executor.hooks.after(.journalled)
      try executor.setTip(target, growth: plan.growth)
      executor.hooks.after(.moved)
      for path in plan.unholdable {
        disk.problems[NameKey(path)] = "the remote has this name, which this system cannot hold; it stays in history"
      }
      log.adoption = run
      try placeAdopted(within: limit.left(after: time.now().monotonic - begun))
      return .adopted
    }
  }

  /// Records the waiting appends of the paths that an adoption changes; returns false if there are none.
  ///
  /// A waiting version is a change of the present tip. On the adopted one it would remove what the target added.
  private func recordWaiting(for adoption: AdoptionPlan) throws -> Bool {
    var plan = TurnPlan(sequence: log.sequence + 1)
    for path in saves.appends.paths where adoption.positions[path] != nil {
      _ = planner.planWaiting(at: path, before: nil, recorded: try entry(at: path), in: &plan)
    }
    return try !executor.execute(plan).commits.isEmpty
  }

  /// Returns the first changed paths whose disk content is neither the recorded nor the target one.
  private func unrecordedPaths(of plan: AdoptionPlan, until end: Int64) throws -> [WorkspacePath] {
    var found: [WorkspacePath] = []
    for change in plan.changes.lazy.filter({ !plan.leaving.contains(NameKey($0.path)) }).prefix(Self.looks) {
      if let path = try unrecordedPath(at: change) { found.append(path) }
      if time.now().monotonic >= end { break }
    }
    return found
  }

  /// Returns a changed path whose disk content is neither the recorded nor the target one.
  private func unrecordedPath(at change: TreeChange) throws -> WorkspacePath? {
    guard let path = try? WorkspacePath(change.path), change.new?.mode != .gitlink, change.old?.mode != .gitlink
    else { return nil }
    guard let onDisk = try? disk.look(at: path, rehash: false) else { return nil }
    if onDisk.blob == change.old?.id || onDisk.blob == change.new?.id { return nil }
    return onDisk.isSettled ? path : nil
  }

  private func keepObjects(_ fresh: [ObjectID]) throws {
    guard !fresh.isEmpty else { return }
    if fresh.count > 1_000 {
      try log.durability.makeDurable(fresh)
      return
    }
    var objects: [StoredObject] = []
    for id in fresh {
      let object = try store.read(id)
      objects.append(StoredObject(kind: object.kind, content: object.content))
      store.note(id)
    }
    try log.commitToJournal(.objects(objects))
  }
}

extension AdoptionRun {
  /// The journal's entry for the adoption.
  var entry: JournalEntry {
    .adopt(sequence: number, from: from, to: target, leaving: leaving.map { String($0.text) }.sorted())
  }
}
