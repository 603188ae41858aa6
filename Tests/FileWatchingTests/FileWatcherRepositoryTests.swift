import Glibc
import Testing

@testable import FileWatching

@Suite(.timeLimit(.minutes(5)))
struct FileWatcherRepositoryTests {
  @Test(
    arguments: [
      ("echo x > .git/HEAD.lock; mv .git/HEAD.lock .git/HEAD", .references), ("touch .git/index.lock", .indexLock),
      ("mkdir -p .git/refs/heads/a; echo x > .git/refs/heads/a/b", .references),
      ("echo x > .git/refs/heads/main.lock; mv .git/refs/heads/main.lock .git/refs/heads/main", .references),
      ("echo x > .git/new; mv .git/new .git/packed-refs", .references), ("echo x > .git/config", .configuration),
      ("touch .git/new; mv .git/new .git/index", .index), ("mkdir .git/rebase-merge", .operation),
      ("rm -r .git/refs/heads; mkdir .git/refs/heads; touch .git/refs/heads/main", .references),
    ] as [(String, RepositoryPart)])
  func `what the user's git does is told by its part`(command: String, part: RepositoryPart) async throws {
    let folder = try WatchedFolder()
    let watcher = try folder.watch()
    defer { watcher.stop() }
    try folder.shell(command)
    let seen = await watcher.drain()
    #expect(seen.repository == [part])
    #expect(seen.paths.isEmpty)
  }

  @Test func `a branch made in a folder of branches that is new is heard ever after`() async throws {
    let folder = try WatchedFolder()
    let watcher = try folder.watch()
    defer { watcher.stop() }
    try folder.shell("mkdir -p .git/refs/heads/a/b; echo x > .git/refs/heads/a/b/c")
    #expect(await watcher.drain().repository == [.references])
    try folder.shell("echo y > .git/refs/heads/a/b/c")
    #expect(await watcher.drain().repository == [.references])
    try folder.shell("mkdir -p .git/objects/aa; echo x > .git/objects/aa/x; touch .git/COMMIT_EDITMSG")
    #expect(await watcher.drain().repository.isEmpty)
  }

  @Test func `a late write into a displaced file is told by its displaced name`() async throws {
    let folder = try WatchedFolder()
    try folder.write("a.md", "one\n")
    let watcher = try folder.watch()
    defer { watcher.stop() }
    let writer = open(folder.path + "/a.md", O_WRONLY | O_APPEND | O_CLOEXEC)
    defer { close(writer) }
    try folder.write(".git/stet/tmp/7", "two\n")
    try folder.exchange(".git/stet/tmp/7", "a.md")
    try folder.shell("mv .git/stet/tmp/7 .git/stet/displaced/7")
    let before = await watcher.drain()
    #expect(before.lateWrites.isEmpty)
    #expect(before.paths == ["a.md"])
    _ = "late\n".withCString { write(writer, $0, 5) }
    let seen = await watcher.collect { !$0.lateWrites.isEmpty }
    #expect(seen.lateWrites == ["displaced/7"])
    #expect(!seen.paths.contains("a.md"))
  }

  @Test func `a late write before the displaced file is put away is not lost`() async throws {
    let folder = try WatchedFolder()
    try folder.write("a.md", "one\n")
    let watcher = try folder.watch()
    defer { watcher.stop() }
    let writer = open(folder.path + "/a.md", O_WRONLY | O_APPEND | O_CLOEXEC)
    try folder.write(".git/stet/tmp/7", "two\n")
    try folder.exchange(".git/stet/tmp/7", "a.md")
    _ = "late\n".withCString { write(writer, $0, 5) }
    close(writer)
    try folder.shell("mv .git/stet/tmp/7 .git/stet/displaced/7")
    let seen = await watcher.collect { !$0.lateWrites.isEmpty }
    #expect(seen.lateWrites == ["displaced/7"])
  }

  @Test func `a barrier returns when all before it has been seen`() async throws {
    let folder = try WatchedFolder()
    try folder.shell("mkdir d")
    let watcher = try folder.watch()
    defer { watcher.stop() }
    for round in 0..<200 {
      try folder.write(".git/stet/tmp/\(round)", "x")
      try #require(rename(folder.path + "/.git/stet/tmp/\(round)", folder.path + "/d/\(round).md") == 0)
      await watcher.barrier()
      watcher.flush()
      let paths = watcher.takeBatch().settled.map(\.path.string)
      // A program that another test starts holds a written file open for a moment: the close of an earlier one may come late.
      #expect(paths.contains("d/\(round).md"))
      #expect(Set(paths).isSubset(of: (0...round).map { "d/\($0).md" }))
    }
    try folder.shell("test -z \"$(ls .git/stet/cookies)\"")
  }

  @Test func `a barrier that cannot be made has everything read again`() async throws {
    let folder = try WatchedFolder()
    try folder.shell("rm -r .git")
    let watcher = try folder.watch()
    defer { watcher.stop() }
    await watcher.barrier()
    #expect(watcher.takeBatch().rescansAll)
  }

  @Test func `a barrier whose file is not heard ends with its time`() async throws {
    let folder = try WatchedFolder()
    let watcher = try FileWatcher(root: folder.path, clock: monotonic) { _ in false }
    _ = watcher.arm()
    watcher.state.withLock { state in
      for (watch, role) in state.special where role == .cookies { state.queue.end(watch) }
    }
    async let waiting: Void = watcher.barrier(limit: 1_000_000)
    try watcher.listen()
    defer { watcher.stop() }
    await waiting
    #expect(watcher.takeBatch().rescansAll)
  }
}
