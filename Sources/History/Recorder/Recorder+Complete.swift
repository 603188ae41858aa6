internal import FileSystem
internal import GitObjects
internal import LargeFiles

extension Recorder {
  /// Makes sure that a journalled placement has happened; false where it cannot any more, and nothing is lost by that.
  ///
  /// - Parameter isLast: whether nothing was journalled after its turn. Only then can a rename or an append be missing;
  ///   to do it again otherwise would undo what came later.
  func complete(_ placement: Placement, in record: TurnRecord, isLast: Bool) throws -> Bool {
    switch placement.kind {
    case .exchange:
      try completeExchange(placement, in: record)
      return true
    case .remove: return try completeRemoval(placement, isLast: isLast)
    case .append:
      if isLast { try completeAppend(placement, in: record) }
      return true
    case .move:
      guard isLast, let target = placement.target else { return true }
      if try tree.stamp(of: FileLocation(target)) == nil, try tree.stamp(of: FileLocation(placement.path)) != nil {
        try place(placement)
      }
      return true
    }
  }

  private func completeRemoval(_ placement: Placement, isLast: Bool) throws -> Bool {
    if isLast, try tree.stamp(of: displacedLocation(of: placement)) == nil,
      let standing = try? look(at: placement.path, rehash: true), let blob = standing.blob
    {
      // Something else stands there: saved since, and nobody was told that it is gone.
      guard blob == placement.expected else { return false }
      try place(placement)
    }
    try noteDisplaced(placement)
    return true
  }

  /// An append that a power cut left out, or of which it left a part or zeros.
  private func completeAppend(_ placement: Placement, in record: TurnRecord) throws {
    guard let standing = try? look(at: placement.path, rehash: true), let bytes = standing.bytes,
      let whole = planned(placement, in: record)?.content, bytes != whole
    else { return }
    let before = whole.count - placement.appended.count
    guard before >= 0, bytes.count >= before, bytes[..<before] == whole[..<before], TornContent.isPart(bytes, of: whole)
    else { return }
    if bytes.count == before {
      try place(placement)
      return
    }
    let slot = "\(placement.slot)-whole"
    let exchange = Placement(
      path: placement.path, kind: .exchange, slot: slot, expected: standing.blob, new: placement.new)
    try tree.remove(self.slot(of: exchange))
    try stage(exchange, mode: standing.mode ?? .file, bytes: whole, durable: true)
    try place(exchange)
    if let blob = standing.blob { note(exchange, accounted: blob) }
  }

  private func completeExchange(_ placement: Placement, in record: TurnRecord) throws {
    let temporary = slot(of: placement)
    guard let stamp = try tree.stamp(of: temporary) else {
      try noteDisplaced(placement)
      return
    }
    let change = planned(placement, in: record)
    let standing = try? look(at: placement.path, rehash: true)
    let held = try held(temporary, stamp, placement, change)
    if isStaged(held, placement, change, standing) {
      if placement.new != placement.expected, standing?.blob == placement.new {
        try tree.remove(temporary)
        return
      }
      // The writer may have been told that it is done. Where the person saved something else since, that is displaced
      // and merged on top; where they took the file away, history has the text and the next scan the deletion.
      guard let standing, standing.blob != nil || placement.expected == nil else { return }
      let isLeft = try isTorn(standing, at: placement.path)
      try place(placement)
      try noteDisplaced(placement)
      // What the power cut left is no text of anybody.
      if isLeft, let blob = standing.blob { displaced[placement.slot]?.accounted = blob }
      return
    }
    // The temporary holds what was displaced: the exchange happened.
    if !placement.besideTarget {
      try tree.remove(displacedLocation(of: placement))
      try tree.move(temporary, toNew: displacedLocation(of: placement))
    }
    try noteDisplaced(placement)
  }

  /// What a temporary holds: a version, and the bytes unless they are too many for the memory.
  private struct Held {
    var blob: ObjectID
    var bytes: [UInt8]?
  }

  /// What a temporary holds, to the recorder: of the content of a large file that was staged or displaced, its pointer.
  private func held(
    _ temporary: FileLocation, _ stamp: FileStamp, _ placement: Placement, _ change: PlannedChange?
  ) throws -> Held {
    let staged = change?.content.flatMap { PointerReading($0).pointer }
    let known = [staged, placement.expected.flatMap { pointer(in: $0) }].compactMap(\.self)
    if stamp.size > Self.holdInTurn || known.contains(where: { Int64($0.size) == stamp.size }) {
      let blob = try findContent(temporary, stamp)
      let isKnown = [placement.new, placement.expected].contains(blob)
      if let blob, isKnown || stamp.size > Self.holdInTurn { return Held(blob: blob) }
    }
    let bytes = try tree.read(temporary, limit: .max)?.bytes ?? []
    return Held(blob: store.id(of: .blob, bytes), bytes: bytes)
  }

  /// Whether a temporary still holds what was to be placed.
  private func isStaged(
    _ held: Held, _ placement: Placement, _ change: PlannedChange?, _ standing: Standing?
  ) -> Bool {
    // Only the mode changes: both files hold the same.
    if placement.new == placement.expected, held.blob == placement.new { return standing?.mode != change?.mode }
    if held.blob == placement.new { return true }
    // A late writer's bytes behind the new text, whose exchange the power cut took back.
    guard held.blob != placement.expected, standing?.blob == placement.expected, let content = change?.content,
      let bytes = held.bytes
    else { return false }
    return bytes.starts(with: content) && !content.isEmpty
  }

  /// What a turn makes of the path of a placement.
  private func planned(_ placement: Placement, in record: TurnRecord) -> PlannedChange? {
    for commit in record.commits.reversed() {
      for change in commit.changes where change.path == placement.path && change.blob == placement.new { return change }
    }
    return nil
  }

  private func noteDisplaced(_ placement: Placement) throws {
    guard try tree.stamp(of: displacedLocation(of: placement)) != nil else { return }
    note(placement, accounted: placement.expected ?? .emptyBlob)
  }

  private func note(_ placement: Placement, accounted: ObjectID) {
    displaced[placement.slot] = Displaced(
      path: placement.path, location: displacedLocation(of: placement), accounted: accounted,
      since: time.now().monotonic)
  }
}
