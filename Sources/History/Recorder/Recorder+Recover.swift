internal import FileSystem
internal import GitObjects

extension Recorder {
  /// What recovery found.
  struct Recovery {
    /// Whether the journal ends with an orderly stop.
    var wasClean: Bool
    /// How many turns were gone through again.
    var turns: Int
  }

  /// Goes through the journal: completes or takes back what was interrupted, re-creates objects, sets the tip.
  ///
  /// Whether a placement happened is decided from what its temporary holds, never from the visible file, which a
  /// person may have edited since (review §2). Running it again after an interruption gives the same result.
  func recover(_ entries: [JournalEntry]) throws -> Recovery {
    try readReferences(entries)
    let failed = failures(in: entries)
    var pending: (to: ObjectID, leaving: [String])?
    var turns = 0
    for entry in entries {
      switch entry {
      case .begin, .failed, .clean: break
      case .displaced(let slot, let path, let accounted, let besideTarget):
        let location =
          besideTarget ? FileLocation(path).sibling(named: ".stet.\(slot).tmp") : FileLocation.store("displaced/\(slot)")
        displaced[slot] = Displaced(path: path, location: location, accounted: accounted, since: time.now().monotonic)
      case .objects(let objects):
        for object in objects { _ = try store.write(object.kind, object.content) }
      case .turn(let record):
        if pending?.to == record.parent { pending = nil }
        turns += 1
        try replay(record, without: failed[record.sequence] ?? [])
      case .adopt(_, let target, let leaving): pending = (target, leaving)
      case .adopted(let target):
        pending = nil
        try moveTip(to: target)
      }
    }
    if let pending, tip != pending.to, store.contains(pending.to) {
      let target = try store.commit(pending.to).tree
      let changes = try TreeDiff.changes(from: tipTree, to: target, in: store)
      _ = try finishAdoption(pending.to, changes, leaving: Set(pending.leaving))
    }
    try removeLeftovers()
    _ = settleDisplaced()
    let wasClean = entries.last == .clean
    try checkpoint()
    return Recovery(wasClean: wasClean || entries.isEmpty, turns: turns)
  }

  /// Takes tip and held from the last journal's beginning; from the references where there is no journal.
  private func readReferences(_ entries: [JournalEntry]) throws {
    tip = try store.reference(Self.tipReference)
    heldTip = try store.reference(Self.heldReference)
    for entry in entries {
      guard case .begin(let start, let heldStart, let number) = entry else { continue }
      // The journal's beginning is durable; the reference may be lost or ahead of what can be read.
      if let start, tip == nil || (try? store.commit(tip ?? start)) == nil || !isLater(tip, than: start) { tip = start }
      if let heldStart, heldTip == nil { heldTip = heldStart }
      sequence = max(sequence, number)
    }
    if let id = tip { tipTree = try store.commit(id).tree }
    if let id = heldTip { heldTree = try store.commit(id).tree }
  }

  private func isLater(_ id: ObjectID?, than start: ObjectID) -> Bool {
    guard let id else { return false }
    return (try? graph.isAncestor(start, of: id)) ?? false
  }

  private func failures(in entries: [JournalEntry]) -> [UInt64: Set<Int>] {
    var failed: [UInt64: Set<Int>] = [:]
    for case .failed(let sequence, let placements) in entries { failed[sequence, default: []].formUnion(placements) }
    return failed
  }

  private func replay(_ record: TurnRecord, without failed: Set<Int>) throws {
    sequence = max(sequence, record.sequence)
    var failed = failed
    for (index, placement) in record.placements.enumerated() where !failed.contains(index) {
      if try !complete(placement, content: content(of: placement, in: record)) { failed.insert(index) }
    }
    // The turn's own parent is where its commits stand, whatever the reference says now.
    let before = tip
    try moveTip(to: record.parent)
    var result = TurnResult()
    try store(record, without: failed, into: &result)
    if let before, before != tip, isLater(before, than: tip ?? before) { try moveTip(to: before) }
  }

