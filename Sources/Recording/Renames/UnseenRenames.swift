internal import Documents
internal import FileSystem
internal import GitObjects
internal import WorkTree

/// Finds renames that were not watched.
struct UnseenRenames: SwapperPart {
  /// The ledgers.
  let swapper: LargeSwapper

  /// Finds renames that were not watched, among the paths that a scan found to differ. The deletions of renamed files
  /// are believed.
  func find(in observations: inout [Observation]) throws -> [PathRename] {
    var missing: [WorkspacePath: ObjectID] = [:]
    var unknown: [WorkspacePath] = []
    for observation in observations {
      let path = observation.path
      guard let recorded = try tips.entry(at: path) else {
        unknown.append(path)
        continue
      }
      if recorded.mode.isFile || recorded.mode == .symlink, tree.isMissing(path), !log.isToBePlaced(path) {
        missing[path] = recorded.id
      }
    }
    // At a first import nothing is missing, and no new file is looked at.
    guard !missing.isEmpty else { return [] }
    let added = unknown.compactMap { path -> (path: WorkspacePath, stamp: FileStamp)? in
      guard let stamp = try? tree.stamp(of: FileLocation(path)), stamp.kind == .file || stamp.kind == .symlink else {
        return nil
      }
      return (path, stamp)
    }
    guard !added.isEmpty else { return [] }
    var pairing = RenamePairing(missing: missing, new: contents(of: added, missing)) { folder in
      (try? tips.entry(at: folder))?.mode == .tree && tree.isMissing(folder)
    }
    let paired = Set(pairing.pairs.values)
    let (lost, free) = (
      missing.filter { pairing.pairs[$0.key] == nil }, added.map(\.path).filter { !paired.contains($0) }
    )
    pairing.add(SimilarFiles(disk: disk).pairs(lost, free))
    for index in observations.indices where pairing.pairs[observations[index].path] != nil {
      observations[index].believesDeletion = true
    }
    return pairing.renames
  }

  /// Returns the contents of new files, as far as a missing file may have had the same. A known inode needs no reading.
  private func contents(
    of files: [(path: WorkspacePath, stamp: FileStamp)], _ missing: [WorkspacePath: ObjectID]
  ) -> [WorkspacePath: ObjectID] {
    var known: [UInt64: CachedFile] = [:]
    var sizes: Set<Int64> = []
    for (path, blob) in missing {
      if let file = disk.cache[path], file.blob == blob {
        known[file.stamp.inode] = file
        sizes.insert(file.stamp.size)
      } else if let size = disk.pointer(in: blob).map({ Int64($0.size) }) ?? (try? store.header(of: blob))?.size {
        sizes.insert(size)
      }
    }
    var result: [WorkspacePath: ObjectID] = [:]
    for (path, stamp) in files {
      if let file = known[stamp.inode], file.proves(stamp) {
        // As if Stet had renamed the large file itself: it is not read again.
        if file.isLarge { disk.cache[path] = file.moved(to: stamp) }
        result[path] = file.blob
      } else if sizes.contains(stamp.size), let onDisk = try? disk.look(at: path, rehash: false), onDisk.isSettled {
        result[path] = onDisk.blob
      } else {
        // No content is equal to it, but its folder may have been renamed.
        result[path] = .emptyBlob
      }
    }
    return result
  }

  /// Returns the number of these deletions whose file was renamed, and how many of the new paths are already recorded.
  func renamedAway(
    _ deleted: [WorkspacePath], _ renames: [PathRename], in plan: TurnPlan
  ) throws -> (moved: Int, recorded: Int) {
    guard !renames.isEmpty else { return (0, 0) }
    let targets = RenamePairing.targets(of: renames)
    var result = (moved: 0, recorded: 0)
    for path in deleted {
      guard let to = targets[path] ?? RenamePairing.target(of: path, in: targets) else { continue }
      if plan.drafts.contains(where: { $0.changes[to]?.blob != nil }) {
        result.moved += 1
      } else if try tips.entry(at: to) != nil {
        result.moved += 1
        result.recorded += 1
      }
    }
    return result
  }
}
