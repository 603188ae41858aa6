internal import FileSystem
package import GitObjects

extension Recorder {
  /// How many changed paths are looked at before an adoption begins: what was saved there and is not recorded yet is
  /// then merged as any two commits are. In the others a save is merged when its file's turn comes.
  private static let looks = 500
  /// How long those looks may take, in nanoseconds, where the turn is limited.
  private static let lookTime: Int64 = 8_000_000

  /// Brings tip and work tree to a commit: what came from a remote, from the user's branch, or from a restore.
  ///
  /// What the person saved and nobody recorded yet is recorded first; then the answer is `tipMoved`. From the moment at
  /// which the journal has it, it goes through: the tip stands at the commit at once, the files follow, in as many
  /// turns as the limit asks for (`continueAdoption`). A file that is still on its way is nobody's change; whoever
  /// writes to one has it brought first; what is displaced and was not expected is merged on top, in the person's name
  /// (review B8). After a stop of any kind the next opening brings the rest.
  ///
  /// - Parameters:
  ///   - target: the commit; all it names is in the store.
  ///   - expected: where the tip stood when the commit was made.
  ///   - leaving: paths whose files are not touched: what the user's own git committed is on disk already, or the disk
  ///     has something newer, which is recorded on top.
  ///   - limit: how much is done in this turn. An earlier adoption is brought to its end before.
  ///   - plan: what was worked out for these two commits before; nil, or one for other trees: it is made here.
  package func adopt(
    _ target: ObjectID, expecting expected: ObjectID?, leaving: Set<String> = [], within limit: TurnLimit = .none,
    plan: AdoptionPlan? = nil
  ) throws(RecordError) -> AdoptOutcome {
    let begun = time.now().monotonic
    if case .paused(let reason) = state { throw .paused(reason) }
    if case .readOnly(let reason) = state { throw .readOnly(reason) }
    guard tip == expected else { return .tipMoved(tip) }
    try continueAdoption(within: .none)
    if case .readOnly(let reason) = state { throw .readOnly(reason) }
    guard tip == expected, adoption == nil else { return .tipMoved(tip) }
    return try RecordError.mapping {
      let plan =
        try plan.fitting(from: tipTree, to: store.commit(target).tree, leaving: leaving)
        ?? AdoptionPlan(from: tip, to: target, leaving: leaving, in: store)
      let unrecorded = try unrecordedPaths(of: plan, until: limit == .none ? .max : begun + Self.lookTime)
      if !unrecorded.isEmpty {
        let outcome = try record(unrecorded.map { Observation(path: $0) })
        if !outcome.commits.isEmpty { return .tipMoved(tip) }
        // A name that is missing may be an editor between its two renames (rule 4).
        let missing = outcome.postponed.filter(isMissing)
        if !missing.isEmpty { return .waits(missing) }
      }
      let fresh = try FreshObjects.find(of: target, over: tip, graph: graph, in: store)
      try store.synchronize(FreshObjects.foreign(to: target, over: tip, besides: fresh, graph: graph, in: store))
      try keepObjects(fresh)
      let run = try journalAdoption(from: tip, to: target, plan)
      hooks.after(.journalled)
      try setTip(target, growth: plan.growth)
      hooks.after(.moved)
      for path in plan.unholdable {
        problems[NameKey(path)] = "the remote has this name, which this system must not have; it stays in history"
      }
      adoption = run
      try placeAdopted(within: limit.left(after: time.now().monotonic - begun))
      return .adopted
    }
  }

  /// The first changed paths whose disk content is neither the recorded nor the target one.
  private func unrecordedPaths(of plan: AdoptionPlan, until end: Int64) throws -> [WorkspacePath] {
    var found: [WorkspacePath] = []
    for change in plan.changes.lazy.filter({ !plan.leaving.contains($0.path) }).prefix(Self.looks) {
      if let path = try unrecordedPath(at: change) { found.append(path) }
      if time.now().monotonic >= end { break }
    }
    return found
  }

  /// A changed path whose disk content is neither the recorded nor the target one.
  private func unrecordedPath(at change: TreeChange) throws -> WorkspacePath? {
    guard let path = try? WorkspacePath(change.path), change.new?.mode != .gitlink, change.old?.mode != .gitlink
    else { return nil }
    guard let standing = try? look(at: path, rehash: false) else { return nil }
    if standing.blob == change.old?.id || standing.blob == change.new?.id { return nil }
    return standing.isSettled ? path : nil
  }

  private func keepObjects(_ fresh: [ObjectID]) throws {
    guard !fresh.isEmpty else { return }
    if fresh.count > 1_000 {
      try durability.makeDurable(fresh)
      return
    }
    var objects: [StoredObject] = []
    for id in fresh {
      let object = try store.read(id)
      objects.append(StoredObject(kind: object.kind, content: object.content))
      store.note(id)
    }
    try commitToJournal(.objects(objects))
  }

  /// Notes durably what is about to be adopted; answers the files that are to be brought.
  func journalAdoption(
    from: ObjectID?, to target: ObjectID, _ plan: AdoptionPlan
  ) throws(RecordError) -> AdoptionRun {
    sequence += 1
    let run = AdoptionRun(number: sequence, from: from, target: target, plan: plan)
    try commitToJournal(run.entry)
    return run
  }

  /// Moves the tip to a commit that has so many files more.
  func setTip(_ target: ObjectID, growth: Int) throws(ObjectStoreError) {
    let tree = try store.commit(target).tree
    fileTotal += growth
    try store.setReference(Self.tipReference, to: target, expecting: tip)
    tip = target
    tipTree = tree
    commitsSinceCheckpoint += 1
    deletions.note(files: fileTotal, at: time.now().monotonic)
  }
}

extension AdoptionRun {
  /// What the journal has of it.
  var entry: JournalEntry { .adopt(sequence: number, from: from, to: target, leaving: leaving.sorted()) }
}
