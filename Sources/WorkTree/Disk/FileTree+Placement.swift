package import FileSystem
package import GitObjects
package import Journal

/// The steps of a placement on disk.
extension FileTree {
  /// Creates the temporary of a placement; it gets the attributes of its target later.
  package func create(_ placement: Placement, mode: FileMode, bytes: [UInt8], durable: Bool) throws(FileError) {
    try create(
      placement.temporary, bytes: bytes, permissions: mode == .executable ? 0o777 : 0o666, durable: durable)
  }

  /// Moves the file of a placement to the displaced ones.
  package func displace(_ placement: Placement) throws(FileError) {
    let target = FileLocation(placement.path)
    do throws(FileError) {
      try move(target, toNew: placement.displacedLocation)
    } catch {
      // Already deleted, as intended.
      if error.code != .vanished { throw error }
      return
    }
    guard isFolder(placement.displacedLocation) else { return }
    try move(placement.displacedLocation, toNew: target)
    throw folderError("remove", target)
  }

  /// Returns whether a folder is at a location: it was made in a file's place between the plan and its placement.
  package func isFolder(_ location: FileLocation) -> Bool { (try? stamp(of: location))?.kind == .directory }

  /// Puts a folder back at the target that it was exchanged for.
  package func putBack(_ folder: FileLocation, at target: FileLocation) throws(FileError) {
    do throws(FileError) { try exchange(folder, target) } catch {
      guard error.code == .vanished || error.code == .noParent else { throw error }
      try makeDirectories(target.parent)
      try move(folder, toNew: target)
    }
  }

  private func folderError(_ operation: String, _ target: FileLocation) -> FileError {
    FileError(
      code: .exists, operation: operation, path: target.description, errno: 0,
      message: "a folder is in its place now, and was kept")
  }

  /// Renames the file or folder of a placement to its free name.
  package func rename(_ placement: Placement) throws(FileError) {
    guard let new = placement.target else { return }
    try makeDirectories(FileLocation(new).parent)
    try move(FileLocation(placement.path), toNew: FileLocation(new))
  }

  /// Puts the temporary of a placement in its place; the previous file is moved to the displaced ones.
  package func exchange(_ placement: Placement) throws(FileError) {
    let target = FileLocation(placement.path)
    let temporary = placement.temporary
    if placement.expected == nil {
      try makeDirectories(target.parent)
      do throws(FileError) {
        try move(temporary, toNew: target)
        return
      } catch {
        // Somebody made the file meanwhile: it is displaced and merged like any other. A folder is kept.
        guard error.code == .exists, try stamp(of: target)?.kind != .directory else { throw error }
      }
    }
    do throws(FileError) {
      try exchange(temporary, target)
    } catch {
      // The file was deleted meanwhile (an editor between its two renames): Stet's version is kept, and the editor's is
      // recorded as the next save.
      guard error.code == .vanished || error.code == .noParent else { throw error }
      try makeDirectories(target.parent)
      try move(temporary, toNew: target)
      return
    }
    if isFolder(temporary) {
      try putBack(temporary, at: target)
      throw folderError("replace", target)
    }
    if placement.besideTarget { return }
    do throws(FileError) {
      try move(temporary, toNew: placement.displacedLocation)
    } catch {
      // A placement that is reported as failed must leave the file unchanged.
      try exchange(temporary, target)
      throw error
    }
  }
}
