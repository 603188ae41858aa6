import Glibc
import Testing

@testable import FileWatching

/// Real programs save, each in its own way (reliability §3).
@Suite(.timeLimit(.minutes(5)))
struct FileWatcherProgramTests {
  @Test(arguments: [
    ("shell", "echo two > a.md"), ("append", "echo two >> a.md"), ("tee", "echo two | tee -a a.md > /dev/null"),
    ("sed", "sed -i s/one/two/ a.md"), ("cp", "echo two > .git/source && cp .git/source a.md"),
    ("mv", "echo two > .goutputstream-8KZQ42 && mv .goutputstream-8KZQ42 a.md"),
    ("truncate", "truncate -s 0 a.md && echo two >> a.md"), ("install", "install /etc/hostname a.md"),
    ("vim", "vim -es -u NONE -c 's/one/two/' -c wq a.md </dev/null"),
    ("vim with backup", "vim -es -u NONE -c 'set backup backupdir=.' -c 's/one/two/' -c wq a.md </dev/null"),
    ("emacs", "emacs -Q --batch a.md --eval '(progn (insert \"two\") (save-buffer))' 2>/dev/null"),
    ("rsync", "echo two and three > .git/source && rsync .git/source a.md"),
    (
      "two renames",
      "echo two > a.md___jb_tmp___ && mv a.md a.md___jb_old___ && mv a.md___jb_tmp___ a.md && rm a.md___*"
    ),
  ])
  func `a save is seen once, as a change of its document alone`(program: String, command: String) async throws {
    let folder = try WatchedFolder()
    try folder.write("a.md", "one\n")
    let watcher = try folder.watch()
    defer { watcher.stop() }
    try folder.shell(command)
    await watcher.barrier()
    let seen = await watcher.collect { $0.paths.contains("a.md") }
    // One in fifty of rsync's random endings reads like a word, and costs a look too many (`EditorName.classify`).
    let wordlike = seen.paths.filter { $0.utf8.count == 12 && $0.hasPrefix(".a.md.") && program == "rsync" }
    #expect(wordlike.allSatisfy { EditorName.classify($0) == .document })
    #expect(seen.paths.subtracting(["4913"]).subtracting(wordlike) == ["a.md"])
    #expect(seen.reasons("a.md").allSatisfy { $0 == .closed || $0 == .renamedOnto })
    #expect(seen.renames.isEmpty)
    #expect(!seen.rescansAll)
  }

  @Test func `a document that vim has open is present until vim ends`() async throws {
    let folder = try WatchedFolder()
    try folder.write("a.md", "one\n")
    try folder.shell("touch .b.md.swp")
    let watcher = try folder.watch()
    defer { watcher.stop() }
    #expect(watcher.takeBatch().presence.keys.map(\.string) == ["b.md"])
    try folder.shell("vim -u NONE -es -c 'silent !touch seen' -c 'q!' a.md </dev/null; rm .b.md.swp; touch .c.md.swp")
    let seen = await watcher.drain()
    #expect(seen.presence == ["c.md": ".c.md.swp"])
    #expect(!seen.paths.contains { $0.hasSuffix(".swp") })
  }

  @Test func `a rename is seen whole, also onto another folder`() async throws {
    let folder = try WatchedFolder()
    try folder.shell("mkdir d; echo one > a.md")
    let watcher = try folder.watch()
    defer { watcher.stop() }
    try folder.shell("mv a.md d/b.md")
    let seen = await watcher.collect { !$0.renames.isEmpty }
    #expect(seen.arrows == ["a.md → d/b.md"])
    #expect(seen.paths == ["a.md", "d/b.md"])
  }

  @Test func `a file made without a name and linked later is seen`() async throws {
    let folder = try WatchedFolder()
    let watcher = try folder.watch()
    defer { watcher.stop() }
    try folder.write("a.md", "one")
    try folder.shell("ln a.md b.md; ln -s a.md c.md; mkfifo pipe; : > empty; chmod +x a.md")
    let seen = await watcher.drain()
    #expect(seen.paths.isSuperset(of: ["a.md", "b.md", "c.md", "empty"]))
  }

  @Test func `a mode change alone is seen, reading is not`() async throws {
    let folder = try WatchedFolder()
    try folder.shell("echo one > a.sh; echo two > b.md")
    let watcher = try folder.watch()
    defer { watcher.stop() }
    try folder.shell("chmod +x a.sh; cat b.md > /dev/null")
    let seen = await watcher.drain()
    #expect(seen.settled.map { "\($0.path) \($0.reason)" } == ["a.sh attributes"])
  }

  @Test func `at rest nothing is planned`() async throws {
    let folder = try WatchedFolder()
    try folder.shell("mkdir -p a/b c; echo one > a/b/x.md")
    let watcher = try folder.watch()
    defer { watcher.stop() }
    try folder.write("a/b/x.md", "two")
    _ = await watcher.drain()
    #expect(watcher.state.withLock { $0.nextDeadline } == nil)
  }
}
