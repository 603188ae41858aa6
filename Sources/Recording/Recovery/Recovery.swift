internal import GitObjects
internal import Journal
internal import WorkTree

/// The result of recovery.
struct RecoveryResult {
  /// Whether the journal ends with an orderly stop.
  var wasClean: Bool
  /// The number of repeated turns.
  var turns: Int
  /// The tip at the last checkpoint.
  var beginning: ObjectID?
  /// Commits that the journal needs and that cannot be read.
  var lost: [ObjectID]
}

/// Completes or reverts what a stop interrupted: once, at the start, before anything else is recorded.
struct Recovery: RecorderPart {
  /// The recorder, whose ledgers get the state.
  let recorder: Recorder

  /// Replays the journal: completes or reverts interrupted turns, re-creates objects, sets the tip.
  ///
  /// The temporary's content decides whether a placement happened, never the visible file, which a person may have
  /// edited since (review §2). Running recovery again after an interruption gives the same result.
  ///
  /// - Parameters:
  ///   - isSameBoot: whether only the process ended, and the disk has everything that was written.
  ///   - loss: the policy for a needed object that cannot be read.
  func recover(_ entries: [JournalEntry], isSameBoot: Bool, loss: LossPolicy) throws -> RecoveryResult {
    let wasClean = entries.last == .clean
    // After a power cut a file may have the cached size and time, and zeros for content. The stored cache is deleted
    // too: a later start without a reboot would trust it.
    if !isSameBoot {
      if !wasClean, !entries.isEmpty {
        disk.cache = StatCache()
        try tree.remove(StatCache.file.location)
      } else if disk.cache.forgetRecent(now: time.now().wall) {
        try disk.cache.store(in: tree)
      }
    }
    let ends = try RecoveredEnds(store)
    try readBeginning(entries, wasClean: wasClean, ends, loss)
    let beginning = tips.tip
    let known = KnownCommits(beginning: beginning, loss: loss, graph: tips.graph, store: store)
    try passUsedSlots()
    // Everything before the last beginning was durable elsewhere when it was written; only displaced files are older.
    let start = entries.lastIndex { if case .begin = $0 { true } else { false } }.map { $0 + 1 } ?? 0
    for entry in entries { noteDisplaced(entry) }
    let recent = Array(entries[start...])
    let (turns, lost) = try replay(recent, known)
    try tips.catchUp(with: ends)
    for case .merged(let merged) in entries { saves.recent.note(merged) }
    saves.recent.begin(at: tips.tip)
    noteOvertaken(by: recent)
    let adoptions = AdoptionRecovery(recorder: recorder)
    try adoptions.settleAdoptions(entries, since: start, isSameBoot: isSameBoot, known)
    adoptions.settleUnplaced(entries)
    try adoptions.removeLeftovers()
    // The names of displaced files are never synced, not even at an orderly stop.
    if !isSameBoot { try adoptions.accountForTorn() }
    _ = DisplacedTexts(recorder: recorder).settle()
    if try beginJournal() { try ends.forget(in: store) }
    return RecoveryResult(wasClean: wasClean || entries.isEmpty, turns: turns, beginning: beginning, lost: lost)
  }

  /// Begins the journal of this run, under another name if the device refuses the first one.
  ///
  /// - Returns: false if the device refuses both. Then nothing is recorded until `mend`; the existing journals have
  ///   everything that another recovery needs.
  private func beginJournal() throws(RecordError) -> Bool {
    do throws(RecordError) { try log.checkpoint() } catch {
      guard case .disk(let first) = error else { throw error }
      do throws(RecordError) { try log.checkpoint() } catch {
        guard case .disk(let second) = error else { throw error }
        log.fail("\(first.message); then \(second.message)", .journal)
        return false
      }
    }
    return true
  }

  /// Takes tip and held from the last journal's beginning; from the references if there is no journal.
  ///
  /// The journal's beginning is durable; a reference may be lost, or ahead of the readable commits. After its beginning
  /// the journal has everything that a reference can name, unless the stop was in order.
  private func readBeginning(
    _ entries: [JournalEntry], wasClean: Bool, _ ends: RecoveredEnds, _ loss: LossPolicy
  ) throws {
    (tips.tip, tips.heldTip) = (ends.tip, ends.held)
    for case .begin(let start, let heldStart, let number) in entries {
      log.sequence = max(log.sequence, number)
      tips.tip = choose(start, ends.tip, isClean: wasClean, loss)
      tips.heldTip = choose(heldStart, ends.held, isClean: wasClean, loss)
    }
    if tips.tip != ends.tip || tips.heldTip != ends.held { try ends.keep(in: store) }
    if let id = tips.tip { tips.tree = try store.commit(id).tree }
    if let id = tips.heldTip { tips.heldTree = try store.commit(id).tree }
    for (name, id) in [(StetReference.tip, tips.tip), (StetReference.held, tips.heldTip)] {
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
      // If the reference was deleted for that reason, its commit is lost.
      let isLost = start.map { !isThere($0) } ?? false
      return isLost && (reference == nil || loss == .goesOn) ? nil : start
    }
    guard let start else { return isClean ? reference : nil }
    if !isThere(start) { return reference }
    return isClean && (try? tips.graph.isAncestor(start, of: reference)) == true ? reference : start
  }

