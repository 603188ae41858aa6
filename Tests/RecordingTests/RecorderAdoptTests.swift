import Documents
import FileSystem
import GitObjects
import Recording
import Synchronization
import TestSupport
import Testing
import WorkTree

@Suite struct `What comes from elsewhere` {
  private func desk(_ files: [String: String]) throws -> Desk {
    let desk = try Desk()
    for (path, text) in files.sorted(by: { $0.key < $1.key }) { try desk.save(path, text) }
    try desk.scan()
    return desk
  }

  private func adopt(_ desk: Desk, _ files: [String: String]) throws {
    let target = try desk.remoteCommit(files)
    guard case .adopted = try desk.running().adopt(target, expecting: desk.running().tip) else {
      Issue.record("not adopted")
      return
    }
    #expect(try desk.running().tip == target)
  }

  @Test func `files come, change and go, and the scan finds nothing to record`() throws {
    let desk = try desk(["a": "one", "f/b": "two", "f/c": "three"])
    try adopt(desk, ["a": "ONE", "f/c": "three", "g/h/d": "four"])
    #expect(try desk.text("a") == "ONE")
    #expect(try desk.text("f/b") == nil)
    #expect(try desk.text("g/h/d") == "four")
    #expect(try desk.scan().commits.isEmpty)
  }

  @Test func `empty folders in the way of a file give way, and one with a file stays`() throws {
    let desk = try desk(["a": "one"])
    for path in ["deep/er/est", "deep/other", "full/er"] {
      try desk.tree.makeDirectories(FileLocation(WorkspacePath(path)))
    }
    try desk.tree.createLink(FileLocation(WorkspacePath("full/er/link")), target: Array("x".utf8))
    try adopt(desk, ["a": "one", "deep": "a file", "full": "a file"])
    #expect(try desk.text("deep") == "a file")
    #expect(try desk.running().disk.problems.map(\.key.text) == ["full"])
    #expect(try desk.scan().problems.isEmpty)
  }

  @Test func `a folder in the way that holds only what is never published is set aside whole`() throws {
    let desk = try desk(["a": "one"])
    desk.rules = RecordingRules(
      isIgnored: { path, isFolder in path.string.hasSuffix(".o") || isFolder && path.name == "build" },
      isLocalOnly: { path, _ in path.name == ".env" })
    try desk.open()
    try desk.save("ignored/deep/x.o", "object")
    try desk.save("ignored/build/y.txt", "built")
    try desk.save("ignored/.env", "KEY=1")
    try desk.save("mixed/x.o", "object")
    try desk.save("mixed/z.txt", "text")
    try desk.tree.makeDirectories(FileLocation(WorkspacePath("ignored/deep/empty")))
    try adopt(desk, ["a": "one", "ignored": "a file", "mixed": "a file"])
    #expect(try desk.text("ignored") == "a file")
    #expect(try desk.running().tree.foldersSetAside == ["ignored-1"])
    let aside = FileLocation.store("set-aside/new").appending("ignored-1")
    for (path, text) in ["deep/x.o": "object", "build/y.txt": "built", ".env": "KEY=1"] {
      let place = path.split(separator: "/").reduce(aside) { $0.appending(String($1)) }
      #expect(try desk.tree.read(place, limit: 100)?.bytes == Array(text.utf8))
    }
    #expect(try desk.running().disk.problems.map(\.key.text) == ["mixed"])
    try desk.running().tree.knowSetAside("ignored-1")
    #expect(try desk.running().tree.foldersSetAside.isEmpty)
  }

  @Test func `a save in a folder that stands in a file's place lists the file as a conflict`() throws {
    let desk = try desk(["a": "one"])
    try desk.save("full/deep/x", "mine")
    try adopt(desk, ["a": "one", "full": "theirs"])
    try desk.scan()
    #expect(try desk.recorded("full/deep/x") == "mine")
    let listed = try desk.log().flatMap { CommitMessage(parsing: $0.message).conflicts }
    #expect(listed.count == 1 && listed[0].contains("full"))
    #expect(try desk.running().disk.problems.isEmpty)
  }

