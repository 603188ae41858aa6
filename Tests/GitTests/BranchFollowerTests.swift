import Git
import GitObjects
import Glibc
import TestSupport
import Testing

struct BranchFollowerTests {
  let peer: Peer

  init() throws { peer = try Peer() }

  private var isLocked: Bool { access(peer.folder.path + "/.git/index.lock", F_OK) == 0 }

  @Test(arguments: [2, 3, 4])
  func `branch and index follow, and stock git finds nothing changed`(version: Int) throws {
    try peer.record(["a.md": "one\n", "b/c.md": "two\n", "b/d/e.md": "three\n", "b-c": "x\n", "ü/é.md": "u\n"])
    #expect(try peer.status() == "")
    try peer.folder.git("update-index", "--index-version", "\(version)")
    if version == 3 {
      try peer.folder.write("later.md", "l")
      try peer.folder.git("add", "-N", "later.md")
    }
    try peer.record(["a.md": "one more\n", "b/d/e.md": nil, "new/deep/file.md": "n\n"])
    try peer.record(["b": "now a file\n", "b/c.md": nil])
    #expect(try peer.status() == (version == 3 ? " A later.md\n" : ""))
    #expect(try peer.folder.git("fsck", "--full", "--strict") == "")
    #expect(try peer.folder.git("log", "--oneline").split(separator: "\n").count == 3)
    #expect(try peer.folder.git("diff", "--cached", "--name-only").isEmpty)
  }

  @Test(arguments: UInt64(0)..<12)
  func `random changes leave stock git clean at every step`(seed: UInt64) throws {
    var generator = SeededGenerator(seed: seed)
    let names = ["a", "a.b", "a-b", "b", "é", "e\u{301}", "d/x", "d/y", "d/z/w", "d.e", "d0"]
    var present: Set<String> = []
    for round in 0..<8 {
      var files: [String: String?] = [:]
      for name in names where Int.random(in: 0..<3, using: &generator) == 0 {
        if present.contains(name), Bool.random(using: &generator) {
          files.updateValue(nil, forKey: name)
          present.remove(name)
        } else {
          files[name] = "round \(round) \(Int.random(in: 0..<99, using: &generator))\n"
          present.insert(name)
        }
      }
      try peer.record(files)
      #expect(try peer.status() == "", "seed \(seed), round \(round)")
      #expect(try peer.folder.git("write-tree") == peer.folder.git("rev-parse", "HEAD^{tree}"), "seed \(seed)")
    }
  }

  @Test func `the index takes its place before the branch moves, and the lock goes last`() throws {
    try peer.record(["a.md": "one\n"])
    let watch = inotify_init1(Int32(IN_NONBLOCK) | Int32(IN_CLOEXEC))
    defer { close(watch) }
    for folder in ["", "/refs/heads"] {
      let mask = UInt32(IN_MOVED_TO) | UInt32(IN_DELETE)
      try #require(inotify_add_watch(watch, peer.folder.path + "/.git" + folder, mask) >= 0)
    }
    try peer.record(["a.md": "two\n"])
    // One descriptor's events come in the order in which things happened.
    var buffer = [UInt8](repeating: 0, count: 65_536)
    let count = read(watch, &buffer, buffer.count)
    var events = buffer[..<max(0, count)]
    var names: [String] = []
    while events.count > 16 {
      let length = Int(events.dropFirst(12).prefix(4).reversed().reduce(0) { $0 << 8 | UInt32($1) })
      names.append(String(decoding: events.dropFirst(16).prefix(length).prefix { $0 != 0 }, as: UTF8.self))
      events = events.dropFirst(16 + length)
    }
    #expect(names.filter { ["index", "main", "index.lock"].contains($0) } == ["index", "main", "index.lock"])
  }

