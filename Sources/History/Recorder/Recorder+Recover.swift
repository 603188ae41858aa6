internal import Documents
internal import FileSystem
internal import GitObjects

extension Recorder {
  /// What recovery found.
  struct Recovery {
    /// Whether the journal ends with an orderly stop.
    var wasClean: Bool
    /// How many turns were gone through again.
    var turns: Int
    /// Where the tip stood at the last checkpoint.
    var beginning: ObjectID?
    /// Commits that the journal builds on and that cannot be read.
    var lost: [ObjectID]
  }

  /// Goes through the journal: completes or takes back what was interrupted, re-creates objects, sets the tip.
  ///
  /// Whether a placement happened is decided from what its temporary holds, never from the visible file, which a
  /// person may have edited since (review §2). Running it again after an interruption gives the same result.
  ///
  /// - Parameters:
  ///   - isSameBoot: whether only the process ended, and the disk has all that was written.
  ///   - loss: what is done where an object that is needed cannot be read.
  func recover(_ entries: [JournalEntry], isSameBoot: Bool, loss: LossPolicy) throws -> Recovery {
    let wasClean = entries.last == .clean
    // After a power cut a file may have the size and time that were cached, and zeros for content. The stored form goes
    // too: a later start, when the machine has run on, would believe it.
    if !isSameBoot {
      if !wasClean, !entries.isEmpty {
        cache = StatCache()
        try tree.remove(StatCache.location)
      } else if cache.forgetRecent(now: time.now().wall) {
        try cache.store(in: tree)
      }
    }
    let ends = try RecoveredEnds(store)
    try readBeginning(entries, wasClean: wasClean, ends, loss)
    let beginning = tip
    let known = KnownCommits(beginning: beginning, loss: loss, graph: graph, store: store)
    try passUsedSlots()
    // All before the last beginning was durable elsewhere when it was written; only displaced files are older.
    let start = entries.lastIndex { if case .begin = $0 { true } else { false } }.map { $0 + 1 } ?? 0
    for entry in entries { noteDisplaced(entry) }
    let recent = Array(entries[start...])
    let (turns, lost) = try replay(recent, known)
    try catchUp(with: ends)
    for case .merged(let merged) in entries { self.recent.note(merged) }
    self.recent.begin(at: tip)
    noteOvertaken(by: recent)
    try settleAdoptions(entries, since: start, isSameBoot: isSameBoot, known)
    settleUnplaced(entries)
    try removeLeftovers()
    if !wasClean { try accountForTorn(isSameBoot: isSameBoot) }
    _ = settleDisplaced()
    try checkpoint()
    try ends.forget(in: store)
    return Recovery(wasClean: wasClean || entries.isEmpty, turns: turns, beginning: beginning, lost: lost)
  }

  /// Takes tip and held from the last journal's beginning; from the references where there is no journal.
  ///
  /// The journal's beginning is durable; a reference may be lost, or ahead of what can be read. Behind it the journal
  /// has all that a reference can name, unless the stop was in order.
  private func readBeginning(
    _ entries: [JournalEntry], wasClean: Bool, _ ends: RecoveredEnds, _ loss: LossPolicy
  ) throws {
    (tip, heldTip) = (ends.tip, ends.held)
    for case .begin(let start, let heldStart, let number) in entries {
      sequence = max(sequence, number)
      tip = choose(start, ends.tip, isClean: wasClean, loss)
      heldTip = choose(heldStart, ends.held, isClean: wasClean, loss)
    }
    if tip != ends.tip || heldTip != ends.held { try ends.keep(in: store) }
    if let id = tip { tipTree = try store.commit(id).tree }
    if let id = heldTip { heldTree = try store.commit(id).tree }
    for (name, id) in [(Self.tipReference, tip), (Self.heldReference, heldTip)] {
      let current = try store.reference(name)
      if current != id { try store.setReference(name, to: id, expecting: current) }
    }
  }

  private func choose(
    _ start: ObjectID?, _ reference: ObjectID?, isClean: Bool, _ loss: LossPolicy
  ) -> ObjectID? {
    func isThere(_ id: ObjectID) -> Bool {
      loss == .goesOn ? MissingObjects.hasFolders(id, in: store) : (try? store.commit(id)) != nil
    }
    guard let reference, isThere(reference) else {
      // Where the reference was taken away for it, what it named is lost.
      let isLost = start.map { !isThere($0) } ?? false
      return isLost && (reference == nil || loss == .goesOn) ? nil : start
    }
    guard let start else { return isClean ? reference : nil }
    if !isThere(start) { return reference }
    return isClean && (try? graph.isAncestor(start, of: reference)) == true ? reference : start
  }

  /// New slots must not have names that displaced files have already.
  private func passUsedSlots() throws {
    for folder in ["tmp", "displaced"] {
      for entry in try tree.entries(of: .store(folder)) {
        let digits = entry.name.drop { $0.isLetter }.prefix { $0 != "-" && $0 != "." }
        if let number = UInt64(digits) { sequence = max(sequence, number) }
      }
    }
  }