  @Test func `the journal has an adoption before the tip moves, and the files follow`() throws {
    let desk = try desk(["a": "one"])
    try desk.running().log.close()
    var seen: [RecorderHooks.Step] = []
    var tips: [ObjectID?] = []
    desk.hooks = RecorderHooks { [unowned desk] step in
      seen.append(step)
      tips.append(try? desk.store.reference(StetReference.tip))
      #expect((try? desk.text("a")) == (step == .placed ? "ONE" : "one"))
    }
    try desk.open()
    let before = try desk.running().tip
    try adopt(desk, ["a": "ONE"])
    let after = try desk.running().tip
    #expect(seen == [.journalled, .moved, .placed])
    #expect(tips == [before, after, after])
  }

  @Test(arguments: 1...8)
  func `a fetched pack that nobody flushed outlives a power cut once the tip names it`(seed: UInt64) throws {
    let desk = try Desk()
    try desk.save("a", "one\n", durable: true)
    try desk.scan()
    try desk.running().log.checkpoint()
    let tip = try #require(try desk.running().tip)
    let elsewhere = CrashStore()
    let blob = try elsewhere.write(.blob, Array("theirs\n".utf8))
    let tree = try TreeEditor(store: elsewhere).apply([.set(path: "a", mode: .file, id: blob)], to: nil)
    let other = Signature(name: "Bob", email: "bob@example.org", seconds: 1_700_000_000)
    let target = try elsewhere.write(
      Commit(tree: tree, parents: [tip], author: other, committer: other, message: "Theirs\n"))
    for id in [blob, tree, target] {
      let object = try elsewhere.read(id)
      try desk.store.receive(object.kind, object.content)
    }
    #expect(try desk.running().adopt(target, expecting: tip) == .adopted)
    var generator = SeededGenerator(seed: seed)
    desk.crash(using: &generator)
    try desk.open()
    #expect(try desk.running().tip == target)
    #expect(try desk.recorded("a") == "theirs\n")
  }

  @Test func `what the person saved and nobody recorded is recorded first`() throws {
    let desk = try desk(["a": "one\n", "b": "two\n"])
    let target = try desk.remoteCommit(["a": "theirs\n", "b": "two\n"])
    try desk.save("a", "mine\n")
    let tip = try desk.running().tip
    let outcome = try desk.running().adopt(target, expecting: tip)
    #expect(outcome == .tipMoved(try desk.running().tip))
    #expect(try desk.text("a") == "mine\n" && desk.recorded("a") == "mine\n")
    #expect(try CommitMessage(parsing: desk.log()[0].message).author == .user)
  }

  @Test func `a tip that moved meanwhile is told, and nothing changes`() throws {
    let desk = try desk(["a": "one"])
    let old = try desk.running().tip
    let target = try desk.remoteCommit(["a": "theirs"])
    try desk.save("b", "two")
    try desk.scan()
    #expect(try desk.running().adopt(target, expecting: old) == .tipMoved(desk.running().tip))
    #expect(try desk.text("a") == "one")
  }

  @Test(arguments: [0, 1, 2, 3])
  func `a save in the middle is merged on top in the person's name (review B8)`(moment: Int) throws {
    let desk = try desk(["a": "1\n2\n3\n4\n5\n", "b": "x"])
    let target = try desk.remoteCommit(["a": "1\n2\n3\n4\ntheirs\n", "b": "y"])
    let path = FileLocation(try WorkspacePath("a"))
    let seen = Counter()
    let kinds: [FileOperation] = [.create, .exchange, .move, .read]
    desk.tree.onOperation { [weak tree = desk.tree] operation, location in
      guard operation == kinds[moment], operation == .read ? location.string.contains("displaced") : true,
        seen.add() == 1
      else { return }
      try? tree?.save(path, bytes: Array("mine\n2\n3\n4\n5\n".utf8))
    }
    _ = try desk.running().adopt(target, expecting: desk.running().tip)
    desk.tree.onOperation(nil)
    try desk.scan()
    if moment < 2 {
      #expect(try desk.text("a") == "mine\n2\n3\n4\ntheirs\n")
      #expect(try desk.log().first?.author.name == "Ann")
    }
    #expect(try desk.text("b") == "y")
    #expect(try desk.recorded("a") == desk.text("a"))
    #expect(try desk.log().contains { $0.message == "From elsewhere\n" })
  }

  @Test func `a save in the middle of a removal comes back as the person's`() throws {
    let desk = try desk(["a": "one\n", "b": "x"])
    let target = try desk.remoteCommit(["b": "x"])
    let path = FileLocation(try WorkspacePath("a"))
    desk.tree.onOperation { [weak tree = desk.tree] operation, location in
      if operation == .move, location == path { try? tree?.save(path, bytes: Array("mine\n".utf8)) }
    }
    _ = try desk.running().adopt(target, expecting: desk.running().tip)
    desk.tree.onOperation(nil)
    #expect(try desk.text("a") == "mine\n" && desk.recorded("a") == "mine\n")
    #expect(try desk.log().first?.author.name == "Ann")
  }

