internal import FileSystem
internal import GitObjects
internal import WorkTree

/// Saves that a power cut interrupted between their two steps: the old file has its backup's name, and the new one is
/// missing.
extension PowerCutRepair {
  /// Renames such files back; their content is judged like that of any file after a power cut.
  ///
  /// Nobody deleted them: an editor moves the old file away only to write the new one at once, and Stet does not record
  /// files with a backup's name. A recorded backup is a document like any other.
  ///
  /// - Parameter observations: the paths to observe; the backups are removed.
  func endHalfSaves(in observations: inout [Observation]) throws {
    var backups: Set<WorkspacePath> = []
    for observation in observations {
      let path = observation.path
      guard let recorded = try entry(at: path), recorded.mode.isFile, tree.isMissing(path), !log.isToBePlaced(path),
        let backup = try? WorkspacePath(path.string + "~"), try entry(at: backup) == nil,
        try tree.stamp(of: FileLocation(backup))?.kind == .file
      else { continue }
      do throws(FileError) {
        try tree.move(FileLocation(backup), toNew: FileLocation(path))
        backups.insert(backup)
      } catch {
        // The file stays where it is, and its name counts as missing.
        disk.problems[NameKey(path.string)] = error.message
      }
    }
    if !backups.isEmpty { observations.removeAll { backups.contains($0.path) } }
  }
}
