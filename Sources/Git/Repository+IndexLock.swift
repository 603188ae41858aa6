package import GitObjects
internal import Glibc

extension Repository {
  /// How old a foreign lock must be before it can count as abandoned, in seconds.
  private static let abandonedAfter: Int64 = 600

  /// Whether the index is locked, and if so whether anybody can own the lock (review A3).
  ///
  /// - Parameter now: seconds since 1970.
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

  /// Takes a stale lock of the index away: renamed aside as `.git/stet/stale-index-lock`, not deleted.
  ///
  /// One of ours whose content is the index already is only removed. Where the branch was moved and the index is the old
  /// one, as a power cut can leave them, it becomes the index: the old one would take the branch's new text back
  /// (review A2).
  ///
  /// - Returns: whether a lock was taken away.
  /// - Throws: `.failed` where it cannot be renamed.
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

  /// Takes away the lock of a branch that one of ours held when it died with the index locked.
  ///
  /// It is ours where it holds the very commit that the index was made for; or nothing, which neither we leave nor git
  /// for longer than a moment: that is what a power cut makes of it.
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

  /// When the machine was started, in seconds since 1970.
  static func bootTime() -> Int64? {
    guard let text = try? GitDirectory(path: "/proc").stream("stat") else { return nil }
    for line in text.split(separator: "\n") where line.hasPrefix("btime ") { return Int64(line.dropFirst(6)) }
    return nil
  }

  /// Whether a process of this user named git works in the work tree.
  func isGitRunning() -> Bool { Self.isGitRunning(in: root) }

  /// Whether a process of this user named git works in a folder: it has its working directory there, or was told of a
  /// place there.
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
        // One that has ended and that nobody took note of yet is nowhere; what cannot be looked at counts as being here.
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
  /// The whole text of a file whose size is not known beforehand, as in `/proc`.
  ///
  /// - Throws: `.failed` where it cannot be opened.
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
