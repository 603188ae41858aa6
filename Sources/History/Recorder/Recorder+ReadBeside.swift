internal import FileSystem
internal import GitObjects
internal import LargeFiles

/// Displaced contents that are too large to be read in a turn: a film takes minutes. They are read beside the turns, once,
/// and then trusted by their stamp as files in their places are.
extension Recorder {
  /// Whether a displaced file is one of those.
  func isReadBeside(_ file: Displaced, _ stamp: FileStamp) -> Bool {
    large != nil && stamp.kind == .file && stamp.size > Self.holdInTurn
      && (pointer(in: file.accounted) != nil || isLarge(file.path, stamp))
  }

  /// Whether one holds what history has of it and its bytes can be had again; where that is not known it is read.
  func holdsUnread(_ file: Displaced, _ slot: String, _ stamp: FileStamp) -> Bool {
    guard let version = file.version(stamp), isKept(version, slot) else {
      if beingRead != slot { toRead.insert(slot) }
      return false
    }
    return version == file.accounted
  }

  private func isKept(_ version: ObjectID, _ slot: String) -> Bool {
    Self.versionHeldElsewhere(slot) == version
      || pointer(in: version).flatMap { large?.folder.holds($0) } == true
  }

  /// Has one read, or what it was found to hold merged; false where it is being written or cannot be merged now.
  func settleUnread(_ file: Displaced, _ slot: String, _ stamp: FileStamp) -> Bool {
    guard let version = file.version(stamp), isKept(version, slot) else {
      if (try? tree.use(of: file.location)) == .written { return false }
      if beingRead != slot { toRead.insert(slot) }
      return true
    }
    return take(version, of: file, slot, FileMode(stamp))
  }

  /// Takes the next one to be read beside the turns; nil where there is none or one is being read.
  package func beginReadingDisplaced() -> (slot: String, reading: LargeCopy)? {
    guard beingRead == nil, state == .recording, let large else { return nil }
    while let slot = toRead.min() {
      toRead.remove(slot)
      guard let file = displaced[slot] else { continue }
      beingRead = slot
      let reading = LargeCopy(
        path: file.path, location: file.location, tree: tree, large: large, expected: pointer(in: file.accounted),
        isHeldElsewhere: Self.versionHeldElsewhere(slot) == file.accounted)
      return (slot, reading)
    }
    return nil
  }

  /// Takes note of what one holds: what a late writer put into it is merged, and what history has of it may go with
  /// `endCheckpoint`.
  ///
  /// - Parameter result: what `run` answered.
  /// - Returns: false where it is being written or could not be read, and is to be looked at again later.
  package func endReadingDisplaced(
    _ slot: String, _ result: Swift.Result<LargeCopy.Result?, any Error>
  ) throws(RecordError) -> Bool {
    beingRead = nil
    guard let file = displaced[slot] else { return true }
    guard state == .recording else {
      toRead.insert(slot)
      return true
    }
    let name = NameKey(".git/stet/displaced/\(slot)")
    problems[name] = nil
    if case .failure(let error) = result {
      problems[name] = "what stood at \(file.path) could not be made an object: \(error); it is kept and tried again"
    }
    guard case .success(let copied?) = result, case .object(let content) = copied.content else { return false }
    return try RecordError.mapping {
      let isAccounted = pointer(in: file.accounted) == content
      let version = isAccounted ? file.accounted : try store.write(.blob, content.bytes)
      displaced[slot]?.proven = CachedFile(
        stamp: copied.stamp, blob: version, isSettled: true, readAt: time.now().wall, isLarge: true)
      if !take(version, of: file, slot, FileMode(copied.stamp)) { return false }
      if durable[slot] == version { droppable.append((slot, version)) }
      return true
    }
  }

  /// Merges what one was found to hold, where history does not have it; false where that is to be tried again.
  private func take(_ version: ObjectID, of file: Displaced, _ slot: String, _ mode: FileMode) -> Bool {
    unmerged.remove(slot)
    if version == file.accounted { return true }
    let write = Write(
      path: file.path, action: .place(mode: mode, blob: version), origin: originOfSave(file.path), isRescue: true)
    merge([Rescue(slot: slot, blob: version, write: write)])
    return !unmerged.contains(slot)
  }
}

extension Displaced {
  /// The version that it is known to hold, by its stamp; nil where it has to be read.
  fileprivate func version(_ stamp: FileStamp) -> ObjectID? {
    guard let proven, proven.proves(stamp), proven.stamp.changed == stamp.changed else { return nil }
    return proven.blob
  }
}
