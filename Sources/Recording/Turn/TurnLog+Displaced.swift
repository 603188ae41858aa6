internal import FileSystem
internal import GitObjects
package import WorkTree

/// Displaced contents that are too large to be read in a turn.
extension TurnLog {
  /// Returns whether a displaced file is one of those.
  func isReadBeside(_ file: Displaced, _ stamp: FileStamp) -> Bool {
    disk.large != nil && stamp.kind == .file && stamp.size > DiskView.holdInTurn
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
  func lacksRoom(_ slot: String) -> Bool {
    guard let needed = slots.missingRoom(slot), let large = disk.large, !large.hasRoom(for: needed) else {
      return false
    }
    return true
  }

  /// Returns whether the bytes of such a version can be restored.
  func isKept(_ version: ObjectID, _ slot: String) -> Bool {
    SlotName.versionHeldElsewhere(slot) == version
      || disk.pointer(in: version).flatMap { disk.large?.folder.holds($0) } == true
  }

  /// Takes the next such file to be read beside the turns; nil if there is none or one is being read.
  package func beginReadingDisplaced() -> (slot: String, reading: LargeCopy)? {
    guard state == .recording, let large = disk.large, let (slot, file) = slots.beginReading() else { return nil }
    let reading = LargeCopy(
      path: file.path, location: file.location, tree: disk.tree, large: large,
      expected: disk.pointer(in: file.accounted),
      isHeldElsewhere: SlotName.versionHeldElsewhere(slot) == file.accounted, needsRoom: true)
    return (slot, reading)
  }

  /// Forgets a displaced file that was deleted, with its state and problem.
  func forgetDisplaced(_ slot: String) {
    slots.remove(slot)
    disk.problems[Self.problemName(slot)] = nil
  }

  /// Returns the name under which the problems list a displaced file.
  static func problemName(_ slot: String) -> NameKey { NameKey(".git/stet/displaced/\(slot)") }
}
