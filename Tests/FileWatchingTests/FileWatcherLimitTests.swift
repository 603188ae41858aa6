import Glibc
import Testing

@testable import FileWatching

@Suite(.timeLimit(.minutes(5)))
struct FileWatcherLimitTests {
  private func folder() throws -> WatchedFolder {
    let folder = try WatchedFolder()
    try folder.shell("for i in 1 2 3 4 5 6 7 8 9; do mkdir -p $i/deep; done")
    return folder
  }

  @Test func `where watches end folders are polled, said so, and watched again when there are more`() async throws {
    let folder = try folder()
    let watcher = try FileWatcher(root: folder.path, clock: monotonic) { _ in false }
    watcher.state.withLock { $0.watchLimit = 5 }
    #expect(watcher.arm() == 5)
    try watcher.listen()
    defer { watcher.stop() }
    let first = await watcher.drain()
    #expect((6...9).contains(try #require(first.degraded).folders))
    #expect(first.rescans.count == first.degraded?.folders)
    #expect(first.degraded?.sentence.contains(" folders every 2 seconds") == true)
    watcher.state.withLock { state in
      state.watchLimit = .max
      state.unwatched.nextPoll = 0
      state.queue.wake()
    }
    let seen = await watcher.collect { !$0.rescans.isEmpty && $0.degraded == nil }
    #expect(seen.degraded == nil)
    #expect(watcher.state.withLock { $0.table.count } == 19)
    #expect(watcher.state.withLock { $0.unwatched.nextPoll } == nil)
    for number in 1...9 { try folder.write("\(number)/deep/a.md", "x") }
    #expect(await watcher.drain().paths.count == 9)
  }

  @Test(.enabled(if: geteuid() != 0)) func `a folder that cannot be listed is not taken for an empty one`() throws {
    let folder = try folder()
    let one = try FolderDescriptor(path: folder.path + "/1")
    let before = try one.entries().map(\.name)
    #expect(before == [Array("deep".utf8)])
    try folder.shell("chmod 0 1")
    var failure: WatchFailure?
    do throws(WatchFailure) { _ = try one.entries() } catch { failure = error }
    #expect(failure == .unreachable)
    try folder.shell("chmod 700 1")
  }

  @Test(arguments: [EMFILE, ENFILE, ENOMEM])
  func `a folder that no descriptor is left to list is polled`(number: Int32) {
    #expect(WatchFailure(errno: number) == .limit)
  }

  @Test func `a folder without a watch that is removed or renamed is followed`() async throws {
    let folder = try folder()
    let watcher = try FileWatcher(root: folder.path, clock: monotonic) { _ in false }
    watcher.state.withLock { $0.watchLimit = 1 }
    #expect(watcher.arm() == 1)
    try watcher.listen()
    defer { watcher.stop() }
    try folder.shell("rm -r 1; mv 2 new")
    let seen = await watcher.drain()
    #expect(seen.degraded?.folders == 8)
    #expect(Set(seen.rescans).isSuperset(of: ["new", "2", "3"]))
  }

  @Test func `without any instance each barrier and each poll tells of the repository too`() async throws {
    let folder = try folder()
    try folder.shell("mkdir -p .git/refs/heads .git/stet/cookies")
    let watcher = try FileWatcher(root: folder.path, clock: monotonic) { _ in false }
    watcher.state.withLock { state in
      state.queue = InotifyQueue(isMissing: true) ?? state.queue
      state.watchLimit = 0
    }
    #expect(watcher.arm() == 0)
    try watcher.listen()
    defer { watcher.stop() }
    let seen = await watcher.drain()
    #expect(seen.rescansAll && seen.repository == Set(RepositoryPart.allCases))
    // The poll finds an instance, and reports once more what it did not hear.
    watcher.state.withLock { state in
      state.watchLimit = .max
      state.unwatched.nextPoll = 0
      state.queue.wake()
    }
    let polled = await watcher.collect { !$0.repository.isEmpty && $0.degraded == nil }
    #expect(polled.repository == Set(RepositoryPart.allCases))
    #expect(watcher.state.withLock { $0.special.values.contains(.cookies) })
  }

  @Test func `a turn ends while there are events, and the next one reads the rest`() throws {
    let folder = try WatchedFolder()
    let watcher = try FileWatcher(root: folder.path, clock: monotonic) { _ in false }
    #expect(watcher.arm() == 1)
    defer { watcher.stop() }
    try folder.shell("seq -f '%g.md' 3000 | xargs touch")
    watcher.state.withLock { $0.turn(now: monotonic(), mostReads: 1) }
    #expect((1..<3_000).contains(watcher.pendingCount))
    watcher.state.withLock { $0.turn(now: monotonic()) }
    #expect(watcher.pendingCount == 3_000)
  }

  @Test func `without any instance everything is polled`() async throws {
    let folder = try folder()
    let watcher = try FileWatcher(root: folder.path, clock: monotonic) { _ in false }
    watcher.state.withLock { $0.watchLimit = 0 }
    #expect(watcher.arm() == 0)
    try watcher.listen()
    defer { watcher.stop() }
    let seen = await watcher.drain()
    #expect(seen.rescansAll)
    #expect(seen.degraded?.folders == 1 && seen.degraded?.includesRoot == true)
  }
}
