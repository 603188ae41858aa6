import FileSystem
import GitObjects
import Glibc
import Synchronization
import TestSupport
import Testing

@Suite struct `The disk beneath its root` {
  private static let resolutions: [DiskTree.Resolution] = [.kernel, .componentWise]

  /// Another program swaps a folder and a link out of the root as fast as it can.
  private final class Swapper: Sendable {
    let path: String
    private let isDone = Atomic<Bool>(false)
    private let hasEnded = Atomic<Bool>(false)

    init(_ path: String) { self.path = path }

    func start() throws {
      var thread = pthread_t()
      let context = Unmanaged.passRetained(self).toOpaque()
      let result = pthread_create(
        &thread, nil,
        { context in
          guard let context else { return nil }
          Unmanaged<Swapper>.fromOpaque(context).takeRetainedValue().run()
          return nil
        }, context)
      guard result == 0 else { throw TreeUnderTest.Unprepared() }
      pthread_detach(thread)
    }

    private func run() {
      while !isDone.load(ordering: .relaxed) {
        rename(path + "/folder", path + "/aside")
        symlink(path + "/../outside", path + "/folder")
        unlink(path + "/folder")
        rename(path + "/aside", path + "/folder")
        // On a busy machine the other thread would hardly ever meet the folder.
        var moment = timeval(tv_sec: 0, tv_usec: 20)
        select(0, nil, nil, nil, &moment)
      }
      hasEnded.store(true, ordering: .releasing)
    }

    func stop() {
      isDone.store(true, ordering: .relaxed)
      _ = try? untilBlocking { hasEnded.load(ordering: .acquiring) }
    }
  }

  @Test(arguments: resolutions)
  func `a folder that becomes a link while it is used never leads outside`(_ resolution: DiskTree.Resolution) throws {
    let folder = TemporaryFolder()
    let root = folder.path + "/root"
    for path in [root, root + "/folder", folder.path + "/outside"] { mkdir(path, 0o755) }
    let outside = try DiskTree(root: folder.path + "/outside")
    let secret = try FileLocation(WorkspacePath("file"))
    try outside.create(secret, bytes: Array("secret".utf8), permissions: 0o644, durable: false)
    let tree = try DiskTree(root: root, resolution: resolution)
    let place = try FileLocation(WorkspacePath("folder/file"))
    let made = try FileLocation(WorkspacePath("folder/made"))
    try tree.create(place, bytes: Array("inside".utf8), permissions: 0o644, durable: false)

    let swapper = Swapper(root)
    try swapper.start()
    var found = 0
    var refused = 0
    var tries = 0
    while found < 200 || refused < 200, tries < 1_000_000 {
      tries += 1
      do {
        if let content = try tree.read(place, limit: 100) {
          #expect(content.bytes == Array("inside".utf8))
          found += 1
        } else {
          refused += 1
        }
      } catch {
        #expect(error.code == .outside || error.code == .noParent || error.code == .vanished)
        refused += 1
      }
      try? tree.create(made, bytes: [], permissions: 0o644, durable: false)
      try? tree.setPermissions(0o600, of: place)
      try? tree.remove(made)
    }
    swapper.stop()
    #expect(found > 0 && refused > 0)
    #expect(try outside.entries(of: .root).map(\.name) == ["file"])
    #expect(try outside.stamp(of: secret)?.permissions == 0o644)
  }

  @Test(arguments: resolutions)
  func `dots, absolute and magic links do not lead out`(_ resolution: DiskTree.Resolution) throws {
    let folder = TemporaryFolder()
    let tree = try DiskTree(root: folder.path, resolution: resolution)
    let file = try FileLocation(WorkspacePath("file"))
    try tree.createLink(FileLocation(WorkspacePath("self")), target: Array("/proc/self/root/etc".utf8))
    for path in ["../etc/hostname", "self/hostname", "a/../../../etc/hostname"] {
      let content = try? tree.read(file.sibling(named: path), limit: 1 << 20)
      #expect(content == nil)
      #expect(failure { _ = try tree.append(file.sibling(named: path), bytes: [], durable: false) } != nil)
    }
  }

  @Test func `a root that is replaced is noticed, and one that is moved keeps working`() throws {
    let folder = TemporaryFolder()
    let root = folder.path + "/root"
    mkdir(root, 0o755)
    let tree = try DiskTree(root: root)
    let file = try FileLocation(WorkspacePath("file"))
    try tree.create(file, bytes: [1], permissions: 0o644, durable: false)
    #expect(tree.isRootInPlace)
    rename(root, folder.path + "/moved")
    #expect(!tree.isRootInPlace)
    mkdir(root, 0o755)
    #expect(!tree.isRootInPlace)
    #expect(try tree.read(file, limit: 1)?.bytes == [1])
  }

  @Test func `a root that is deleted is no longer there`() throws {
    let folder = TemporaryFolder()
    let root = folder.path + "/root"
    mkdir(root, 0o755)
    let tree = try DiskTree(root: root)
    rmdir(root)
    #expect(try tree.stamp(of: .root) == nil)
    #expect(failure { _ = try DiskTree(root: root) } == .vanished)
  }
}
