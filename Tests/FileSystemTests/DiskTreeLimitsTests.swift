import FileSystem
import GitObjects
import Glibc
import TestSupport
import Testing

/// Whether this test run may mount file systems; in most containers not even the superuser may.
private let mayMount: Bool = {
  let folder = TemporaryFolder()
  guard let mount = try? Program.run(["mount", "-t", "tmpfs", "tmpfs", folder.path]), mount.status == 0 else {
    return false
  }
  return (try? Program.run(["umount", folder.path]).status) == 0
}()

@Suite struct `Limits of the disk` {
  private let folder = TemporaryFolder()

  private func at(_ path: String) throws -> FileLocation { try FileLocation(WorkspacePath(path)) }

  /// A file system of half a megabyte, where this test may mount one.
  private func mountSmall() throws -> Bool {
    mkdir(folder.path + "/small", 0o755)
    return try Program.run(["mount", "-t", "tmpfs", "-o", "size=512k", "tmpfs", folder.path + "/small"]).status == 0
  }

  private func unmountSmall() throws {
    _ = try Program.run(["umount", folder.path + "/small"]).status
  }

  @Test(.enabled(if: mayMount, "mounting is not allowed here"))
  func `a full disk says so and leaves no half-written file`() throws {
    try #require(try mountSmall())
    defer { try? unmountSmall() }
    let tree = try DiskTree(root: folder.path + "/small")
    let large = [UInt8](repeating: 65, count: 1 << 20)
    let error = failure { try tree.create(at("file"), bytes: large, permissions: 0o644, durable: true) }
    #expect(error == .noSpace)
    #expect(try tree.stamp(of: at("file")) == nil)
    #expect(failure { _ = try tree.append(at("log"), bytes: large, durable: true) } == .noSpace)
    try tree.remove(at("log"))
    // A child that another test is just starting holds a copy of every descriptor until it runs its program.
    try untilBlocking {
      failure { try tree.create(at("file"), bytes: [1], permissions: 0o644, durable: true) } == nil
    }
  }

  @Test(.enabled(if: mayMount, "mounting is not allowed here"))
  func `a full disk without room for the process id does not prevent the lock`() throws {
    try #require(try mountSmall())
    defer { try? unmountSmall() }
    let root = folder.path + "/small"
    let tree = try DiskTree(root: root)
    let large = [UInt8](repeating: 65, count: 1 << 20)
    #expect(failure { _ = try tree.append(at("fill"), bytes: large, durable: true) } == .noSpace)
    let lock = try #require(try FileLock.tryLock(root: root))
    #expect(try tree.stamp(of: FileLock.workspace)?.size == 0, "the disk had room for the id")
    #expect(try FileLock.tryLock(root: root) == nil)
    withExtendedLifetime(lock) {}
  }

  @Test(.enabled(if: mayMount, "mounting is not allowed here"))
  func `another mount is not walked into, and nothing is exchanged with it`() throws {
    try #require(try mountSmall())
    defer { try? unmountSmall() }
    let tree = try DiskTree(root: folder.path)
    try tree.create(at("file"), bytes: [], permissions: 0o644, durable: false)
    try tree.create(at("small/inside"), bytes: [], permissions: 0o644, durable: false)
    var seen: [String: FileStamp.Kind] = [:]
    _ = try tree.walk(.root) { place, stamp in
      seen[place.string] = stamp.kind
      return true
    }
    #expect(seen == ["file": .file, "small": .other])
    #expect(failure { try tree.exchange(at("file"), at("small/inside")) } == .exchangeUnsupported)
    #expect(failure { try tree.move(at("file"), toNew: at("small/file")) } == .exchangeUnsupported)
    let mounts = try [tree.identity(of: .root).mount, tree.identity(of: at("small/inside")).mount]
    #expect(mounts[0] != mounts[1])
  }

  @Test(.enabled(if: mayMount, "mounting is not allowed here"))
  func `a bind mount of the same device is not walked into either`() throws {
    let tree = try DiskTree(root: folder.path)
    try tree.makeDirectories(at("real"))
    try tree.create(at("real/file"), bytes: [], permissions: 0o644, durable: false)
    try tree.makeDirectories(at("small"))
    let paths = [folder.path + "/real", folder.path + "/small"]
    try #require(try Program.run(["mount", "--bind"] + paths).status == 0)
    defer { try? unmountSmall() }
    var seen: [String: FileStamp.Kind] = [:]
    _ = try tree.walk(.root) { place, stamp in
      seen[place.string] = stamp.kind
      return true
    }
    #expect(seen == ["real": .directory, "real/file": .file, "small": .other])
  }

  @Test(.enabled(if: mayMount, "mounting is not allowed here"))
  func `a read-only mount says so`() throws {
    let tree = try DiskTree(root: folder.path)
    try #require(try mountSmall())
    defer { try? unmountSmall() }
    try #require(
      try Program.run(["mount", "-o", "remount,ro", folder.path + "/small"]).status == 0)
    let place = try at("small/file")
    #expect(failure { try tree.create(place, bytes: [], permissions: 0o644, durable: false) } == .readOnly)
  }

  @Test func `a path deeper than descriptors reach is walked with one descriptor at a time`() throws {
    let tree = try DiskTree(root: folder.path)
    let deep = try at(Array(repeating: "d", count: 1_500).joined(separator: "/"))
    try tree.makeDirectories(deep)
    var count = 0
    let errors = try tree.walk(.root) { _, _ in
      count += 1
      return true
    }
    #expect(errors.isEmpty && count == 1_500)
  }

  @Test func `no descriptor is left open`() throws {
    let tree = try DiskTree(root: folder.path)
    func descriptors() throws -> Int { try DiskTree(root: "/proc/self/fd").entries(of: .root).count }
    try tree.makeDirectories(at("a/b"))
    let own = try at("a/b/file")
    let before = try descriptors()
    for _ in 0..<300 {
      try tree.create(own, bytes: [1], permissions: 0o644, durable: false)
      _ = try tree.read(own, limit: 10)
      _ = try tree.use(of: own)
      _ = try tree.append(own, bytes: [2], durable: false)
      _ = try? tree.read(own.sibling(named: "missing"), limit: 10)
      _ = try? tree.read(own.appending("below"), limit: 10)
      _ = try tree.walk(.root) { _, _ in true }
      _ = try tree.entries(of: own.parent)
      try tree.copyAttributes(from: own, to: own)
      try tree.remove(own)
    }
    // Other tests run beside this one and have some files open; a leak here would be hundreds.
    #expect(try descriptors() < before + 100)
  }
}
