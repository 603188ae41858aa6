internal import Glibc

extension Repository {
  /// Deletes Stet's temporary files and locks that a kill or a power cut left, so that crashes do not fill the disk.
  ///
  /// Called after an unclean stop by the holder of the process lock. A name contains the id of its process; files of
  /// running processes are kept.
  package func removeLeftTemporaries() {
    for lock in locks(below: "refs/stet") { directory.remove(lock.name) }
    // A record without its lock would match a later lock of git's with the same inode.
    if !directory.exists(IndexLock.name) { directory.remove(LockRecord.name) }
    for name in directory.names(in: "stet") where name == "index-lock.new" || isLeft(name, ["index-", "lock-"]) {
      directory.remove("stet/" + name)
    }
    for name in directory.names(in: PackStage.folder) where isLeft(name, [""]) {
      PackStage.remove(PackStage.folder + "/" + name, in: directory)
    }
    for folder in directory.names(in: "objects") where folder.utf8.count == 2 {
      for name in directory.names(in: "objects/" + folder) where isLeft(name, ["tmp_obj_"]) {
        directory.remove("objects/\(folder)/\(name)")
      }
    }
  }

  /// The age from which a lock can count as abandoned, in seconds.
  private static let abandonedAfter: Int64 = 600
  /// The same for the references of remotes: a fetch holds their locks for milliseconds.
  private static let fetchAbandonedAfter: Int64 = 60

  /// Deletes git's locks that no running process can own, as a killed fetch or a power cut leaves them.
  ///
  /// Such a lock is older than the machine's start, or it is old and no `git` of this user runs here. The index's lock
  /// has rules of its own (`clearStaleIndexLock`).
  ///
  /// - Parameter now: the time in seconds since 1970.
  /// - Returns: the names of the deleted locks.
  package func removeStaleLocks(now: Int64) -> [String] {
    var found: [(name: String, since: Int64)] = []
    for name in ["HEAD.lock", "packed-refs.lock", "config.lock", "FETCH_HEAD.lock", "shallow.lock"] {
      if let status = directory.status(name) { found.append((name: name, since: Int64(status.st_mtim.tv_sec))) }
    }
    for folder in ["refs", "logs", "objects/info"] { found += locks(below: folder) }
    guard !found.isEmpty else { return [] }
    let boot = Self.bootTime()
    var isRunning: Bool?
    var removed: [String] = []
    for lock in found {
      if boot.map({ lock.since >= $0 }) ?? true {
        let limit = lock.name.hasPrefix("refs/remotes/") ? Self.fetchAbandonedAfter : Self.abandonedAfter
        guard now - lock.since > limit else { continue }
        let runs = isRunning ?? isGitRunning()
        isRunning = runs
        if runs { continue }
      }
      directory.remove(lock.name)
      removed.append(lock.name)
    }
    return removed
  }

  /// Returns the locks below a directory, each with its modification time.
  private func locks(below folder: String) -> [(name: String, since: Int64)] {
    var found: [(name: String, since: Int64)] = []
    for entry in directory.names(in: folder) {
      let name = "\(folder)/\(entry)"
      guard let status = directory.status(name) else { continue }
      if status.st_mode & S_IFMT == S_IFDIR {
        found += locks(below: name)
      } else if name.hasSuffix(".lock") {
        found.append((name: name, since: Int64(status.st_mtim.tv_sec)))
      }
    }
    return found
  }

  /// Returns whether a name is one of `temporaryName` for a process that has ended.
  private func isLeft(_ name: String, _ prefixes: [String]) -> Bool {
    guard let prefix = prefixes.first(where: { name.hasPrefix($0 + "stet-") }) else { return false }
    let parts = name.dropFirst(prefix.count + 5).split(separator: "-", omittingEmptySubsequences: false)
    guard parts.count == 2, let process = Int32(parts[0]), process != getpid() else { return false }
    return kill(process, 0) != 0 && errno == ESRCH
  }
}
