internal import FileSystem
internal import GitObjects

/// Saves that a power cut ended between their two steps: the old file has its backup's name, and the new one is not there.
extension Recorder {
  /// Gives such files their names back; what they hold is judged as of any file after a power cut.
  ///
  /// Nobody deleted them. An editor takes the old file out of its own way only to write the new one at once, and Stet
  /// does not record what has a backup's name. A backup that is recorded is a document like any other.
  ///
  /// - Parameter observations: what is to be looked at; the backups are no longer.
  func endHalfSaves(in observations: inout [Observation]) throws {
    var backups: Set<WorkspacePath> = []
    for observation in observations {
      let path = observation.path
      guard let recorded = try entry(at: path), recorded.mode.isFile, isMissing(path), !isToBePlaced(path),
        let backup = try? WorkspacePath(path.string + "~"), try entry(at: backup) == nil,
        try tree.stamp(of: FileLocation(backup))?.kind == .file
      else { continue }
      do throws(FileError) {
        try tree.move(FileLocation(backup), toNew: FileLocation(path))
        backups.insert(backup)
      } catch {
        // The file stays where it is, and the name counts as any that is missing.
        problems[NameKey(path.string)] = error.message
      }
    }
    if !backups.isEmpty { observations.removeAll { backups.contains($0.path) } }
  }
}