  @Test func `a text that is half saved waits for its writer and is merged then`() throws {
    let desk = try desk(["a": "1\n2\n3\n", "b": "x"])
    let target = try desk.remoteCommit(["a": "1\n2\ntheirs\n", "b": "x"])
    let handle = try desk.tree.openForWriting(FileLocation(WorkspacePath("a")), truncate: true)
    _ = try desk.running().adopt(target, expecting: desk.running().tip)
    #expect(try desk.text("a") == "1\n2\ntheirs\n" && desk.recorded("a") == "1\n2\ntheirs\n")
    desk.tree.write(handle, bytes: Array("mine\n2\n3\n".utf8))
    #expect(try desk.running().settleDisplaced().count == 1)
    desk.tree.close(handle)
    #expect(try desk.running().settleDisplaced().isEmpty)
    #expect(try desk.text("a") == "mine\n2\ntheirs\n" && desk.recorded("a") == "mine\n2\ntheirs\n")
  }

  @Test(arguments: [FileOperation.exchange, .move])
  func `a text whose writer closes it between the look and the exchange is late, and merged then`(
    at moment: FileOperation
  ) throws {
    let desk = try desk(["a": "1\n2\n3\n", "b": "x"])
    let target = try desk.remoteCommit(["a": "1\n2\ntheirs\n", "b": "x"])
    let handle = try desk.tree.openForWriting(FileLocation(WorkspacePath("a")), truncate: true)
    desk.tree.write(handle, bytes: Array("mine\n2\n3\n".utf8))
    desk.tree.onOperation { [weak tree = desk.tree] operation, _ in
      if operation == moment { tree?.close(handle) }
    }
    _ = try desk.running().adopt(target, expecting: desk.running().tip)
    desk.tree.onOperation(nil)
    let late = try desk.running().late.keys.sorted()
    #expect(late.count == 1)
    #expect(try desk.running().settleDisplaced(late).isEmpty && desk.running().late.isEmpty)
    #expect(try desk.text("a") == "mine\n2\ntheirs\n" && desk.recorded("a") == "mine\n2\ntheirs\n")
    #expect(try desk.log().first?.author.name == "Ann")
  }

  @Test func `a displaced text that is refused while its path is being saved is late, and merged then`() throws {
    let desk = try desk(["a": "1\n2\n3\n", "b": "x"])
    let target = try desk.remoteCommit(["a": "1\n2\ntheirs\n", "b": "x"])
    let path = FileLocation(try WorkspacePath("a"))
    let moments = Mutex((isSaved: false, handle: Int?.none))
    desk.tree.onOperation { [weak tree = desk.tree] operation, location in
      moments.withLock { moment in
        if moment.isSaved {
          // A second program begins to save what the adoption has just placed.
          if moment.handle == nil { moment.handle = try? tree?.openForWriting(path, append: true) }
        } else if operation == .exchange {
          try? tree?.save(path, bytes: Array("mine\n2\n3\n".utf8))
          moment.isSaved = true
        }
      }
    }
    _ = try desk.running().adopt(target, expecting: desk.running().tip)
    desk.tree.onOperation(nil)
    let handle = try #require(moments.withLock { $0.handle })
    #expect(try desk.text("a") == "1\n2\ntheirs\n" && Array(desk.running().late.values) == [.refused])
    desk.tree.close(handle)
    let late = try desk.running().late.keys.sorted()
    #expect(try desk.running().settleDisplaced(late).isEmpty && desk.running().late.isEmpty)
    #expect(try desk.text("a") == "mine\n2\ntheirs\n" && desk.recorded("a") == "mine\n2\ntheirs\n")
  }

