import Documents
import FileSystem
import GitObjects
import Recording
import TestSupport
import Testing
import WorkTree

@Suite struct `What is held off the tip` {
  private func rules() -> RecordingRules {
    RecordingRules(
      isIgnored: { path, _ in path.string == ".env" || path.string.hasPrefix("build") },
      filter: { $0.string.hasPrefix("secrets/") ? "git-crypt" : nil }, holdOver: 100)
  }

  /// All texts that the line of what is held ever had at a path.
  private func heldTexts(_ desk: Desk, _ path: String) throws -> [String] {
    var texts: [String] = []
    var next = try desk.running().tips.heldTip
    while let id = next {
      let commit = try desk.store.commit(id)
      if let entry = try Tree.entry(at: path, of: commit.tree, in: desk.store) {
        let text = String(decoding: try desk.store.blob(entry.id), as: UTF8.self)
        if texts.last != text { texts.append(text) }
      }
      next = commit.parents.first
    }
    return texts.reversed()
  }

  @Test func `an ignored file is not recorded until something replaces it (review A9)`() throws {
    let desk = try Desk(rules: rules())
    try desk.save(".env", "KEY=1\n")
    try desk.scan()
    #expect(try desk.running().tips.heldTip == nil)
    let done = try desk.write(".env", .text("KEY=2\n")).result()
    #expect(done.held == .ignored && done.token == desk.token("KEY=2\n"))
    #expect(try desk.text(".env") == "KEY=2\n")
    #expect(try heldTexts(desk, ".env") == ["KEY=1\n", "KEY=2\n"])
    #expect(try desk.running().tip == nil)
  }

  @Test func `a file with a secret stays held however often it is observed`() throws {
    let desk = try Desk(
      rules: RecordingRules(
        secret: { _, bytes, _ in bytes.starts(with: "secret".utf8) ? .secret("a key", line: 1) : nil },
        mayHoldSecret: { $0.starts(with: "secret".utf8) }))
    try desk.save("a", "one\n")
    try desk.scan()
    try desk.save("a", "secret\n")
    for _ in 0..<3 {
      _ = try desk.record("a")
      #expect(try desk.running().held == [WorkspacePath("a"): .secret("a key", line: 1)])
      #expect(try desk.recorded("a") == "one\n")
    }
  }

  @Test func `a write that the disk refuses holds nothing`() throws {
    let desk = try Desk(rules: rules())
    try desk.save("film", "one")
    try desk.scan()
    let full = FileError(code: .noSpace, operation: "create", path: "film", errno: 28, message: "full")
    desk.tree.onFault { operation, _ in operation == .create ? full : nil }
    #expect(try desk.write("film", .text(String(repeating: "x", count: 101))) == .refused(.disk(full)))
    desk.tree.onFault(nil)
    #expect(try desk.running().held.isEmpty)
    #expect(try desk.recorded("film") == "one")
  }

  @Test func `an ignored file in the way of an adoption is recorded as held`() throws {
    let desk = try Desk(rules: rules())
    try desk.save("a", "one")
    try desk.scan()
    try desk.save(".env", "mine\n")
    let target = try desk.remoteCommit(["a": "one", ".env": "theirs\n"])
    _ = try desk.running().adopt(target, expecting: desk.running().tip)
    #expect(try desk.text(".env") == "theirs\n")
    #expect(try heldTexts(desk, ".env") == ["mine\n"])
  }

  @Test func `a file larger than the limit is kept here and stays off the tip`() throws {
    let desk = try Desk(rules: rules())
    let large = String(repeating: "x", count: 101)
    try desk.save("film", large)
    try desk.save("a", "one")
    let outcome = try desk.scan()
    #expect(outcome.heldPaths.map(\.string) == ["film"])
    #expect(try desk.held["film"] == .tooLarge(limit: 100))
    #expect(try desk.recorded("film") == nil && desk.recorded("a") == "one")
    #expect(try heldTexts(desk, "film") == [large])
    #expect(try desk.scan().heldPaths.isEmpty)
    let written = try desk.write("film", .text(large + "y")).result()
    #expect(written.held == .tooLarge(limit: 100))
    #expect(try desk.text("film") == large + "y")
    #expect(try heldTexts(desk, "film") == [large, large + "y"])
  }

