import Documents
import FileSystem
import GitObjects
import Recording
import TestSupport
import Testing
import WorkTree

@Suite struct `What is written through the door` {
  private func desk(_ text: String? = nil) throws -> Desk {
    let desk = try Desk()
    if let text {
      try desk.save("a", text)
      try desk.record("a")
    }
    return desk
  }

  @discardableResult
  private func result(_ outcome: WriteOutcome) throws -> WriteResult { try outcome.result() }

  @Test func `an agent's write is a commit of the agent, and the file stands`() throws {
    let desk = try desk("one\n")
    let done = try result(try desk.write("a", .text("two\n")))
    #expect(done.token == desk.token("two\n"))
    #expect(try desk.text("a") == "two\n")
    let commit = try #require(try desk.log().first)
    #expect(commit.author.name == "Robot" && commit.author.email == "robot@agents.invalid")
    #expect(CommitMessage(parsing: commit.message).author == .robot)
    #expect(try desk.scan().commits.isEmpty)
  }

  @Test func `the person's unrecorded text is recorded first, as the person's`() throws {
    let desk = try desk("one\ntwo\nthree\n")
    try desk.save("a", "ONE\ntwo\nthree\n")
    try result(try desk.write("a", .edit(old: "three", new: "THREE", everywhere: false)))
    #expect(try desk.text("a") == "ONE\ntwo\nTHREE\n")
    let authors = try desk.log().map { CommitMessage(parsing: $0.message).author }
    #expect(authors == [.robot, .user, .user])
    let before = try desk.log()[1].tree
    #expect(try desk.store.tree(before)["a"]?.id == desk.token("ONE\ntwo\nthree\n"))
  }

  @Test func `a write whose token is the current version replaces it`() throws {
    let desk = try desk("one")
    let done = try result(try desk.write("a", .text("two"), base: .version(desk.token("one"))))
    #expect(!done.isMerged)
    #expect(try desk.text("a") == "two")
  }