  @Test func `where the branch cannot be moved the index of before stands, and no lock`() throws {
    try peer.record(["a.md": "one\n"])
    let old = peer.tip
    let before = peer.folder.read(".git/index")
    let new = try peer.commit(["a.md": "two\n"])
    try peer.folder.write(".git/refs/heads/main.lock", "")
    #expect(throws: ObjectStoreError.self) {
      try peer.follower.follow(branch: "main", from: old, to: new) { peer.stat(of: $0) }
    }
    #expect(peer.folder.read(".git/index") == before && !isLocked)
    #expect(try peer.folder.run(["ls", peer.folder.path + "/.git/stet"]) == "spares\n")
    try peer.folder.run(["rm", peer.folder.path + "/.git/refs/heads/main.lock"])
    try peer.follower.follow(branch: "main", from: old, to: new) { peer.stat(of: $0) }
    #expect(try peer.status() == "")
  }

  @Test func `an index of before a move that git puts back is brought to the branch again, what was staged stays`()
    throws
  {
    try peer.record(["a.md": "one\n", "b.md": "one\n", "gone.md": "gone\n"])
    let before = try #require(peer.folder.read(".git/index"))
    try peer.record(["a.md": "two\n", "new.md": "new\n", "gone.md": nil])
    try peer.folder.write("b.md", "mine\n")
    let mend = {
      try peer.follower.repairStale(branch: "main", at: #require(peer.tip), isIgnored: { _ in false }) { path, _ in
        peer.stat(of: path)
      }
    }
    #expect(try !mend(), "the index is Stet's own")
    try peer.folder.write(".git/other", before)
    try peer.folder.run(["mv", peer.folder.path + "/.git/other", peer.folder.path + "/.git/index"])
    try peer.folder.git("add", "b.md")
    #expect(try peer.status().contains("D  new.md"))
    #expect(try mend())
    #expect(try peer.status() == "M  b.md\n" && !isLocked)
    try peer.folder.write("a.md", "never recorded\n")
    try peer.folder.git("add", "a.md")
    #expect(try !mend())
    #expect(try peer.status() == "M  a.md\nM  b.md\n")
  }

  @Test(arguments: [true, false])
  func `what was put back between two moves is brought along, unless it is ignored`(isIgnored: Bool) throws {
    try peer.record(["a.md": "one\n"])
    let before = try #require(peer.folder.read(".git/index"))
    try peer.record(["a.md": "two\n", "new.md": "new\n"])
    try peer.folder.write(".git/other", before)
    try peer.folder.run(["mv", peer.folder.path + "/.git/other", peer.folder.path + "/.git/index"])
    let old = peer.tip
    peer.tip = try peer.commit(["b.md": "b\n"])
    try peer.follower.follow(
      branch: "main", from: old, to: #require(peer.tip), isIgnored: { _ in isIgnored }, stat: { peer.stat(of: $0) })
    #expect(try peer.folder.git("diff", "--cached", "--name-only") == (isIgnored ? "new.md\n" : ""))
  }

  @Test(arguments: [
    (stages: "file", since: Int64(0), isRecorded: false, moves: true), ("file", .max, false, false),
    ("file", .max, true, true), ("blob", 0, true, true), ("blob", 0, false, false),
  ])
  func `a file staged while it was watched, or recorded, is brought along; what was put into the index stays`(
    stages: String, since: Int64, isRecorded: Bool, moves: Bool
  ) throws {
    try peer.record(["a.md": "one\n"])
    let old = peer.tip
    try peer.folder.write("a.md", "two\n")
    if stages == "file" {
      try peer.folder.git("add", "a.md")
    } else {
      let blob = try peer.folder.git("hash-object", "-w", "a.md").dropLast()
      try peer.folder.git("update-index", "--cacheinfo", "100644,\(blob),a.md")
    }
    peer.tip = try peer.commit(["a.md": "three\n"])
    try BranchFollower(peer.repository, since: since).follow(
      branch: "main", from: old, to: #require(peer.tip), isRecorded: { path, _ in path == "a.md" && isRecorded },
      stat: { peer.stat(of: $0) })
    #expect(try peer.status() == (moves ? "" : "MM a.md\n"))
  }

  @Test func `the lock is not held while the new index is made`() throws {
    try peer.record(["a.md": "one\n"])
    let old = try peer.repository.reference("refs/heads/main")
    let new = try peer.commit(["a.md": "two\n"])
    var wasAsked = false
    try BranchFollower(peer.repository).follow(branch: "main", from: old, to: new) { _ in
      wasAsked = true
      #expect(!isLocked)
      return nil
    }
    #expect(wasAsked && !isLocked)
  }

  @Test func `an index that git changed while the new one was made stays, and the branch too`() throws {
    try peer.record(["a.md": "one\n"])
    let old = try peer.repository.reference("refs/heads/main")
    let new = try peer.commit(["a.md": "two\n"])
    try peer.folder.write("b.md", "staged\n")
    #expect(throws: ObjectStoreError.moved(reference: "index")) {
      try BranchFollower(peer.repository).follow(branch: "main", from: old, to: new) { _ in
        _ = try? peer.folder.git("add", "b.md")
        return nil
      }
    }
    #expect(try peer.folder.git("diff", "--cached", "--name-only") == "b.md\n")
    #expect(try peer.repository.reference("refs/heads/main") == old)
  }

  @Test func `the stat that is given keeps git from reading the files`() throws {
    try peer.record(["a.md": "one\n"])
    // git would refresh the index where it had to read; with an index it may not write, the entry must match as it is.
    #expect(try peer.folder.git("diff-files") == "")
  }

  @Test func `what the user put into the index, and conflicts, stay`() throws {
    try peer.record(["a.md": "one\n", "b.md": "two\n", "c.md": "three\n"])
    let other = try peer.folder.git("rev-parse", "HEAD:c.md").dropLast()
    try peer.folder.git("update-index", "--cacheinfo", "100644,\(other),a.md")
    let blob = try peer.folder.git("rev-parse", "HEAD:b.md").dropLast()
    try peer.folder.run([
      "sh", "-c",
      "cd \(peer.folder.path) && git update-index --force-remove b.md && "
        + "printf '100644 \(blob) 1\\tb.md\\n100644 \(blob) 2\\tb.md\\n' | git update-index --index-info",
    ])
    let new = try peer.commit(["a.md": "recorded\n", "b.md": "recorded\n", "c.md": "recorded\n"])
    try peer.follower.follow(branch: "main", from: peer.tip, to: new) { _ in nil }
    let staged = try peer.folder.git("ls-files", "-s")
    #expect(try peer.folder.git("show", ":a.md") == "three\n")
    #expect(staged.contains(" 1\tb.md") && staged.contains(" 2\tb.md"))
    #expect(try peer.folder.git("show", ":c.md") == "recorded\n")
  }

  @Test func `a file the user staged keeps a directory of its name out of the index`() throws {
    try peer.record(["a.md": "one\n"])
    try peer.folder.write("b", "staged\n")
    try peer.folder.git("add", "b")
    let new = try peer.commit(["b/c.md": "x\n"], onDisk: false)
    try peer.follower.follow(branch: "main", from: peer.tip, to: new) { _ in nil }
    #expect(try peer.folder.git("ls-files") == "a.md\nb\n")
    #expect(try peer.folder.git("rev-parse", "HEAD") == new.hex + "\n")
  }

  @Test(arguments: ["", "garbage", "DIRC0000"])
  func `a damaged or missing index is made again`(content: String) throws {
    try peer.record(["a.md": "one\n", "b/c.md": "two\n"])
    try peer.folder.run(["rm", peer.folder.path + "/.git/index"])
    if !content.isEmpty { try peer.folder.write(".git/index", content) }
    try peer.record(["a.md": "more\n"])
    #expect(try peer.status() == "")
  }

  @Test func `while git holds the index nothing moves`() throws {
    try peer.record(["a.md": "one\n"])
    try peer.folder.write(".git/index.lock", "")
    let new = try peer.commit(["a.md": "two\n"])
    #expect(throws: ObjectStoreError.locked(peer.folder.path + "/.git/index.lock")) {
      try peer.follower.follow(branch: "main", from: peer.tip, to: new) { _ in nil }
    }
    #expect(try peer.repository.reference("refs/heads/main") == peer.tip)
    #expect(peer.folder.read(".git/index.lock") == [])
  }

  @Test func `a branch that the user moved or left is not touched, and no lock stays`() throws {
    try peer.record(["a.md": "one\n"])
    let first = try #require(peer.tip)
    try peer.folder.git("commit", "-q", "--allow-empty", "-m", "by hand")
    let new = try peer.commit(["a.md": "two\n"])
    #expect(throws: ObjectStoreError.moved(reference: "HEAD")) {
      try peer.follower.follow(branch: "main", from: first, to: new) { _ in nil }
    }
    try peer.folder.git("checkout", "-q", "-f", "-b", "side", first.hex)
    #expect(throws: ObjectStoreError.moved(reference: "HEAD")) {
      try peer.follower.follow(branch: "main", from: first, to: new) { _ in nil }
    }
    #expect(peer.repository.locks.isIndexLocked(now: 0) == .free)
  }

  @Test func `a branch that is elsewhere is noticed without taking git's lock`() throws {
    try peer.record(["a.md": "one\n"])
    let first = try #require(peer.tip)
    try peer.folder.git("commit", "-q", "--allow-empty", "-m", "by hand")
    let new = try peer.commit(["a.md": "two\n"])
    // A lock that came and went would look to whoever watches as if git were at work.
    let before = try peer.folder.run(["stat", "-c", "%z", peer.folder.path + "/.git"])
    #expect(throws: ObjectStoreError.moved(reference: "HEAD")) {
      try peer.follower.follow(branch: "main", from: first, to: new) { _ in nil }
    }
    #expect(try peer.folder.run(["stat", "-c", "%z", peer.folder.path + "/.git"]) == before)
  }

  @Test func `a split index is refused with its name`() throws {
    try peer.record(["a.md": "one\n"])
    try peer.folder.git("update-index", "--split-index")
    let new = try peer.commit(["a.md": "two\n"])
    #expect(throws: ObjectStoreError.failed("the index has an unsupported form: a split index")) {
      try peer.follower.follow(branch: "main", from: peer.tip, to: new) { _ in nil }
    }
    #expect(try peer.repository.reference("refs/heads/main") == peer.tip)
  }
}