  private func content(of placement: Placement, in record: TurnRecord) -> [UInt8]? {
    for commit in record.commits.reversed() {
      for change in commit.changes where change.path == placement.path && change.blob == placement.new {
        if let content = change.content { return content }
      }
    }
    return nil
  }

  /// Sets the tip without touching the work tree.
  private func moveTip(to target: ObjectID?) throws {
    guard target != tip, let target else { return }
    let tree = try store.commit(target).tree
    try store.setReference(Self.tipReference, to: target, expecting: store.reference(Self.tipReference))
    tip = target
    tipTree = tree
  }

  /// Makes sure that a placement has happened; false where it was never acknowledged and cannot happen any more.
  private func complete(_ placement: Placement, content: [UInt8]?) throws -> Bool {
    switch placement.kind {
    case .exchange: return try completeExchange(placement, content: content)
    case .remove:
      if try tree.stamp(of: displacedLocation(of: placement)) == nil,
        let standing = try? look(at: placement.path, rehash: true), standing.blob == placement.expected
      {
        try place(placement)
      }
      noteDisplaced(placement)
      return true
    case .append:
      guard let standing = try? look(at: placement.path, rehash: true) else { return true }
      if standing.blob == placement.expected { try place(placement) }
      return true
    case .move:
      guard let target = placement.target else { return true }
      if try tree.stamp(of: FileLocation(target)) == nil, try tree.stamp(of: FileLocation(placement.path)) != nil {
        try place(placement)
      }
      return true
    }
  }

  private func completeExchange(_ placement: Placement, content: [UInt8]?) throws -> Bool {
    let temporary = slot(of: placement)
    guard let held = try tree.read(temporary, limit: .max) else {
      noteDisplaced(placement)
      return true
    }
    guard store.id(of: .blob, held.bytes) == placement.new else {
      // The temporary holds what was displaced: the exchange happened.
      if !placement.besideTarget {
        try? tree.remove(displacedLocation(of: placement))
        try tree.move(temporary, toNew: displacedLocation(of: placement))
      }
      noteDisplaced(placement)
      return true
    }
    let standing = try? look(at: placement.path, rehash: true)
    if standing?.blob == placement.new {
      if !placement.besideTarget { try tree.remove(temporary) }
      return true
    }
    if let standing, standing.blob == placement.expected || isTorn(standing) {
      try place(placement)
      noteDisplaced(placement)
      return true
    }
    // The person saved something else meanwhile, and nobody was told that this write is done: theirs stands.
    try tree.remove(temporary)
    return false
  }

  /// Whether a file is what a power cut leaves of one: empty, or nothing but zeros.
  func isTorn(_ standing: Standing) -> Bool {
    guard standing.mode?.isFile == true, let bytes = standing.bytes else { return false }
    return bytes.allSatisfy { $0 == 0 }
  }

  private func noteDisplaced(_ placement: Placement) {
    guard let expected = placement.expected else { return }
    displaced[placement.slot] = Displaced(
      path: placement.path, location: displacedLocation(of: placement), accounted: expected,
      since: time.now().monotonic)
  }

  /// Removes temporaries that no journal names; files in `displaced` that none names are kept and listed.
  private func removeLeftovers() throws {
    for entry in try tree.entries(of: .store("tmp")) { try tree.remove(.store("tmp/\(entry.name)")) }
    for entry in try tree.entries(of: .store("displaced")) where displaced[entry.name] == nil {
      try tree.makeDirectories(.store("rescue"))
      var name = entry.name
      while try tree.stamp(of: .store("rescue/\(name)")) != nil { name += "-" }
      try tree.move(.store("displaced/\(entry.name)"), toNew: .store("rescue/\(name)"))
      problems[".git/stet/rescue/\(name)"] =
        "a file that an interrupted write had set aside; look at it, then delete it"
    }
  }
}
