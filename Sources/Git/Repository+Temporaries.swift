internal import Glibc

extension Repository {
  /// Removes the temporary files and locks of ours that a kill or a power cut left behind, so that crashes do not fill the disk.
  ///
  /// Called after a stop that was not in order, by the holder of the process lock. A name tells the process that made
  /// it; those of processes that run stay.
  package func removeLeftTemporaries() {
    removeLocks(below: "refs/stet", olderThan: nil)
    if let boot = Self.bootTime() {
      removeLocks(below: "refs/heads", olderThan: boot)
      for name in ["HEAD.lock", "packed-refs.lock", "config.lock"] { removeLock(name, olderThan: boot) }
    }
    // A record without its lock would fit the next lock of git's that gets the same inode.
    if !directory.exists(IndexLock.name) { directory.remove(LockRecord.name) }
    for name in directory.names(in: "stet") where name == "index-lock.new" || isLeft(name, ["index-", "lock-"]) {
      directory.remove("stet/" + name)
    }
    for folder in directory.names(in: "objects") where folder.utf8.count == 2 {
      for name in directory.names(in: "objects/" + folder) where isLeft(name, ["tmp_obj_"]) {
        directory.remove("objects/\(folder)/\(name)")
      }
    }
  }

  /// Removes locks below a directory: all, or those that were made before the machine was started.
  ///
  /// On references of ours nobody but us writes, and git's `pack-refs` would stumble over them.
  private func removeLocks(below folder: String, olderThan limit: Int64?) {
    for name in directory.names(in: folder).map({ "\(folder)/\($0)" }) {
      guard let status = directory.status(name) else { continue }
      if status.st_mode & S_IFMT == S_IFDIR {
        removeLocks(below: name, olderThan: limit)
      } else if name.hasSuffix(".lock") {
        removeLock(name, olderThan: limit)
      }
    }
  }

  private func removeLock(_ name: String, olderThan limit: Int64?) {
    if let limit, let status = directory.status(name), Int64(status.st_mtim.tv_sec) >= limit { return }
    directory.remove(name)
  }

  /// Whether a name is one that `temporaryName` made, for a process that is gone.
  private func isLeft(_ name: String, _ prefixes: [String]) -> Bool {
    guard let prefix = prefixes.first(where: { name.hasPrefix($0 + "stet-") }) else { return false }
    let parts = name.dropFirst(prefix.count + 5).split(separator: "-", omittingEmptySubsequences: false)
    guard parts.count == 2, let process = Int32(parts[0]), process != getpid() else { return false }
    return kill(process, 0) != 0 && errno == ESRCH
  }
}