  private func noteDisplaced(_ entry: JournalEntry) {
    guard case .displaced(let slot, let path, let accounted, let besideTarget) = entry else { return }
    let location = Self.displacedLocation(slot, of: path, besideTarget: besideTarget)
    displaced[slot] = Displaced(path: path, location: location, accounted: accounted, since: time.now().monotonic)
  }

  /// Goes through the turns since the last checkpoint; answers how many there were, and the commits that they need and
  /// that are lost.
  private func replay(_ entries: [JournalEntry], _ known: KnownCommits) throws -> (turns: Int, lost: [ObjectID]) {
    var lost: [ObjectID] = []
    var failed: [UInt64: Set<Int>] = [:]
    for case .failed(let sequence, let placements) in entries { failed[sequence, default: []].formUnion(placements) }
    var turns = 0
    for (position, entry) in entries.enumerated() {
      switch entry {
      case .begin, .failed, .clean, .adopted, .unplaced, .placed, .merged: break
      // Its text was merged by then, or could not be.
      case .displaced: noteDisplaced(entry)
      // The tip moved with the entry. One that was noted again by a recovery moved it long ago.
      case .adopt(_, let from, let target, _):
        guard tip == from else { break }
        if try known.hasWhole(target) { try moveTip(to: target) } else { lost.append(target) }
      case .objects(let objects):
        for object in objects { _ = try store.write(object.kind, object.content) }
      case .turn(let record):
        turns += 1
        // Whatever was journalled later made the renames before it durable: only the last turn can be half done.
        let isLast = entries[(position + 1)...].allSatisfy(\.isOfTurn)
        let isKnown = try record.parent.map { try known.hasWhole($0) } ?? true
        // What a turn wrote is worth keeping though what it built on is lost.
        if !isKnown, let parent = record.parent, lost.isEmpty { lost.append(parent) }
        try replay(record, known, isKnown: isKnown, without: failed[record.sequence] ?? [], isLast: isLast)
      }
    }
    return (turns, lost)
  }

  private func replay(
    _ record: TurnRecord, _ known: KnownCommits, isKnown: Bool, without failed: Set<Int>, isLast: Bool
  ) throws {
    sequence = max(sequence, record.sequence)
    var lost: Set<Int> = []
    for (index, placement) in record.placements.enumerated() where !failed.contains(index) {
      if try !complete(placement, in: record, isLast: isLast) { lost.insert(index) }
    }
    if !lost.isEmpty {
      // Durable first: a second recovery would take the missing temporary for an exchange that happened.
      try commitToJournal(.failed(sequence: record.sequence, placements: lost.sorted()))
      for index in lost where record.placements[index].kind == .exchange {
        try tree.remove(slot(of: record.placements[index]))
      }
    }
    // The turn's own parent is where its commits stand, whatever was read before.
    if isKnown { try moveTip(to: record.parent) }
    var result = TurnResult()
    let rest = isKnown ? record : known.without(record, recordedIn: tip)
    try store(rest, without: failed.union(lost), into: &result)
  }

  /// Sets the tip without touching the work tree.
  private func moveTip(to target: ObjectID?) throws {
    guard target != tip, let target else { return }
    let tree = try store.commit(target).tree
    try store.setReference(Self.tipReference, to: target, expecting: store.reference(Self.tipReference))
    tip = target
    tipTree = tree
  }

  /// Goes on at where the references stood, where the journal has less than they: one of its records was damaged, and the
  /// objects have all.
  private func catchUp(with ends: RecoveredEnds) throws {
    if let end = ends.tip, end != tip, let tip, Self.continues(end, tip, graph: graph, in: store) {
      try moveTip(to: end)
    }
    if let end = ends.held, end != heldTip, let held = heldTip, Self.continues(end, held, graph: graph, in: store) {
      let tree = try store.commit(end).tree
      try store.setReference(Self.heldReference, to: end, expecting: store.reference(Self.heldReference))
      (heldTip, heldTree) = (end, tree)
    }
  }

  /// Whether a commit can be read with all that it has beyond another one, and has all that the other one has.
  private static func continues(
    _ end: ObjectID, _ tip: ObjectID, graph: CommitGraph, in store: any ObjectStore
  ) -> Bool {
    do throws(ObjectStoreError) {
      var changes: Set<String> = []
      for id in try graph.commits(from: end, excluding: [tip]) {
        let commit = try store.commit(id)
        for object in try FreshObjects.made(by: commit, id, in: store) where !store.contains(object) { return false }
        if let change = CommitMessage(parsing: commit.message).change { changes.insert(change) }
      }
      // A replay does not contain what it stands for.
      for id in try graph.commits(from: tip, excluding: [end]) {
        guard let change = CommitMessage(parsing: try store.commit(id).message).change, changes.contains(change) else {
          return false
        }
      }
      return true
    } catch { return false }
  }
}

extension JournalEntry {
  /// Whether it tells more of the turn before it.
  fileprivate var isOfTurn: Bool {
    switch self {
    case .failed, .displaced: true
    default: false
    }
  }
}
