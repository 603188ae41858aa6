internal import FileSystem
internal import GitObjects
internal import WorkTree

/// Displaced contents that are too large to be read in a turn, which may take minutes. They are read beside the turns,
/// once, and then trusted by their stamp like other files.
extension DisplacedTexts {
  /// Queues such a file for reading, or merges the content that was found; returns the reason to observe it again, nil
  /// if there is none.
  func settleUnread(_ file: Displaced, _ slot: String, _ stamp: FileStamp) -> LateText? {
    guard let version = file.version(stamp), log.isKept(version, slot) else {
      if (try? tree.use(of: file.location)) == .written || log.lacksRoom(slot) { return .beingSaved }
      log.slots.queue(slot)
      return nil
    }
    return take(version, of: file, slot, FileMode(stamp)) ? nil : .refused
  }

  /// Takes the content of such a file: a late writer's text is merged, and a version in history may be deleted by
  /// `endCheckpoint`.
  ///
  /// - Parameter result: the result of `run`.
  /// - Returns: false if it is being written, or could not be read or merged, and is `late`.
  @discardableResult
  func endReading(
    _ slot: String, _ result: Swift.Result<LargeCopy.Result?, any Error>
  ) throws(RecordError) -> Bool {
    log.slots.endReading(slot)
    guard let file = log.slots[slot] else {
      log.forgetDisplaced(slot)
      return true
    }
    guard state == .recording else {
      log.slots.queue(slot)
      return true
    }
    let name = TurnLog.problemName(slot)
    disk.problems[name] = nil
    log.slots.setMissingRoom(slot, nil)
    if case .failure(let error) = result {
      if let missing = error as? LargeCopy.NoRoom {
        log.slots.setMissingRoom(slot, missing.needed)
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
      log.slots.setLate(slot, .beingSaved)
      return false
    }
    return try RecordError.mapping {
      let isAccounted = disk.pointer(in: file.accounted) == content
      let version = isAccounted ? file.accounted : try store.write(.blob, content.bytes)
      log.slots.prove(
        slot,
        CachedFile(stamp: copied.stamp, blob: version, isSettled: true, readAt: time.now().wall, isLarge: true))
      if !take(version, of: file, slot, FileMode(copied.stamp)) { return false }
      log.slots.noteRead(slot, version)
      return true
    }
  }

  /// Merges the content of such a file if history does not have it; returns false if that must be retried.
  private func take(_ version: ObjectID, of file: Displaced, _ slot: String, _ mode: FileMode) -> Bool {
    log.slots.setLate(slot, nil)
    if version == file.accounted { return true }
    let write = Write(
      path: file.path, action: .place(mode: mode, blob: version), base: .version(file.accounted),
      origin: authors.originOfSave(file.path), isRescue: true)
    writer.merge([Rescue(slot: slot, blob: version, write: write)])
    return log.slots.late[slot] != .refused
  }
}