  @Test(arguments: [FileError.Code.denied, .other])
  func `a file larger than the limit that cannot be read does not keep others from being recorded`(
    code: FileError.Code
  ) throws {
    let desk = try Desk(rules: rules())
    try desk.save("film", String(repeating: "x", count: 101))
    try desk.save("a", "one")
    let fault = FileError(code: code, operation: "read", path: "film", errno: 0, message: "no")
    desk.tree.onFault { operation, place in operation == .read && place.string == "film" ? fault : nil }
    let outcome = try desk.scan()
    #expect(try desk.recorded("a") == "one")
    #expect(outcome.problems.map(\.path) == ["film"])
    // A change of permissions is an event.
    #expect(outcome.postponed.map(\.string) == (code == .denied ? [] : ["film"]))
    desk.tree.onFault(nil)
    #expect(try desk.record("film").heldPaths.map(\.string) == ["film"])
    #expect(try desk.running().disk.problems[NameKey("film")] == nil)
  }

  @Test func `a very large file is copied beside the turns, and recorded if it is still what was copied`() throws {
    let desk = try Desk(rules: rules())
    let recorder = try desk.running()
    let large = String(repeating: "x", count: Int(DiskView.holdInTurn) + 1)
    try desk.save("film", large)
    #expect(try desk.scan().heldPaths.isEmpty)
    #expect(recorder.swapper.isCopying && recorder.swapper.uncopied.map(\.string) == ["film"])
    let first = try #require(recorder.swapper.beginCopy())
    #expect(recorder.swapper.beginCopy() == nil && recorder.swapper.isCopying)
    let copied = try first.run(into: desk.store)
    desk.wait()
    try desk.save("film", large + "y")
    let late = try recorder.endCopy(of: first.path, .success(copied))
    #expect(late.heldPaths.isEmpty && late.postponed == [first.path])
    try desk.scan()
    let second = try #require(recorder.swapper.beginCopy())
    let done = try recorder.endCopy(of: second.path, .success(second.run(into: desk.store)))
    #expect(done.heldPaths == [second.path] && !recorder.swapper.isCopying)
    #expect(try desk.held["film"] == .tooLarge(limit: 100))
    #expect(try heldTexts(desk, "film") == [large + "y"])
    try desk.scan()
    #expect(!recorder.swapper.isCopying)
    try recorder.log.close()
    try desk.open(isSameBoot: true)
    try desk.scan()
    #expect(try !desk.running().swapper.isCopying && desk.held["film"] == .tooLarge(limit: 100))
  }

