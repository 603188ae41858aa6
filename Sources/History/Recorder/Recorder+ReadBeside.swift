internal import FileSystem
internal import GitObjects
internal import LargeFiles

/// Displaced contents that are too large to be read in a turn, which may take minutes. They are read beside the turns,
/// once, and then trusted by their stamp like other files.
extension Recorder {
  /// Returns whether a displaced file is one of those.
  func isReadBeside(_ file: Displaced, _ stamp: FileStamp) -> Bool {
    disk.large != nil && stamp.kind == .file && stamp.size > WorkTree.holdInTurn
      && (disk.pointer(in: file.accounted) != nil || disk.isLarge(file.path, stamp))
  }

  /// Returns whether such a file holds its version in history and its bytes can be restored; if that is unknown, it is
  /// queued for reading.
  func holdsUnread(_ file: Displaced, _ slot: String, _ stamp: FileStamp) -> Bool {
    guard let version = file.version(stamp), isKept(version, slot) else {
      if !lacksRoom(slot) { slots.queue(slot) }
      return false
    }
    return version == file.accounted
  }

  /// Returns whether the disk had no room for the object of such a file, and still has none.
  private func lacksRoom(_ slot: String) -> Bool {
    guard let needed = slots.missingRoom(slot), let large = disk.large, !large.hasRoom(for: needed) else {
      return false
    }
    return true
  }

  private func isKept(_ version: ObjectID, _ slot: String) -> Bool {
    SlotName.versionHeldElsewhere(slot) == version
      || disk.pointer(in: version).flatMap { disk.large?.folder.holds($0) } == true
  }

  /// Queues such a file for reading, or merges the content that was found; returns the reason to observe it again, nil
  /// if there is none.
  func settleUnread(_ file: Displaced, _ slot: String, _ stamp: FileStamp) -> LateText? {
    guard let version = file.version(stamp), isKept(version, slot) else {
      if (try? tree.use(of: file.location)) == .written || lacksRoom(slot) { return .beingSaved }
      slots.queue(slot)
      return nil
    }
    return take(version, of: file, slot, FileMode(stamp)) ? nil : .refused
  }

  /// Takes the next such file to be read beside the turns; nil if there is none or one is being read.
  package func beginReadingDisplaced() -> (slot: String, reading: LargeCopy)? {
    guard state == .recording, let large = disk.large, let (slot, file) = slots.beginReading() else { return nil }
    let reading = LargeCopy(
      path: file.path, location: file.location, tree: tree, large: large, expected: disk.pointer(in: file.accounted),
      isHeldElsewhere: SlotName.versionHeldElsewhere(slot) == file.accounted, needsRoom: true)
    return (slot, reading)
  }

  /// Takes the content of such a file: a late writer's text is merged, and a version in history may be deleted by
  /// `endCheckpoint`.
  ///
  /// - Parameter result: the result of `run`.
  /// - Returns: false if it is being written, or could not be read or merged, and is `late`.
  @discardableResult
  package func endReadingDisplaced(
    _ slot: String, _ result: Swift.Result<LargeCopy.Result?, any Error>
  ) throws(RecordError) -> Bool {
    slots.endReading(slot)
    guard let file = slots[slot] else {
      forgetDisplaced(slot)
      return true
    }
    guard state == .recording else {
      slots.queue(slot)
      return true
    }
    let name = Self.problemName(slot)
    disk.problems[name] = nil
    slots.setMissingRoom(slot, nil)
    if case .failure(let error) = result {
      if let missing = error as? LargeCopy.NoRoom {
        slots.setMissingRoom(slot, missing.needed)
        disk.problems[name] =
          "the previous content of \(file.path) is the only copy here, and the disk has no room for its object "
          + "beside it (\(missing.needed / 1_000_000) MB, and placeholders.keep_free in .stet/policy.toml); it is kept, and "
          + "becomes an object when there is room"
      } else {
        disk.problems[name] =
          "the previous content of \(file.path) could not be made an object: \(error); it is kept, and Stet retries"
      }
    }
    guard case .success(let copied?) = result, case .object(let content) = copied.content else {
      slots.setLate(slot, .beingSaved)
      return false
    }
    return try RecordError.mapping {
      let isAccounted = disk.pointer(in: file.accounted) == content
      let version = isAccounted ? file.accounted : try store.write(.blob, content.bytes)
      slots.prove(
        slot,
        CachedFile(stamp: copied.stamp, blob: version, isSettled: true, readAt: time.now().wall, isLarge: true))
      if !take(version, of: file, slot, FileMode(copied.stamp)) { return false }
      slots.noteRead(slot, version)
      return true
    }
  }

  /// Forgets a displaced file that was deleted, with its state and problem.
  func forgetDisplaced(_ slot: String) {
    slots.remove(slot)
    disk.problems[Self.problemName(slot)] = nil
  }

  private static func problemName(_ slot: String) -> NameKey { NameKey(".git/stet/displaced/\(slot)") }

  /// Merges the content of such a file if history does not have it; returns false if that must be retried.
  private func take(_ version: ObjectID, of file: Displaced, _ slot: String, _ mode: FileMode) -> Bool {
    slots.setLate(slot, nil)
    if version == file.accounted { return true }
    let write = Write(
      path: file.path, action: .place(mode: mode, blob: version), origin: authors.originOfSave(file.path),
      isRescue: true)
    merge([Rescue(slot: slot, blob: version, write: write)])
    return late[slot] != .refused
  }
}

extension Displaced {
  /// Returns the version that its stamp proves; nil if it has to be read.
  fileprivate func version(_ stamp: FileStamp) -> ObjectID? {
    guard let proven, proven.proves(stamp), proven.stamp.changed == stamp.changed else { return nil }
    return proven.blob
  }
}
