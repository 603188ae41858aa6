import GitObjects
import Glibc
import Testing

@testable import FileWatching

@Suite(.timeLimit(.minutes(5)))
struct FileWatcherTreeTests {
  /// Every folder below a root, by listing.
  private func scan(_ folder: WatchedFolder) -> Set<String> {
    var found: Set<String> = []
    var rest: [[[UInt8]]] = [[]]
    while let parts = rest.popLast() {
      guard let root = try? FolderDescriptor(path: folder.path),
        let open = try? FolderDescriptor(parts, below: root.number)
      else { continue }
      found.insert(parts.map { NameText.decode($0) }.joined(separator: "/"))
      for entry in (try? open.entries()) ?? [] where entry.isFolder && entry.name != WatchState.dotGit {
        rest.append(parts + [entry.name])
      }
    }
    return found
  }

  /// Every folder that the watcher has entered.
  private func known(_ watcher: FileWatcher) -> Set<String> {
    watcher.state.withLock { state in
      Set(
        state.table.watches.filter { !state.table.isForeign($0) }.compactMap { watch in
          state.table.parts(of: watch).map { $0.map { NameText.decode($0) }.joined(separator: "/") }
        })
    }
  }

  @Test func `no file in a folder that has just been made is missed`() async throws {
    let folder = try WatchedFolder()
    let watcher = try folder.watch()
    defer { watcher.stop() }
    var expected: Set<String> = []
    for number in 0..<400 {
      var path = ""
      for level in 0...(number % 8) {
        path += (path.isEmpty ? "" : "/") + "\(number)-\(level)"
        mkdir(folder.path + "/" + path, 0o755)
      }
      try folder.write(path + "/x.md", "\(number)")
      expected.insert(path + "/x.md")
    }
    let seen = await watcher.drain()
    #expect(!seen.rescansAll)
    #expect(expected.subtracting(seen.paths).isEmpty)
    #expect(known(watcher) == scan(folder))
  }

  @Test func `more events than the kernel keeps lead to one reading of everything`() async throws {
    let folder = try WatchedFolder()
    let watcher = try FileWatcher(root: folder.path, clock: monotonic) { _ in false }
    #expect(watcher.arm() == 1)
    for number in 0..<30_000 { mknod(folder.path + "/\(number).md", S_IFREG | 0o644, 0) }
    try folder.shell("mkdir -p late/d")
    try watcher.listen()
    defer { watcher.stop() }
    let seen = await watcher.collect { $0.rescansAll }
    #expect(seen.rescansAll)
    try folder.write("late/d/x.md", "one")
    let later = await watcher.drain()
    #expect(later.paths.contains("late/d/x.md"))
    #expect(known(watcher) == scan(folder))
  }

  @Test(arguments: [1, 2, 3, 4, 5] as [UInt64])
  func `after any moves of folders the table says where they are`(seed: UInt64) async throws {
    let folder = try WatchedFolder()
    let watcher = try folder.watch()
    defer { watcher.stop() }
    var random = Random(state: seed)
    let names = ["a", "b", "c", "d"]
    func place() -> String {
      (0...Int(random.next() % 3)).map { _ in names[Int(random.next() % 4)] }.joined(separator: "/")
    }
    for step in 0..<600 {
      let from = folder.path + "/" + place()
      let to = folder.path + "/" + place()
      switch random.next() % 8 {
      case 0...2: mkdir(from, 0o755)
      case 3...5: rename(from, to)
      case 6: rmdir(from)
      default: _ = try? folder.write(place() + "/f\(step)", "x")
      }
      if step % 150 == 149 {
        await watcher.barrier()
        #expect(known(watcher) == scan(folder), "seed \(seed), step \(step)")
      }
    }
    for path in scan(folder) where !path.isEmpty { try folder.write(path + "/last.md", "x") }
    let seen = await watcher.drain()
    let expected = Set(scan(folder).filter { !$0.isEmpty }.map { $0 + "/last.md" })
    #expect(expected.subtracting(seen.paths).isEmpty, "seed \(seed)")
  }

  @Test func `two folders that are exchanged are where they are`() async throws {
    let folder = try WatchedFolder()
    try folder.shell("mkdir -p a/in-a b/in-b")
    let watcher = try folder.watch()
    defer { watcher.stop() }
    try folder.exchange("a", "b")
    try folder.write("a/in-b/x.md", "x")
    let seen = await watcher.drain()
    #expect(known(watcher) == ["", "a", "a/in-b", "b", "b/in-a"])
    #expect(seen.paths == ["a/in-b/x.md"])
    #expect(Set(seen.rescans).isSuperset(of: ["a", "b"]))
  }

  @Test func `a folder that is renamed keeps being watched under its new name`() async throws {
    let folder = try WatchedFolder()
    try folder.shell("mkdir -p one/deep; echo x > one/deep/a.md")
    let watcher = try folder.watch()
    defer { watcher.stop() }
    try folder.shell("mv one two; echo y > two/deep/a.md")
    let seen = await watcher.drain()
    #expect(seen.arrows == ["one → two"])
    #expect(seen.paths == ["two/deep/a.md"])
  }

  @Test func `a folder moved in is reported file by file, one moved out is read again`() async throws {
    let folder = try WatchedFolder()
    let outside = try WatchedFolder()
    try outside.shell("mkdir -p in/deep; for i in 1 2 3 4 5 6 7 8 9; do echo x > in/deep/$i.md; done")
    let watcher = try folder.watch()
    defer { watcher.stop() }
    try folder.shell("mv '\(outside.path)/in' in")
    let seen = await watcher.collect { $0.paths.count == 9 }
    #expect(seen.paths == Set((1...9).map { "in/deep/\($0).md" }))
    try folder.shell("mv in '\(outside.path)/out'; echo y > '\(outside.path)/out/deep/1.md'")
    let later = await watcher.collect { !$0.rescans.isEmpty }
    #expect(later.rescans == ["in"])
    #expect(known(watcher) == [""])
  }