  @Test func `lines behind a displaced text are merged while their writer stays (review A11)`() throws {
    let desk = try desk(["log": "1\n", "b": "x"])
    let handle = try desk.tree.openForWriting(FileLocation(WorkspacePath("log")), append: true)
    try desk.write("log", .text("r-top\n1\n")).result()
    for line in ["2", "3"] {
      desk.tree.write(handle, bytes: Array("\(line)\n".utf8))
      desk.wait(milliseconds: 150)
      #expect(try desk.running().settleDisplaced().count == 1)
      #expect(try desk.text("log")?.contains(line) == false)
      desk.wait(milliseconds: 60)
      #expect(try desk.running().settleDisplaced().count == 1)
      #expect(try desk.text("log")?.hasSuffix("\(line)\n") == true)
      #expect(try desk.log().first?.author.name == "Ann")
    }
    desk.tree.close(handle)
    #expect(try desk.running().settleDisplaced().isEmpty)
    #expect(try desk.text("log") == "r-top\n1\n2\n3\n" && desk.recorded("log") == "r-top\n1\n2\n3\n")
  }

  @Test func `what is left out keeps its file, and what stands there is recorded on top`() throws {
    let desk = try desk(["a": "one", "b": "two"])
    try desk.save("a", "newer")
    let target = try desk.remoteCommit(["a": "theirs", "b": "TWO"])
    _ = try desk.running().adopt(target, expecting: desk.running().tip, leaving: [NameKey("a")])
    #expect(try desk.text("a") == "newer" && desk.recorded("a") == "newer")
    #expect(try desk.text("b") == "TWO")
    #expect(try desk.log()[1].message == "From elsewhere\n")
  }

  @Test func `a file whose name only Unicode takes for that of a left out one is brought`() throws {
    let (composed, decomposed) = ("caf\u{E9}.md", "cafe\u{301}.md")
    let desk = try Desk()
    try desk.save(composed, "one")
    try desk.save(decomposed, "two")
    try desk.scan()
    let store = desk.store
    let edits = [
      TreeEdit.set(path: composed, mode: .file, id: try store.write(.blob, Array("ONE".utf8))),
      TreeEdit.set(path: decomposed, mode: .file, id: try store.write(.blob, Array("TWO".utf8))),
    ]
    let person = Signature(name: "Ben", email: "ben@example.org", seconds: 1_700_000_000)
    let tip = try #require(try desk.running().tip)
    let target = try store.write(
      Commit(
        tree: TreeEditor(store: store).apply(edits, to: desk.running().tipTree), parents: [tip], author: person,
        committer: person, message: "From elsewhere\n"))
    _ = try desk.running().adopt(target, expecting: tip, leaving: [NameKey(decomposed)])
    #expect(try desk.text(composed) == "ONE" && desk.text(decomposed) == "two")
    #expect(try desk.recorded(composed) == "ONE" && desk.recorded(decomposed) == "two")
  }

  @Test func `a folder comes where a file stood, and a file where a folder stood`() throws {
    let desk = try desk(["x": "file", "y/inner/deep": "inner", "y/other": "o"])
    try adopt(desk, ["x/inner": "now inside", "y": "now a file"])
    #expect(try desk.text("x/inner") == "now inside")
    #expect(try desk.text("y") == "now a file")
    #expect(try desk.scan().commits.isEmpty)
  }

  @Test func `a file that cannot be placed is not taken for a change back`() throws {
    let desk = try desk(["a": "one", "b": "two"])
    let full = FileError(code: .noSpace, operation: "create", path: "a", errno: 28, message: "full")
    let target = try desk.remoteCommit(["a": "ONE", "b": "TWO"])
    let made = Counter()
    desk.tree.onFault { operation, _ in operation == .create && made.add() == 1 ? full : nil }
    _ = try desk.running().adopt(target, expecting: desk.running().tip)
    desk.tree.onFault(nil)
    #expect(try desk.text("a") == "one" && desk.text("b") == "TWO")
    #expect(try desk.running().disk.problems.keys.contains(NameKey("a")))
    #expect(try desk.scan().commits.isEmpty)
    #expect(try desk.recorded("a") == "ONE")
  }

  @Test func `a mode that could not be given comes after the next start, and is not taken for a change back`() throws {
    let desk = try desk(["a": "one"])
    let target = try desk.remoteCommit(["a": "one"], mode: .executable)
    let denied = FileError(code: .denied, operation: "exchange", path: "a", errno: 13, message: "denied")
    desk.tree.onFault { operation, _ in operation == .exchange ? denied : nil }
    _ = try desk.running().adopt(target, expecting: desk.running().tip)
    try desk.open(isSameBoot: true)
    desk.tree.onFault(nil)
    try desk.scan()
    #expect(try desk.running().tip == target)
    let stamp = try #require(try desk.tree.stamp(of: FileLocation(WorkspacePath("a"))))
    #expect(FileMode(stamp) == .executable)
  }
}
