internal import FileSystem
package import GitObjects

/// Files on disk although the tip has a newer version.
extension TurnLog {
  /// The number of files of an adoption that are still to be placed.
  package var filesToPlace: Int { adoption?.count ?? 0 }

  /// The time at which the adoption continues, monotonic nanoseconds (in the past: at once); nil if there is none.
  package var adoptionDue: Int64? { adoption?.due }

  /// The paths that have an older content.
  package var awaitedPaths: [WorkspacePath] { unplaced.filter(\.value.isAwaited).keys.sorted() }

  /// Records that this version is at a path, or was before a save, and that a newer one is being downloaded.
  func expect(_ version: ObjectID?, at path: WorkspacePath) {
    let error = FileError(
      code: .other, operation: "replace", path: path.string, errno: 0, message: "its newer content is not here yet")
    unplaced[path] = Unplaced(expected: version, isAwaited: true, error: error)
  }

  /// Returns whether an adoption still has to place a file that has the name of a folder above a path.
  func isInFolderOfAdoption(_ path: WorkspacePath) -> Bool {
    guard let adoption else { return false }
    return Swift.sequence(first: path, next: \.parent).dropFirst().contains(where: adoption.contains)
  }

  /// Returns whether the tip has a version of a path that an adoption has not placed on disk yet.
  func isToBePlaced(_ path: WorkspacePath) -> Bool { adoption?.contains(path) == true || unplaced[path] != nil }

  /// Ends the unplaced state of a path: the newer version, or a save, is there.
  func endUnplaced(_ path: WorkspacePath) {
    if unplaced.removeValue(forKey: path) != nil { noteEnded(path) }
  }

  /// Records in the journal that a path is no longer unplaced.
  ///
  /// Without that, after an interruption of the next adoption, the start would expect a change from the older version,
  /// and take the present one for a save.
  func noteEnded(_ path: WorkspacePath) {
    // If this cannot be written, nothing else can be recorded either.
    try? commitToJournal(.placed(path: path), durable: false)
  }
}
