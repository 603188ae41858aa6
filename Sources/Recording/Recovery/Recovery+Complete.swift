internal import FileSystem
internal import GitObjects
internal import Journal
internal import LargeFiles
internal import WorkTree

/// Interrupted placements.
extension Recovery {
  /// Completes a journalled placement; returns false if that is no longer possible, and nothing is lost by it.
  ///
  /// - Parameter isLast: whether nothing was journalled after its turn. Only then can a rename or an append be missing;
  ///   otherwise repeating it would undo a later change.
  func complete(_ placement: Placement, in record: TurnRecord, isLast: Bool) throws -> Bool {
    switch placement.kind {
    case .exchange: return try completeExchange(placement, in: record)
    case .remove: return try completeRemoval(placement, isLast: isLast)
    case .append:
      if isLast { try completeAppend(placement, in: record) }
      return true
    case .move:
      guard isLast, let target = placement.target else { return true }
      if try tree.stamp(of: FileLocation(target)) == nil, try tree.stamp(of: FileLocation(placement.path)) != nil {
        try executor.place(placement)
      }
      return true
    }
  }

  private func completeRemoval(_ placement: Placement, isLast: Bool) throws -> Bool {
    if tree.isFolder(placement.displacedLocation), tree.isMissing(placement.path) {
      // A folder was made in the file's place, and the stop came before it was returned.
      try tree.move(placement.displacedLocation, toNew: FileLocation(placement.path))
      return false
    }
    if isLast, try tree.stamp(of: placement.displacedLocation) == nil,
      let onDisk = try? disk.look(at: placement.path, rehash: true), let blob = onDisk.blob
    {
      // The writer may already have the answer "done", and the commit may be published. Other content at the path was
      // saved since: it stays, and the next scan records it as a new file.
      guard try blob == placement.expected || disk.isTorn(onDisk, at: placement.path) else { return true }
      try executor.place(placement)
      note(placement, accounted: blob)
      return true
    }
    try noteDisplaced(placement)
    return true
  }

  /// Completes an append that a power cut left out, or of which it left a part or zeros.
  private func completeAppend(_ placement: Placement, in record: TurnRecord) throws {
    guard let onDisk = try? disk.look(at: placement.path, rehash: true), let bytes = onDisk.bytes,
      let whole = planned(placement, in: record)?.content, bytes != whole
    else { return }
    let before = whole.count - placement.appended.count
    guard before >= 0, bytes.count >= before, bytes[..<before] == whole[..<before], TornContent.isPart(bytes, of: whole)
    else { return }
    if bytes.count == before {
      try executor.place(placement)
      return
    }
    let slot = "\(placement.slot)-whole"
    let exchange = Placement(
      path: placement.path, kind: .exchange, slot: slot, expected: onDisk.blob, new: placement.new)
    try tree.remove(exchange.temporary)
    try executor.stage(exchange, mode: onDisk.mode ?? .file, bytes: whole, durable: true)
    try executor.place(exchange)
    if let blob = onDisk.blob { note(exchange, accounted: blob) }
  }

  private func completeExchange(_ placement: Placement, in record: TurnRecord) throws -> Bool {
    let temporary = placement.temporary
    guard let stamp = try tree.stamp(of: temporary) else {
      try noteDisplaced(placement)
      return true
    }
    if stamp.kind == .directory {
      // A folder was made in the file's place, and the stop came before it was returned.
      try tree.putBack(temporary, at: FileLocation(placement.path))
      if let stamp = try tree.stamp(of: temporary), stamp.kind != .directory,
        try held(temporary, stamp, placement, planned(placement, in: record)).blob != placement.new
      {
        // Somebody saved a file there since.
        try tree.move(temporary, toNew: placement.displacedLocation)
        note(placement, accounted: .emptyBlob)
      }
      return false
    }
    let change = planned(placement, in: record)
    let onDisk = try? disk.look(at: placement.path, rehash: true)
    let held = try held(temporary, stamp, placement, change)
    if isStaged(held, placement, change, onDisk) {
      if placement.new != placement.expected, onDisk?.blob == placement.new {
        try tree.remove(temporary)
        return true
      }
      // The writer may already have the answer "done". If the person saved other content since, that is displaced and
      // merged on top; if the person deleted the file, history has the text and the next scan records the deletion.
      guard let onDisk, onDisk.blob != nil || placement.expected == nil else { return true }
      let isLeft = try disk.isTorn(onDisk, at: placement.path)
      try executor.place(placement)
      try noteDisplaced(placement)
      // Content left by the power cut is nobody's text.
      if isLeft, let blob = onDisk.blob { log.slots.account(placement.slot, for: blob) }
      return true
    }
    // The temporary holds the displaced file, so the exchange happened.
    if !placement.besideTarget {
      try tree.remove(placement.displacedLocation)
      try tree.move(temporary, toNew: placement.displacedLocation)
    }
    try noteDisplaced(placement)
    return true
  }

  /// The content of a temporary: a version, and the bytes unless they are too many for the memory.
  private struct Held {
    var blob: ObjectID
    var bytes: [UInt8]?
  }

  /// Returns the version in a temporary; for the staged or displaced content of a large file it is the pointer.
  private func held(
    _ temporary: FileLocation, _ stamp: FileStamp, _ placement: Placement, _ change: PlannedChange?
  ) throws -> Held {
    let staged = change?.content.flatMap { PointerReading($0).pointer }
    let known = [staged, placement.expected.flatMap { disk.pointer(in: $0) }].compactMap(\.self)
    if stamp.size > DiskView.holdInTurn || known.contains(where: { Int64($0.size) == stamp.size }) {
      let blob = try disk.displaced.findContent(temporary)
      let isKnown = [placement.new, placement.expected].contains(blob)
      if let blob, isKnown || stamp.size > DiskView.holdInTurn { return Held(blob: blob) }
    }
    let bytes = try tree.read(temporary, limit: .max)?.bytes ?? []
    return Held(blob: store.id(of: .blob, bytes), bytes: bytes)
  }

  /// Returns whether a temporary still holds the content to place.
  private func isStaged(
    _ held: Held, _ placement: Placement, _ change: PlannedChange?, _ onDisk: DiskState?
  ) -> Bool {
    // Only the mode changes, so both files hold the same content.
    if placement.new == placement.expected, held.blob == placement.new { return onDisk?.mode != change?.mode }
    if held.blob == placement.new { return true }
    // A late writer appended bytes to the new text, whose exchange the power cut reverted.
    guard held.blob != placement.expected, onDisk?.blob == placement.expected, let content = change?.content,
      let bytes = held.bytes
    else { return false }
    return bytes.starts(with: content) && !content.isEmpty
  }

  /// Returns the turn's change for the path of a placement.
  private func planned(_ placement: Placement, in record: TurnRecord) -> PlannedChange? {
    for commit in record.commits.reversed() {
      for change in commit.changes where change.path == placement.path && change.blob == placement.new { return change }
    }
    return nil
  }

  private func noteDisplaced(_ placement: Placement) throws {
    guard try tree.stamp(of: placement.displacedLocation) != nil else { return }
    note(placement, accounted: placement.expected ?? .emptyBlob)
  }

  private func note(_ placement: Placement, accounted: ObjectID) {
    log.slots.put(
      Displaced(
        path: placement.path, location: placement.displacedLocation, accounted: accounted,
        since: time.now().monotonic), in: placement.slot)
  }
}