  @Test(arguments: [
    ("a\r\nb\r\n", "x\ny\n", "x\r\ny\r\n"), ("\u{FEFF}a\n", "x\n", "\u{FEFF}x\n"), ("a\n", "x\r\n", "x\r\n"),
    ("a\0\r\n", "x\n", "x\n"),
  ])
  func `a whole text gets the form of what stands there where that is asked for`(
    onDisk: String, new: String, kept: String
  ) throws {
    for isRecorded in [true, false] {
      let desk = try desk(isRecorded ? onDisk : nil)
      if !isRecorded { try desk.save("a", onDisk) }
      var write = Write(
        path: try WorkspacePath("a"), action: .put(Array(new.utf8)), base: .version(desk.token(onDisk)),
        origin: WriteOrigin(author: .robot))
      write.keepsForm = true
      let done = try result(try #require(desk.running().perform([write]).first))
      #expect(try desk.text("a") == kept && done.token == desk.token(kept))
      write.base = .current
      write.keepsForm = false
      try result(try #require(desk.running().perform([write]).first))
      #expect(try desk.text("a") == new)
    }
  }

  @Test func `a write with an older token is merged where the edits lie apart`() throws {
    let desk = try desk("1\n2\n3\n4\n5\n")
    try desk.save("a", "person\n2\n3\n4\n5\n")
    let done = try result(
      try desk.write("a", .text("1\n2\n3\n4\nrobot\n"), base: .version(desk.token("1\n2\n3\n4\n5\n"))))
    #expect(done.isMerged)
    #expect(try desk.text("a") == "person\n2\n3\n4\nrobot\n")
    #expect(done.token == desk.token("person\n2\n3\n4\nrobot\n"))
  }

  @Test func `a write with a stale token changes nothing where the edits overlap`() throws {
    let desk = try desk("one\n")
    try desk.save("a", "person\n")
    let base = desk.token("one\n")
    let outcome = try desk.write("a", .text("robot\n"), base: .version(base))
    #expect(outcome == .refused(.stale(base: base, current: desk.token("person\n"))))
    #expect(try desk.text("a") == "person\n")
    #expect(try desk.recorded("a") == "person\n")
  }

  @Test(arguments: [("merge=stet-records", "a.jsonl", "{\"id\": %}\n"), ("merge=union", "a.log", "line %\n")])
  func `a write with an older token is merged as git's attributes say of the file`(
    attribute: String, name: String, line: String
  ) throws {
    func lines(_ numbers: Int...) -> String { numbers.map { line.replacing("%", with: "\($0)") }.joined() }
    let desk = try desk()
    try desk.save(".gitattributes", "\(name) \(attribute)\n")
    try desk.save(name, lines(1))
    try desk.record(".gitattributes", name)
    try desk.save(name, lines(1, 2))
    let done = try result(try desk.write(name, .text(lines(1, 3)), base: .version(desk.token(lines(1)))))
    #expect(done.isMerged)
    #expect(try desk.text(name) == lines(1, 2, 3))
  }

  @Test func `a write with an older token is refused where git's attributes forbid to merge the file`() throws {
    let desk = try desk("1\n2\n3\n4\n5\n")
    try desk.save(".gitattributes", "a -merge\n")
    try desk.record(".gitattributes")
    let saved = "person\n2\n3\n4\n5\n"
    try desk.save("a", saved)
    let base = desk.token("1\n2\n3\n4\n5\n")
    let outcome = try desk.write("a", .text("1\n2\n3\n4\nrobot\n"), base: .version(base))
    #expect(outcome == .refused(.stale(base: base, current: desk.token(saved))))
    #expect(try desk.text("a") == saved)
    #expect(try desk.recorded("a") == saved)
  }

  @Test func `a token that nobody knows is refused`() throws {
    let desk = try desk("one\n")
    let unknown = desk.token("never")
    #expect(try desk.write("a", .text("x"), base: .version(unknown)) == .refused(.unknownVersion(unknown)))
  }

  @Test func `a new file needs a free path`() throws {
    let desk = try desk("one")
    #expect(try desk.write("a", .text("two"), base: .absent) == .refused(.exists(try WorkspacePath("a"))))
    #expect(try result(try desk.write("a", .text("one"), base: .absent)).isUnchanged)
    try result(try desk.write("deep/er/b", .text("two"), base: .absent))
    #expect(try desk.text("deep/er/b") == "two")
  }

  @Test func `of many who create one path exactly one wins`() throws {
    let desk = try desk()
    let path = try WorkspacePath("new")
    let outcomes = try desk.running().perform(
      (0..<100).map {
        Write(path: path, action: .text("by \($0)"), base: .absent, origin: WriteOrigin(author: .robot))
      })
    #expect(outcomes.filter { if case .done = $0 { true } else { false } }.count == 1)
    #expect(try desk.text("new") == "by 0")
  }

  @Test func `an edit wants its text exactly once`() throws {
    let desk = try desk("ab ab\n")
    #expect(try desk.write("a", .edit(old: "ab", new: "x", everywhere: false)) == .refused(.notUnique(count: 2)))
    #expect(try desk.write("a", .edit(old: "zz", new: "x", everywhere: false)) == .refused(.notUnique(count: 0)))
    #expect(try desk.write("a", .edit(old: "", new: "x", everywhere: false)) == .refused(.notUnique(count: 0)))
    try result(try desk.write("a", .edit(old: "ab", new: "x", everywhere: true)))
    #expect(try desk.text("a") == "x x\n")
    #expect(try desk.write("b", .edit(old: "ab", new: "x", everywhere: false)) == .refused(.notFound))
  }

  @Test func `many edits of different lines in one turn all stand`() throws {
    let lines = (0..<50).map { "line \($0);\n" }
    let desk = try desk(lines.joined())
    let path = try WorkspacePath("a")
    let outcomes = try desk.running().perform(
      (0..<50).map {
        let action = Write.Action.edit(old: "line \($0);", new: "edit \($0);", everywhere: false)
        return Write(path: path, action: action, origin: WriteOrigin(author: .agent(name: "A\($0)", session: nil)))
      })
    #expect(outcomes.allSatisfy { if case .done = $0 { true } else { false } })
    #expect(try desk.text("a") == (0..<50).map { "edit \($0);\n" }.joined())
    #expect(try desk.log().count == 51)
    #expect(Set(try desk.log().map(\.author.name)).count == 51)
  }

  @Test func `two writers of one path in one turn are two commits and one exchange`() throws {
    let desk = try desk("one\ntwo\n")
    let exchanges = Counter()
    desk.tree.onOperation { operation, _ in if operation == .exchange { exchanges.add() } }
    let path = try WorkspacePath("a")
    let outcomes = try desk.running().perform(
      ["one", "two"].map {
        Write(
          path: path, action: .edit(old: $0, new: $0 + "!", everywhere: false),
          origin: WriteOrigin(author: .agent(name: $0, session: nil)))
      })
    #expect(outcomes.count == 2)
    #expect(exchanges.value == 1)
    #expect(try desk.log().map(\.author.name) == ["two", "one", "Ann"])
    #expect(try desk.text("a") == "one!\ntwo!\n")
  }

  @Test func `an append goes to the inode that stands there`() throws {
    let desk = try desk("one\n")
    let location = FileLocation(try WorkspacePath("a"))
    let before = try desk.tree.stamp(of: location)?.inode
    // `tee -a` has it open (review A11): its lines and the agent's are then in one file.
    let handle = try desk.tree.openForWriting(location, append: true)
    let done = try result(try desk.write("a", .appending("two\n")))
    desk.tree.write(handle, bytes: Array("three\n".utf8))
    desk.tree.close(handle)
    #expect(try desk.tree.stamp(of: location)?.inode == before)
    #expect(try desk.text("a") == "one\ntwo\nthree\n" && done.token == desk.token("one\ntwo\n"))
    try result(try desk.write("new", .appending("first\n")))
    #expect(try desk.text("new") == "first\n")
  }

  @Test func `a deletion takes the current version only`() throws {
    let desk = try desk("one")
    let old = desk.token("one")
    try desk.save("a", "two")
    #expect(
      try desk.write("a", .delete, base: .version(old)) == .refused(.stale(base: old, current: desk.token("two"))))
    try result(try desk.write("a", .delete))
    #expect(try desk.text("a") == nil)
    #expect(try desk.recorded("a") == nil)
    #expect(try desk.write("a", .delete) == .refused(.notFound))
    #expect(try desk.scan().commits.isEmpty)
  }

  @Test func `a file moves to a free name and the move is noted`() throws {
    let desk = try desk("one")
    try desk.save("b", "two")
    try desk.record("b")
    #expect(try desk.write("a", .move(to: WorkspacePath("b"))) == .refused(.exists(try WorkspacePath("b"))))
    try result(try desk.write("a", .move(to: WorkspacePath("c/d"))))
    #expect(try desk.text("a") == nil)
    #expect(try desk.text("c/d") == "one")
    let message = CommitMessage(parsing: try #require(try desk.log().first).message)
    #expect(message.renamed == [PathRename(from: "a", to: "c/d")])
    #expect(try desk.scan().commits.isEmpty)
    #expect(try desk.write("a", .move(to: WorkspacePath("e"))) == .refused(.notFound))
  }

  @Test func `a folder moves with all it holds and not into itself`() throws {
    let desk = try desk("one")
    for name in ["f/x", "f/g/y", "f/g/z"] { try desk.save(name, name) }
    try desk.scan()
    let inside = try WorkspacePath("f/g/h")
    #expect(try desk.write("f", .move(to: inside)) == .refused(.exists(inside)))
    try result(try desk.write("f", .move(to: WorkspacePath("k"))))
    #expect(try desk.recorded("k/g/z") == "f/g/z" && desk.text("k/g/z") == "f/g/z")
    #expect(try desk.recorded("f/x") == nil && desk.text("f/x") == nil)
    #expect(try desk.scan().commits.isEmpty)
  }

  @Test func `a path in a folder that moves in the same turn is refused, not written twice`() throws {
    let desk = try desk("one")
    try desk.save("f/x", "x")
    try desk.scan()
    let origin = WriteOrigin(author: .robot)
    let outcomes = try desk.running().perform([
      Write(path: WorkspacePath("f"), action: .move(to: WorkspacePath("k")), origin: origin),
      Write(path: WorkspacePath("k/x"), action: .text("new"), origin: origin),
    ])
    #expect(outcomes[1] == .refused(.beingSaved))
    #expect(try desk.text("k/x") == "x" && desk.recorded("k/x") == "x")
  }

  @Test func `what writes are about is their paths, where they move to, and what links lead to`() throws {
    let desk = try Desk()
    try desk.save("real", "1\n")
    try desk.tree.createLink(FileLocation(WorkspacePath("link")), target: Array("real".utf8))
    let origin = WriteOrigin(author: .robot)
    let writes = [
      Write(path: try WorkspacePath("link"), action: .text("2\n"), origin: origin),
      Write(path: try WorkspacePath("a"), action: .move(to: try WorkspacePath("b")), origin: origin),
    ]
    #expect(try desk.running().paths(touchedBy: writes).map(\.string) == ["a", "b", "link", "real"])
  }

  @Test func `a link inside is followed and stays, one that leads out is refused`() throws {
    let desk = try desk()
    try desk.save("folder/real", "one\n")
    func link(_ name: String, _ target: String) throws {
      try desk.tree.createLink(FileLocation(WorkspacePath(name)), target: Array(target.utf8))
    }
    try link("link", "folder/real")
    try link("folder/up", "../link")
    try link("out", "../outside")
    try link("root", "/etc/passwd")
    try link("loop", "loop")
    try desk.scan()
    try result(try desk.write("folder/up", .text("two\n")))
    #expect(try desk.text("folder/real") == "two\n")
    #expect(try desk.text("link") == "folder/real")
    for name in ["out", "root", "loop"] {
      #expect(try desk.write(name, .text("x")) == .refused(.notAFile), "\(name)")
    }
  }

  @Test func `mode and attributes of what is replaced are kept`() throws {
    let desk = try desk("#!/bin/sh\n")
    let location = FileLocation(try WorkspacePath("a"))
    try desk.tree.setPermissions(0o750, of: location)
    try desk.tree.setExtended("user.tag", to: [7], of: location)
    try desk.record("a")
    try result(try desk.write("a", .text("#!/bin/bash\n")))
    #expect(try desk.tree.stamp(of: location)?.permissions == 0o750)
    #expect(try desk.tree.extended("user.tag", of: location) == [7])
    #expect(try desk.running().entry(at: WorkspacePath("a"))?.mode == .executable)
  }

  @Test func `while recording is paused nothing is written`() throws {
    let desk = try desk("one")
    try desk.running().log.pause("another branch")
    #expect(try desk.write("a", .text("two")) == .refused(.paused("another branch")))
    #expect(throws: RecordError.paused("another branch")) { try desk.scan() }
    try desk.running().log.resume()
    try result(try desk.write("a", .text("two")))
  }

  @Test func `a recorded version is brought back with its mode`() throws {
    let desk = try desk("one")
    try desk.tree.setPermissions(0o755, of: FileLocation(WorkspacePath("a")))
    try desk.record("a")
    try result(try desk.write("a", .place(mode: .file, blob: desk.token("one"))))
    #expect(try desk.tree.stamp(of: FileLocation(WorkspacePath("a")))?.permissions == 0o644)
    #expect(try desk.running().entry(at: WorkspacePath("a"))?.mode == .file)
  }
}