  @Test(arguments: [101, Int(DiskView.holdInTurn) + 1], [true, false])
  func `a large file that an agent's tool or command wrote is held under its name`(size: Int, isNamed: Bool) throws {
    let desk = try Desk(rules: rules())
    let recorder = try desk.running()
    let origin = WriteOrigin(author: .agent(name: "Claude Code", session: "s1"), tool: "Bash")
    recorder.authors.brackets.begin(
      Bracket(
        id: "1", origin: origin, session: "s1", paths: isNamed ? [try WorkspacePath("film")] : [], isCommand: !isNamed,
        end: .max))
    try desk.save("film", String(repeating: "x", count: size))
    try desk.record("film")
    let copy = recorder.swapper.beginCopy()
    #expect((copy == nil) == (size <= DiskView.holdInTurn))
    recorder.authors.brackets.end(.all(session: "s1", withRun: true), at: desk.time.now().monotonic)
    // A look that comes after the command does not make it the person's.
    try desk.scan()
    if let copy { _ = try recorder.endCopy(of: copy.path, Result { try copy.run(into: desk.store) }) }
    let commit = try desk.store.commit(#require(recorder.tips.heldTip))
    let expected: Author = isNamed ? .agent(name: "Claude Code", session: "s1") : .unsure(during: "s1")
    #expect(CommitMessage(parsing: commit.message).author == expected)
    #expect(commit.parents.isEmpty && commit.author.name == (isNamed ? "Claude Code" : "Ann"))
  }

  @Test func `a large file that is saved again before its copy is whose the newer save is`() throws {
    let desk = try Desk(rules: rules())
    let recorder = try desk.running()
    let origin = WriteOrigin(author: .agent(name: "Claude Code", session: "s1"), tool: "Bash")
    recorder.authors.brackets.begin(
      Bracket(id: "1", origin: origin, session: "s1", paths: [], isCommand: true, end: .max))
    let large = String(repeating: "x", count: Int(DiskView.holdInTurn) + 1)
    try desk.save("film", large)
    try desk.record("film")
    recorder.authors.brackets.end(.all(session: "s1", withRun: true), at: desk.time.now().monotonic)
    try desk.save("film", large + "y")
    try desk.record("film")
    let copy = try #require(recorder.swapper.beginCopy())
    _ = try recorder.endCopy(of: copy.path, Result { try copy.run(into: desk.store) })
    let commit = try desk.store.commit(#require(recorder.tips.heldTip))
    #expect(CommitMessage(parsing: commit.message).author == .user)
  }

  @Test func `a file that its name or filter would hold is deleted like any`() throws {
    let desk = try Desk()
    let name = NameText.decode([0x66, 0xFF, 0x6F])
    try desk.save("secrets/key", "one")
    try desk.save("a", "one")
    try desk.scan()
    _ = try desk.running().adopt(
      desk.remoteCommit(["secrets/key": "one", name: "text", "a": "one"]), expecting: desk.running().tip)
    try desk.running().disk.rules = rules()
    for path in ["secrets/key", name] { try desk.tree.remove(FileLocation(WorkspacePath(path))) }
    try desk.scan()
    #expect(try desk.tipTexts().map(\.path) == ["a"])
    #expect(try desk.held.isEmpty)
  }

  @Test func `a very large file that cannot be copied is a problem, and is tried again`() throws {
    let desk = try Desk(rules: rules())
    let recorder = try desk.running()
    try desk.save("film", String(repeating: "x", count: Int(DiskView.holdInTurn) + 1))
    try desk.scan()
    let copy = try #require(recorder.swapper.beginCopy())
    desk.store.isFull = true
    let outcome = try recorder.endCopy(of: copy.path, Result { try copy.run(into: desk.store) })
    #expect(outcome.problems.map(\.path) == ["film"] && outcome.postponed == [copy.path])
    desk.store.isFull = false
    try desk.scan()
    let again = try #require(recorder.swapper.beginCopy())
    #expect(try recorder.endCopy(of: again.path, .success(again.run(into: desk.store))).heldPaths == [again.path])
    #expect(recorder.disk.problems.isEmpty)
  }

  @Test func `a file that grows over the limit keeps its last small version on the tip`() throws {
    let desk = try Desk(rules: rules())
    try desk.save("a", "small")
    try desk.scan()
    try desk.save("a", String(repeating: "x", count: 101))
    try desk.scan()
    #expect(try desk.recorded("a") == "small")
    try desk.save("a", "small again")
    try desk.scan()
    #expect(try desk.recorded("a") == "small again")
    #expect(try desk.held["a"] == nil)
  }

  @Test func `a name that is not UTF-8 and a path with an unknown filter are held`() throws {
    let desk = try Desk(rules: rules())
    try desk.save("secrets/key", "hunter3")
    let name = NameText.decode([0x66, 0xFF, 0x6F])
    try desk.save(name, "text")
    try desk.save("a", "one")
    try desk.scan()
    #expect(try desk.recorded("secrets/key") == nil && desk.recorded(name) == nil && desk.recorded("a") == "one")
    #expect(try desk.held == ["secrets/key": .filter("git-crypt"), name: .badName])
    #expect(try heldTexts(desk, "secrets/key") == ["hunter3"])
    #expect(try heldTexts(desk, name) == ["text"])
    #expect(try desk.scan().commits.isEmpty)
  }

  @Test func `two names that Unicode takes for one are held each`() throws {
    let desk = try Desk(rules: rules())
    let names = ["caf\u{e9}", "cafe\u{301}"]
    for name in names { try desk.save(name, String(repeating: name, count: 30)) }
    try desk.scan()
    #expect(
      try desk.running().held.keys.map { Array($0.string.utf8) }.sorted { $0.count < $1.count }
        == names.map { Array($0.utf8) })
    try desk.save(names[0], "short")
    try desk.scan()
    #expect(try desk.running().held.keys.map { Array($0.string.utf8) } == [Array(names[1].utf8)])
  }
}
