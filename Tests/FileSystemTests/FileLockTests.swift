import FileSystem
import Glibc
import TestSupport
import Testing

@Suite struct `The lock of a workspace` {
  private let folder = TemporaryFolder()

  @Test func `one holds it, the next gets it when it goes`() throws {
    let place = FileLocation.store("lock")
    let tree = try DiskTree(root: folder.path)
    #expect(try FileLock.holder(root: folder.path) == nil)
    do {
      let lock = try #require(try FileLock.tryLock(root: folder.path))
      #expect(try FileLock.tryLock(root: folder.path) == nil)
      #expect(try FileLock.holder(root: folder.path) == getpid())
      #expect(try tree.read(place, limit: 64)?.bytes == Array("\(getpid())\n".utf8))
      withExtendedLifetime(lock) {}
    }
    #expect(try FileLock.holder(root: folder.path) == nil)
    #expect(try FileLock.tryLock(root: folder.path) != nil)
  }

  @Test func `a process that was killed holds nothing, whatever the file says`() throws {
    let tree = try DiskTree(root: folder.path)
    try tree.makeDirectories(.store)
    // This process lives and does not hold the lock.
    let text = Array("\(getpid())\n".utf8)
    try tree.create(.store("lock"), bytes: text, permissions: 0o600, durable: false)
    #expect(try FileLock.holder(root: folder.path) == nil)
    #expect(try FileLock.tryLock(root: folder.path) != nil)
  }

  @Test func `a lock file that is removed does not let two in`() throws {
    let tree = try DiskTree(root: folder.path)
    let first = try #require(try FileLock.tryLock(root: folder.path))
    try tree.remove(.store("lock"))
    let second = try #require(try FileLock.tryLock(root: folder.path))
    #expect(try FileLock.tryLock(root: folder.path) == nil)
    #expect(!first.isInPlace)
    #expect(second.isInPlace)
  }

  @Test func `a lock is in place after its root was moved`() throws {
    let (root, moved) = (folder.file("root"), folder.file("moved"))
    #expect(mkdir(root, 0o755) == 0)
    let lock = try #require(try FileLock.tryLock(root: root))
    #expect(rename(root, moved) == 0)
    #expect(lock.isInPlace)
    try DiskTree(root: moved).remove(.store("lock"))
    #expect(!lock.isInPlace)
  }

  @Test func `a link in place of the lock is not followed`() throws {
    let tree = try DiskTree(root: folder.path)
    try tree.makeDirectories(.store)
    try tree.createLink(.store("lock"), target: Array("../../elsewhere".utf8))
    #expect(failure { _ = try FileLock.tryLock(root: folder.path) } == .notAFile)
    #expect(try tree.entries(of: .root).map(\.name) == [".git"])
  }
}

@Suite struct `What tells machines and folders apart` {
  private let folder = TemporaryFolder()

  @Test func `the boot has an id that stays while the machine runs`() throws {
    let id = try #require(SystemIdentity.bootID())
    #expect(id.count == 36 && id == SystemIdentity.bootID())
    #expect(SystemIdentity.machineID().map(\.isEmpty) != true)
  }

  @Test func `a copied folder has another identity, a moved one the same`() throws {
    let tree = try DiskTree(root: folder.path)
    try tree.makeDirectories(.store)
    let before = try tree.identity(of: .store)
    try tree.move(.store, toNew: .git("moved"))
    #expect(try tree.identity(of: .git("moved")) == before)
    try tree.makeDirectories(.store)
    #expect(try tree.identity(of: .store) != before)
    #expect(failure { _ = try tree.identity(of: .git("missing")) } == .vanished)
    #expect(try tree.identity(of: .root).inode == tree.stamp(of: .root)?.inode)
    #expect(before.birth.map { $0 > 1_500_000_000_000_000_000 } != false)
  }
}