  /// Raises the sequence number above those of existing displaced files, so that new slots have other names.
  private func passUsedSlots() throws {
    for folder in ["tmp", "displaced"] {
      for entry in try tree.entries(of: .store(folder)) {
        let digits = entry.name.drop { $0.isLetter }.prefix { $0 != "-" && $0 != "." }
        if let number = UInt64(digits) { log.sequence = max(log.sequence, number) }
      }
    }
  }

  private func noteDisplaced(_ entry: JournalEntry) {
    guard case .displaced(let slot, let path, let accounted, let besideTarget) = entry else { return }
    let location = SlotName.displacedLocation(slot, of: path, besideTarget: besideTarget)
    log.slots.put(
      Displaced(path: path, location: location, accounted: accounted, since: time.now().monotonic), in: slot)
  }

  /// Replays the turns since the last checkpoint; returns their number, and the commits that they need and that are
  /// lost.
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
      // The tip moved with the entry. An entry that a recovery repeated moved it earlier.
      case .adopt(_, let from, let target, _):
        guard tips.tip == from else { break }
        if try known.hasWhole(target) { try tips.move(to: target) } else { lost.append(target) }
      case .objects(let objects):
        for object in objects { _ = try store.write(object.kind, object.content) }
      case .turn(let record):
        turns += 1
        // Later entries made the earlier renames durable: only the last turn can be half done.
        let isLast = entries[(position + 1)...].allSatisfy(\.isOfTurn)
        let isKnown = try record.parent.map { try known.hasWhole($0) } ?? true
        // The turn's changes are worth keeping although its parent is lost.
        if !isKnown, let parent = record.parent, lost.isEmpty { lost.append(parent) }
        try replay(record, known, isKnown: isKnown, without: failed[record.sequence] ?? [], isLast: isLast)
      }
    }
    return (turns, lost)
  }

  private func replay(
    _ record: TurnRecord, _ known: KnownCommits, isKnown: Bool, without failed: Set<Int>, isLast: Bool
  ) throws {
    log.sequence = max(log.sequence, record.sequence)
    var lost: Set<Int> = []
    for (index, placement) in record.placements.enumerated() where !failed.contains(index) {
      if try !complete(placement, in: record, isLast: isLast) { lost.insert(index) }
    }
    if !lost.isEmpty {
      // Durable first: a second recovery would take the missing temporary for an exchange that happened.
      try log.commitToJournal(.failed(sequence: record.sequence, placements: lost.sorted()))
      for index in lost where record.placements[index].kind == .exchange {
        try tree.remove(record.placements[index].temporary)
      }
    }
    // The commits are based on the turn's own parent, whatever was read before.
    if isKnown { try tips.move(to: record.parent) }
    var result = TurnResult()
    let rest = isKnown ? record : known.without(record, recordedIn: tips.tip)
    try tips.write(rest, without: failed.union(lost), into: &result, executor.hooks)
  }

  /// Records that the text of the last turn's append was never at its path, if a power cut left another one before it.
  private func noteOvertaken(by entries: [JournalEntry]) {
    guard case .turn(let record)? = entries.last(where: { if case .turn = $0 { true } else { false } }) else { return }
    for placement in record.placements where placement.kind == .append {
      guard let recorded = try? tips.entry(at: placement.path), recorded.id == placement.new,
        let onDisk = try? disk.look(at: placement.path, rehash: true), onDisk.blob != recorded.id,
        let bytes = onDisk.bytes, bytes.count > placement.appended.count,
        bytes.suffix(placement.appended.count).elementsEqual(placement.appended)
      else { continue }
      saves.seedVersions()
      saves.noteOvertaken(placement.path)
    }
  }
}

extension JournalEntry {
  /// Whether the entry belongs to the turn before it, or was appended without a sync: the turn's renames may then be
  /// lost.
  fileprivate var isOfTurn: Bool {
    switch self {
    case .failed, .displaced, .placed, .unplaced: true
    default: false
    }
  }
}
