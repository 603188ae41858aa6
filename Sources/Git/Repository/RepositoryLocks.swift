package import GitObjects
internal import Glibc

/// The locks and temporary files of a repository: those that no running process can own are removed.
package struct RepositoryLocks {
  let repository: Repository
  private var directory: GitDirectory { repository.directory }
  private var isGitRunning: Bool { RunningGit.works(in: repository.root) }

  /// The age from which a lock of git's can count as abandoned, in seconds.
  private static let abandonedAfter: Int64 = 600

  /// Returns whether the index is locked, and whether a running process can own the lock (review A3).
  ///
  /// - Parameter now: the time in seconds since 1970.
  package func isIndexLocked(now: Int64) -> LockState {
    guard let status = directory.status(IndexLock.name) else { return .free }
    if let record = lockRecord(), record.inode == UInt64(status.st_ino) {
      return record.isAlive ? .held(since: Int64(status.st_mtim.tv_sec)) : .stale(.ours)
    }
    let since = Int64(status.st_mtim.tv_sec)
    if let boot = RunningGit.bootTime(), since < boot { return .stale(.olderThanBoot) }
    if now - since > Self.abandonedAfter, !isGitRunning { return .stale(.abandoned) }
    return .held(since: since)
  }

  /// Removes a stale lock of the index by renaming it to `.git/stet/stale-index-lock`.
  ///
  /// A lock of Stet's whose content is the index already is deleted. If the branch was moved but not the index, as
  /// after a power cut, the lock becomes the index: the old index would revert the branch's new text (review A2).
  ///
  /// - Returns: whether a lock was removed.
  /// - Throws: `.failed` if it cannot be renamed.
  @discardableResult
  package func clearStaleIndexLock(now: Int64) throws(ObjectStoreError) -> Bool {
    guard case .stale(let why) = isIndexLocked(now: now) else { return false }
    try directory.makeParents(of: LockRecord.name)
    let record = lockRecord()
    if why == .ours, let ready = record?.ready { try clearStaleBranchLock(ready.branch, ready.commit) }
    if why == .ours, let index = directory.status("index"), record?.inode == UInt64(index.st_ino) {
      directory.remove(IndexLock.name)
    } else if why == .ours, let ready = record?.ready, try repository.reference(ready.branch) == ready.commit {
      try directory.rename(IndexLock.name, to: "index")
    } else {
      try directory.rename(IndexLock.name, to: "stet/stale-index-lock")
    }
    if why == .ours { directory.remove(LockRecord.name) }
    return true
  }

  /// Removes the branch lock of a Stet process that died with the index locked.
  ///
  /// The lock is Stet's if it contains the commit that the index was made for. It is also removed if it is empty:
  /// neither Stet nor git leaves an empty lock for longer than a moment, but a power cut does.
  private func clearStaleBranchLock(_ branch: String, _ commit: ObjectID) throws(ObjectStoreError) {
    let lock = branch + ".lock"
    guard let status = directory.status(lock) else { return }
    let content = try directory.text(lock)
    let isTorn = content?.isEmpty == true && time(nil) - status.st_mtim.tv_sec > 1
    if content == commit.hex || isTorn { directory.remove(lock) }
  }

  private func lockRecord() -> LockRecord? {
    guard let text = try? directory.text(LockRecord.name) else { return nil }
    return LockRecord(text)
  }

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
    PackStage.removeLeftKeeps(in: directory)
    for folder in directory.names(in: "objects") where folder.utf8.count == 2 {
      for name in directory.names(in: "objects/" + folder) where isLeft(name, ["tmp_obj_"]) {
        directory.remove("objects/\(folder)/\(name)")
      }
    }
  }

  /// Deletes the files of interrupted writes of large objects; called by the holder of the process lock before it
  /// writes any.
  package func removeLeftStreams() {
    for folder in directory.names(in: Repository.stage) {
      for name in directory.names(in: Repository.stage + "/" + folder) {
        directory.remove("\(Repository.stage)/\(folder)/\(name)")
      }
    }
  }

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
    let removed = Self.ownerless(found, root: repository.root, now: now) { name in
      name.hasPrefix("refs/remotes/") ? Self.fetchAbandonedAfter : Self.abandonedAfter
    }
    for name in removed { directory.remove(name) }
    return removed
  }

  /// The beginnings of the names under which git receives or writes a pack.
  private static let unfinishedPacks = ["tmp_pack_", "tmp_idx_", "tmp_rev_"]

  /// Deletes the files of packs that fetches left unfinished, so that failed fetches do not fill the disk: git keeps a
  /// partial pack, and receives the whole pack again.
  ///
  /// The rules are those of `removeStaleLocks`. A pack that git still receives grows, so it is not old.
  ///
  /// - Parameters:
  ///   - root: the folder with the repository.
  ///   - now: the time in seconds since 1970.
  package static func removeLeftPacks(root: String, now: Int64) {
    let directory = GitDirectory(path: root + "/.git")
    var found: [(name: String, since: Int64)] = []
    for entry in directory.names(in: "objects/pack") where unfinishedPacks.contains(where: { entry.hasPrefix($0) }) {
      let name = "objects/pack/" + entry
      if let status = directory.status(name) { found.append((name: name, since: Int64(status.st_mtim.tv_sec))) }
    }
    // A git that works in a linked work tree runs outside of the folder.
    let limit = directory.names(in: "worktrees").isEmpty ? fetchAbandonedAfter : abandonedAfter
    for name in ownerless(found, root: root, now: now, after: { _ in limit }) { directory.remove(name) }
  }

  /// Returns the names of the files that no running process can own: those older than the machine's start, and old ones
  /// while no `git` of this user runs in the folder.
  ///
  /// - Parameters:
  ///   - files: the names, each with its modification time.
  ///   - limit: returns the age in seconds from which a file counts as old.
  private static func ownerless(
    _ files: [(name: String, since: Int64)], root: String, now: Int64, after limit: (String) -> Int64
  ) -> [String] {
    guard !files.isEmpty else { return [] }
    let boot = RunningGit.bootTime()
    var isRunning: Bool?
    var names: [String] = []
    for file in files {
      if boot.map({ file.since >= $0 }) ?? true {
        guard now - file.since > limit(file.name) else { continue }
        let runs = isRunning ?? RunningGit.works(in: root)
        isRunning = runs
        if runs { continue }
      }
      names.append(file.name)
    }
    return names
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

extension Repository {
  /// The locks and temporary files.
  package var locks: RepositoryLocks { RepositoryLocks(repository: self) }
}
