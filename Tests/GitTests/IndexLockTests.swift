import Git
import GitObjects
import Glibc
import Testing

struct IndexLockTests {
  let peer: Peer

  init() throws {
    peer = try Peer()
    try peer.record(["a.md": "one\n"])
  }

  /// Puts a lock as a process of ours that is gone would have left it.
  func leaveLock(content: [UInt8], ready: String = "") throws {
    try peer.folder.write(".git/index.lock", content)
    let inode = try peer.folder.run(["stat", "-c", "%i", peer.folder.path + "/.git/index.lock"]).dropLast()
    try peer.folder.write(".git/stet/index-lock", "1 12345 \(inode)\(ready)")
  }

  @Test func `a fresh foreign lock is held, whoever made it`() throws {
    try peer.folder.write(".git/index.lock", "")
    let now = Int64(time(nil))
    guard case .held(let since) = peer.repository.locks.isIndexLocked(now: now) else {
      Issue.record("not held")
      return
    }
    #expect(abs(since - now) < 100)
    #expect(try !peer.repository.locks.clearStaleIndexLock(now: now))
  }

  @Test func `a git that has ended, and that its parent has not taken note of, holds no lock`() throws {
    try peer.folder.write(".git/index.lock", "")
    var pid: pid_t = 0
    var arguments: [UnsafeMutablePointer<CChar>?] = [strdup("git"), strdup("--version"), nil]
    defer { for argument in arguments { free(argument) } }
    var quiet = posix_spawn_file_actions_t()
    posix_spawn_file_actions_init(&quiet)
    defer { posix_spawn_file_actions_destroy(&quiet) }
    posix_spawn_file_actions_addopen(&quiet, 1, "/dev/null", O_WRONLY, 0)
    try #require(posix_spawnp(&pid, "git", &quiet, nil, &arguments, environ) == 0)
    var end = siginfo_t()
    #expect(waitid(P_PID, id_t(pid), &end, WEXITED | WNOWAIT) == 0)
    defer { waitpid(pid, nil, 0) }
    #expect(peer.repository.locks.isIndexLocked(now: Int64(time(nil)) + 700) == .stale(.abandoned))
  }

  @Test func `a lock older than ten minutes without git is abandoned, and put aside, not deleted`() throws {
    try peer.folder.write(".git/index.lock", "what git had written")
    let later = Int64(time(nil)) + 700
    #expect(peer.repository.locks.isIndexLocked(now: later) == .stale(.abandoned))
    #expect(try peer.repository.locks.clearStaleIndexLock(now: later))
    #expect(peer.repository.locks.isIndexLocked(now: later) == .free)
    #expect(peer.folder.read(".git/stet/stale-index-lock") == Array("what git had written".utf8))
  }

  @Test func `a lock older than the machine's start is stale`() throws {
    try peer.folder.write(".git/index.lock", "")
    try peer.folder.run(["touch", "-d", "2001-01-01", peer.folder.path + "/.git/index.lock"])
    #expect(peer.repository.locks.isIndexLocked(now: 1_000_000_000) == .stale(.olderThanBoot))
  }

  @Test func `a lock of a process of ours that is gone is stale at once`() throws {
    try leaveLock(content: [])
    let now = Int64(time(nil))
    #expect(peer.repository.locks.isIndexLocked(now: now) == .stale(.ours))
    #expect(try peer.repository.locks.clearStaleIndexLock(now: now))
    #expect(try peer.status() == "")
  }

  @Test func `a lock that git made after ours was gone is git's`() throws {
    try leaveLock(content: [])
    try peer.folder.run(["sh", "-c", "cd \(peer.folder.path)/.git && : > other && mv other index.lock"])
    #expect(peer.repository.locks.isIndexLocked(now: Int64(time(nil))) != .stale(.ours))
  }

  @Test func `a kill between branch and index is finished`() throws {
    let old = try #require(peer.tip)
    let before = try #require(peer.folder.read(".git/index"))
    try peer.record(["a.md": "two\n"])
    let new = try #require(peer.tip)
    let after = try #require(peer.folder.read(".git/index"))
    try peer.folder.write(".git/index", before)
    try leaveLock(content: after, ready: " refs/heads/main \(new.hex)")
    #expect(try peer.repository.locks.clearStaleIndexLock(now: Int64(time(nil))))
    #expect(try peer.status() == "")
    try peer.folder.write(".git/index", before)
    try leaveLock(content: after, ready: " refs/heads/main \(old.hex)")
    #expect(try peer.repository.locks.clearStaleIndexLock(now: Int64(time(nil))))
    #expect(peer.folder.read(".git/index") == before, "the branch had not moved: the old index stands")
  }

  @Test func `a kill between index and branch leaves a lock that goes, and what is to come as staged`() throws {
    let old = try #require(peer.tip)
    let new = try peer.commit(["a.md": "two\n"])
    let lock = peer.folder.path + "/.git/index.lock"
    try peer.record(["a.md": "two\n"])
    try peer.folder.git("update-ref", "refs/heads/main", old.hex)
    try leaveLock(content: [], ready: " refs/heads/main \(new.hex)")
    try peer.folder.run(["ln", "-f", peer.folder.path + "/.git/index", lock])
    let inode = try peer.folder.run(["stat", "-c", "%i", lock]).dropLast()
    try peer.folder.write(".git/stet/index-lock", "1 12345 \(inode) refs/heads/main \(new.hex)")
    #expect(try peer.repository.locks.clearStaleIndexLock(now: Int64(time(nil))))
    #expect(access(lock, F_OK) != 0)
    #expect(try peer.status() == "M  a.md\n")
    try peer.follower.follow(branch: "main", from: old, to: new) { peer.stat(of: $0) }
    #expect(try peer.status() == "")
  }