  @Test func `ignored folders, repositories inside and links are not entered`() async throws {
    let folder = try WatchedFolder()
    try folder.shell("mkdir -p out/deep other/.git/refs other/deep real; ln -s real link")
    let watcher = try folder.watch(ignoring: ["out"])
    defer { watcher.stop() }
    #expect(known(watcher) == ["", "real"])
    try folder.shell("echo x > out/deep/a.md; echo x > other/deep/a.md; echo x > real/a.md; mkdir real/.git")
    let seen = await watcher.drain()
    #expect(seen.paths == ["real/a.md"])
    #expect(seen.rescans == ["real"])
    #expect(known(watcher) == [""])
  }

  @Test(arguments: ["rm -r sub/.git", "mv sub/.git sub/git", "mv sub new; mv new sub; rm -r sub/.git"])
  func `a folder that is no longer a repository is entered again`(command: String) async throws {
    let folder = try WatchedFolder()
    try folder.shell("mkdir -p sub/.git/refs sub/deep; echo x > sub/deep/old.md")
    let watcher = try folder.watch()
    defer { watcher.stop() }
    try folder.shell("\(command); echo x > sub/a.md")
    let seen = await watcher.drain()
    #expect(seen.paths.contains("sub/a.md") || seen.rescans.contains("sub"))
    #expect(known(watcher) == scan(folder))
    try folder.shell("echo x > sub/b.md; echo x > sub/deep/c.md")
    #expect(await watcher.drain().paths.isSuperset(of: ["sub/b.md", "sub/deep/c.md"]))
  }

  @Test func `a repository inside has one watch while it exists, and nothing of its files is reported`() async throws {
    let folder = try WatchedFolder()
    try folder.shell("mkdir -p sub/.git/refs sub/deep")
    let watcher = try folder.watch()
    defer { watcher.stop() }
    func count() -> Int { watcher.state.withLock { $0.table.count } }
    #expect(count() == 2)
    try folder.shell("echo x > sub/a.md; echo x > sub/deep/a.md; mkdir sub/new; rm -r sub/a.md sub/deep; mv sub moved")
    let seen = await watcher.drain()
    #expect(seen.paths.isEmpty && seen.arrows == ["sub → moved"])
    #expect(known(watcher) == [""] && count() == 2)
    try folder.shell("rm -r moved")
    #expect(await watcher.drain().rescans == ["moved"])
    #expect(count() == 1)
  }

  @Test(arguments: ["mv ROOT ROOT-moved", "rm -rf ROOT", "mv ROOT ROOT-moved; mkdir ROOT"])
  func `when the root goes nothing else is said`(command: String) async throws {
    let folder = try WatchedFolder()
    try folder.shell("mkdir d; echo x > d/a.md; echo y > b.md")
    let watcher = try folder.watch()
    defer { watcher.stop() }
    try WatchedFolder.run(command.replacing("ROOT", with: folder.path), in: "/")
    let seen = await watcher.collect { $0.rootGone }
    #expect(seen.rootGone)
    #expect(seen.renames.isEmpty)
    let batch = watcher.takeBatch()
    #expect(batch.rootGone && batch.settled.isEmpty && batch.rescans.isEmpty)
    await watcher.barrier()
  }

  @Test(arguments: [
    "rm -rf .git/HEAD .git/objects", "rm -rf b.md .git/HEAD; rm -r .git/objects", "rm -rf .git; mkdir -p .git/stet",
  ])
  func `a root without its repository is gone, though a program goes on writing there`(command: String) async throws {
    let folder = try WatchedFolder()
    try folder.shell("mkdir -p .git/objects/00 .git/stet/sessions; echo x > .git/HEAD; echo y > b.md")
    let watcher = try folder.watch()
    defer { watcher.stop() }
    try folder.shell("rm .git/HEAD; echo x > .git/HEAD; rm -r .git/objects; mkdir .git/objects")
    _ = await watcher.drain()
    #expect(!watcher.takeBatch().rootGone, "the parts came back")
    try folder.shell(command)
    #expect(await watcher.collect { $0.rootGone }.rootGone)
  }

  @Test(arguments: [
    "rm -rf .git/stet", "mv .git/stet .git/away", "rm .git/stet/lock", "mv .git/stet/new .git/stet/lock",
  ])
  func `a root whose lock another process can take is gone`(command: String) async throws {
    let folder = try WatchedFolder()
    try folder.shell("echo 1 > .git/stet/lock; echo 2 > .git/stet/new; echo y > b.md")
    let watcher = try folder.watch()
    defer { watcher.stop() }
    try folder.shell("echo 3 > .git/stet/lock; echo x > .git/stet/state; rm .git/stet/state; mkdir .git/stet/packs")
    _ = await watcher.drain()
    #expect(!watcher.takeBatch().rootGone, "the lock is the same file")
    try folder.shell(command)
    #expect(await watcher.collect { $0.rootGone }.rootGone)
  }

  @Test func `a folder that cannot be watched is no folder`() throws {
    #expect(throws: WatchError.root(path: "/nowhere", errno: ENOENT)) {
      _ = try FileWatcher(root: "/nowhere", clock: monotonic) { _ in false }
    }
  }
}

/// A linear generator whose runs can be repeated.
struct Random {
  var state: UInt64

  mutating func next() -> UInt64 {
    state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
    return state >> 33
  }
}
