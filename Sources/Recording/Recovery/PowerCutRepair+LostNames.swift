internal import Documents
internal import FileSystem
internal import GitObjects
internal import WorkTree

/// Recorded files whose names a power cut removed: the program that saved them synced neither the file nor the folder.
extension PowerCutRepair {
  /// The greatest time in seconds until new names are on disk: btrfs writes them after 30 s unless it is mounted
  /// otherwise, at most 300 s.
  private static let timeToWrite: Int64 = 600
  /// The greatest number of commits that are searched for the tree before the new files.
  private static let newestCommits = 10_000

  /// Restores the missing files that were new at the power cut; returns the remaining observations.
  ///
  /// The name of an older file is on the device, so its absence means a deletion. The same holds if the last change of
  /// the folder came long after the newest commit and before the restart. A later change proves nothing: the recovery
  /// writes files, and so do programs that start with the machine.
  ///
  /// ext4 and xfs keep the order of names, and the recorder's own syncs include them; the log of btrfs holds only the
  /// names of the synced file.
  ///
  /// - Parameter renames: the renames; their old names are not missing.
  func restoreLostNames(_ observations: [Observation], _ renames: [PathRename]) throws -> [Observation] {
    let targets = RenamePairing.targets(of: renames)
    var missing: [WorkspacePath] = []
    for path in observations.map(\.path) where tree.isMissing(path) && !log.isToBePlaced(path) {
      guard let entry = try entry(at: path), entry.mode.isFile || entry.mode == .symlink, targets[path] == nil,
        RenamePairing.target(of: path, in: targets) == nil
      else { continue }
      missing.append(path)
    }
    guard !missing.isEmpty, let tip = tips.tip else { return observations }
    let newest = try graph.commit(tip).committer.seconds
    let before = try treeBefore(newest - Self.timeToWrite, from: tip)
    let now = time.now()
    let restarted = (now.wall - now.monotonic) / 1_000_000_000
    let lost = try missing.filter { path in
      if let before, try tips.editor.entry(at: path.string, of: before) != nil { return false }
      let changed = try folderChanged(above: path)
      return changed <= newest + Self.timeToWrite || changed >= restarted
    }
    guard !lost.isEmpty else { return observations }
    try adopter.restore(lost)
    let restored = Set(lost)
    return observations.filter { !restored.contains($0.path) }
  }

  /// Returns the tree of the newest commit on the line of first parents that is older than a time; nil if there is
  /// none.
  private func treeBefore(_ seconds: Int64, from tip: ObjectID) throws(ObjectStoreError) -> ObjectID? {
    var last: ObjectID?
    for id in try graph.firstParents(of: tip, limit: Self.newestCommits) {
      let commit = try graph.commit(id)
      last = commit.parents.isEmpty ? nil : commit.tree
      if commit.committer.seconds < seconds { return commit.tree }
    }
    return last
  }

  /// Returns the time of the last change in the nearest folder above a path that exists, in seconds.
  private func folderChanged(above path: WorkspacePath) throws(FileError) -> Int64 {
    var folder = FileLocation(path).parent
    while folder != .root, try tree.stamp(of: folder) == nil { folder = folder.parent }
    return try tree.stamp(of: folder).map { $0.modified / 1_000_000_000 } ?? 0
  }
}