  @Test func `a branch's lock that the same kill left goes too, anybody else's stays`() throws {
    let tip = try #require(peer.tip)
    let lock = ".git/refs/heads/main.lock"
    try leaveLock(content: [], ready: " refs/heads/main \(tip.hex)")
    try peer.folder.write(lock, tip.hex + "\n")
    #expect(try peer.repository.locks.clearStaleIndexLock(now: Int64(time(nil))))
    #expect(peer.folder.read(lock) == nil)
    let foreign = String(repeating: "1", count: 40) + "\n"
    try leaveLock(content: [], ready: " refs/heads/main \(tip.hex)")
    try peer.folder.write(lock, foreign)
    #expect(try peer.repository.locks.clearStaleIndexLock(now: Int64(time(nil))))
    #expect(peer.folder.read(lock) == Array(foreign.utf8))
  }

  @Test func `an empty lock of a branch goes with ours, unless it was made this moment`() throws {
    let tip = try #require(peer.tip)
    let lock = ".git/refs/heads/main.lock"
    try leaveLock(content: [], ready: " refs/heads/main \(tip.hex)")
    try peer.folder.write(lock, "")
    #expect(try peer.repository.locks.clearStaleIndexLock(now: Int64(time(nil))))
    #expect(peer.folder.read(lock) == [])
    try leaveLock(content: [], ready: " refs/heads/main \(tip.hex)")
    try peer.folder.run(["touch", "-d", "10 seconds ago", peer.folder.path + "/" + lock])
    #expect(try peer.repository.locks.clearStaleIndexLock(now: Int64(time(nil))))
    #expect(peer.folder.read(lock) == nil)
  }

  @Test func `temporaries of processes that are gone are removed, those of others stay`() throws {
    let gone = [
      ".git/stet/index-stet-4194999-1", ".git/stet/lock-stet-4194999-2", ".git/objects/ab/tmp_obj_stet-4194999-3",
      ".git/refs/stet/branch/main.lock",
    ]
    let kept = [".git/stet/index-stet-1-1", ".git/stet/tip-of-mine", ".git/objects/ab/tmp_obj_x4Zq"]
    for name in gone + kept { try peer.folder.write(name, "x") }
    peer.repository.locks.removeLeftTemporaries()
    for name in gone { #expect(peer.folder.read(name) == nil, "\(name)") }
    for name in kept { #expect(peer.folder.read(name) != nil, "\(name)") }
  }

  @Test func `a record of our lock goes where its lock is gone: it would prove a lock of git's stale`() throws {
    try leaveLock(content: [])
    #expect(peer.folder.read(".git/stet/index-lock") != nil)
    peer.repository.locks.removeLeftTemporaries()
    #expect(peer.folder.read(".git/stet/index-lock") != nil)
    try peer.folder.run(["rm", peer.folder.path + "/.git/index.lock"])
    peer.repository.locks.removeLeftTemporaries()
    #expect(peer.folder.read(".git/stet/index-lock") == nil)
  }

  @Test func `who meets a stale lock leaves the record that proves it`() throws {
    let old = try #require(peer.tip)
    try leaveLock(content: [])
    #expect(throws: ObjectStoreError.self) {
      try BranchFollower(peer.repository).follow(branch: "main", from: old, to: old) { _ in nil }
    }
    #expect(peer.repository.locks.isIndexLocked(now: Int64(time(nil))) == .stale(.ours))
  }

  @Test func `partial packs go once no git can receive them any more`() throws {
    let packs = ["tmp_pack_a1B2c3", "tmp_idx_a1B2c3", "tmp_rev_a1B2c3"].map { ".git/objects/pack/" + $0 }
    let other = ".git/objects/pack/other"
    for name in packs + [other] { try peer.folder.write(name, "PACK") }
    let now = Int64(time(nil))
    RepositoryLocks.removeLeftPacks(root: peer.folder.path, now: now)
    for name in packs { #expect(peer.folder.read(name) != nil, "\(name)") }
    RepositoryLocks.removeLeftPacks(root: peer.folder.path, now: now + 120)
    for name in packs { #expect(peer.folder.read(name) == nil, "\(name)") }
    #expect(peer.folder.read(other) != nil)
  }

  @Test func `a partial pack that a git in a linked work tree may receive stays for ten minutes`() throws {
    let pack = ".git/objects/pack/tmp_pack_a1B2c3"
    try peer.folder.run(["mkdir", "-p", peer.folder.path + "/.git/worktrees/linked"])
    try peer.folder.write(pack, "PACK")
    let now = Int64(time(nil))
    RepositoryLocks.removeLeftPacks(root: peer.folder.path, now: now + 120)
    #expect(peer.folder.read(pack) != nil)
    RepositoryLocks.removeLeftPacks(root: peer.folder.path, now: now + 700)
    #expect(peer.folder.read(pack) == nil)
  }

  @Test func `locks of references that are older than the machine's start are removed`() throws {
    let locks = [".git/refs/heads/a/b.lock", ".git/HEAD.lock", ".git/packed-refs.lock"]
    for name in locks { try peer.folder.write(name, "") }
    _ = peer.repository.locks.removeStaleLocks(now: Int64(time(nil)))
    for name in locks { #expect(peer.folder.read(name) != nil, "\(name)") }
    for name in locks { try peer.folder.run(["touch", "-d", "2001-01-01", peer.folder.path + "/" + name]) }
    _ = peer.repository.locks.removeStaleLocks(now: Int64(time(nil)))
    for name in locks { #expect(peer.folder.read(name) == nil, "\(name)") }
  }
}
