import Testing

@testable import FileWatching

@Suite(.timeLimit(.minutes(5)))
struct RefWatcherTests {
  private func next(_ watcher: RefWatcher) async {
    for await _ in watcher.changes { return }
  }

  @Test(arguments: [
    "echo x > refs/heads/main.lock; mv refs/heads/main.lock refs/heads/main", "rm refs/heads/main",
    "echo x > packed-refs.new; mv packed-refs.new packed-refs", "mkdir -p refs/heads/a; echo x > refs/heads/a/b",
    "echo x > HEAD",
  ])
  func `a change of a branch is heard`(command: String) async throws {
    let folder = try WatchedFolder()
    try folder.shell("mkdir -p bare/refs/heads bare/objects; touch bare/refs/heads/main bare/HEAD")
    let watcher = try RefWatcher(repository: folder.path + "/bare")
    try watcher.start()
    defer { watcher.stop() }
    #expect(watcher.isWatching)
    try folder.shell("cd bare; " + command)
    await next(watcher)
  }

  @Test func `a repository that goes and comes back is heard again`() async throws {
    let folder = try WatchedFolder()
    let watcher = try RefWatcher(repository: folder.path + "/mount/bare")
    try watcher.start()
    defer { watcher.stop() }
    #expect(!watcher.isWatching)
    try folder.shell("mkdir -p mount/bare/refs/heads")
    await next(watcher)
    #expect(watcher.isWatching)
    try folder.shell("mv mount/bare gone")
    await next(watcher)
    #expect(!watcher.isWatching)
    try folder.shell("mv gone mount/bare")
    await next(watcher)
    #expect(watcher.isWatching)
    try folder.shell("touch mount/bare/refs/heads/main")
    await next(watcher)
  }

  @Test func `a repository is heard as soon as the system gives an instance`() async throws {
    let folder = try WatchedFolder()
    try folder.shell("mkdir -p bare/refs/heads")
    let queue = try #require(InotifyQueue(isMissing: true))
    let watcher = RefWatcher(repository: folder.path + "/bare", queue: queue)
    try watcher.start()
    defer { watcher.stop() }
    await next(watcher)
    #expect(watcher.isWatching)
    try folder.shell("touch bare/refs/heads/main")
    await next(watcher)
  }

  @Test func `a repository with a work tree is heard by its inner folder`() async throws {
    let folder = try WatchedFolder()
    let watcher = try RefWatcher(repository: folder.path)
    try watcher.start()
    defer { watcher.stop() }
    try folder.shell("touch .git/refs/heads/main")
    await next(watcher)
  }
}
