package import GitObjects
internal import Glibc

extension Repository {
  /// The age from which a foreign lock can count as abandoned, in seconds.
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
    if let boot = Self.bootTime(), since < boot { return .stale(.olderThanBoot) }
    if now - since > Self.abandonedAfter, !isGitRunning() { return .stale(.abandoned) }
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
    } else if why == .ours, let ready = record?.ready, try reference(ready.branch) == ready.commit {
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

  /// Returns the time when the machine was started, in seconds since 1970.
  static func bootTime() -> Int64? {
    guard let text = try? GitDirectory(path: "/proc").stream("stat") else { return nil }
    for line in text.split(separator: "\n") where line.hasPrefix("btime ") { return Int64(line.dropFirst(6)) }
    return nil
  }

  /// Returns whether a process of this user named git works in the work tree.
  func isGitRunning() -> Bool { Self.isGitRunning(in: root) }

  /// Returns whether a process of this user named git works in a folder: its working directory or an argument is there.
  package static func isGitRunning(in root: String) -> Bool {
    let processes = GitDirectory(path: "/proc")
    var resolved = [CChar](repeating: 0, count: Int(PATH_MAX) + 1)
    guard realpath(root, &resolved) != nil else { return true }
    let home = String(decoding: resolved.prefix { $0 != 0 }.map { UInt8(bitPattern: $0) }, as: UTF8.self)
    for name in processes.names(in: "") where name.utf8.allSatisfy({ $0 >= 0x30 && $0 <= 0x39 }) {
      guard let comm = try? processes.stream(name + "/comm"), comm == "git\n" || comm.hasPrefix("git-") else {
        continue
      }
      guard processes.status(name)?.st_uid == getuid() else { continue }
      var buffer = [CChar](repeating: 0, count: Int(PATH_MAX) + 1)
      let length = readlink(processes.path(name + "/cwd"), &buffer, Int(PATH_MAX))
      guard length > 0 else {
        // A dead process that was not reaped has no working directory; one that cannot be examined counts as working
        // here.
        if errno == ENOENT { continue }
        return true
      }
      let place = String(decoding: buffer[..<length].map { UInt8(bitPattern: $0) }, as: UTF8.self)
      if place == home || place.hasPrefix(home + "/") { return true }
      let words = ((try? processes.stream(name + "/cmdline")) ?? "").split(separator: "\0")
      if words.contains(where: { $0.hasPrefix(home + "/") || $0.hasPrefix(root + "/") }) { return true }
    }
    return false
  }
}

extension GitDirectory {
  /// Returns the text of a file whose size is not known beforehand, as in `/proc`.
  ///
  /// - Throws: `.failed` if it cannot be opened.
  func stream(_ name: String) throws(ObjectStoreError) -> String {
    let descriptor = open(path(name), O_RDONLY | O_CLOEXEC)
    guard descriptor >= 0 else { throw GitError.system("\(path(name)) could not be opened") }
    defer { close(descriptor) }
    var content: [UInt8] = []
    var buffer = [UInt8](repeating: 0, count: 16_384)
    while true {
      let count = Glibc.read(descriptor, &buffer, buffer.count)
      if count <= 0 { return String(decoding: content, as: UTF8.self) }
      content.append(contentsOf: buffer[..<count])
    }
  }
}
