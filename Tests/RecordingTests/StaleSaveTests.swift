import Documents
import FileSystem
import GitObjects
import Merge
import Recording
import TestSupport
import Testing
import WorkTree

@Suite struct `A save that has not seen what others wrote` {
  private static let base = "1\n2\n3\n4\n5\n6\n7\n8\n"
  private static let other = Author.agent(name: "Second", session: "9")

  /// A desk with a file of eight lines; `a.md` was then changed by an agent in its first line.
  private func desk(remembersReaders: Bool = true) throws -> Desk {
    let desk = try Desk()
    if remembersReaders { desk.tree.rememberReaders() }
    try desk.save("a.md", Self.base)
    try desk.record("a.md")
    try desk.write("a.md", .edit(old: "1\n", new: "one\n", everywhere: false)).result()
    return desk
  }

  private func saveStale(_ desk: Desk, _ text: String = "1\n2\n3\n4\n5\n6\n7\n8\nmine\n") throws {
    try desk.save("a.md", text)
    try desk.record("a.md")
  }

  private func kinds(_ desk: Desk) throws -> [SaveNotice.Kind] { try desk.running().saves.takeNotices().map(\.kind) }

  private func read(_ desk: Desk) throws {
    try desk.tree.close(desk.tree.openForReading(FileLocation(WorkspacePath("a.md"))))
  }

  @Test func `is recorded as it was, and what it lacks comes back under its author's name`() throws {
    let desk = try desk()
    try saveStale(desk)
    #expect(try desk.text("a.md") == "one\n2\n3\n4\n5\n6\n7\n8\nmine\n")
    let log = try desk.log()
    let authors = log.prefix(3).map { CommitMessage(parsing: $0.message).author }
    #expect(authors == [.robot, .user, .robot])
    #expect(try desk.reachableTexts().contains("1\n2\n3\n4\n5\n6\n7\n8\nmine\n"))
    #expect(CommitMessage(parsing: log[0].message).restores != nil)
    let notices = try desk.running().saves.takeNotices()
    #expect(notices.map(\.kind) == [.merged] && notices[0].overlaps == 0)
    #expect(notices[0].others == [Author.robot.signatureName(person: "Ann")])
    #expect(try desk.scan().commits.isEmpty)
  }

  @Test(arguments: [150_000, 300_000])
  func `is merged whatever the size of the file`(lines: Int) throws {
    let desk = try Desk()
    desk.tree.rememberReaders()
    let numbered = (1...lines).map { "line \($0)\n" }
    let base = numbered.joined()
    try desk.save("a.md", base)
    try desk.record("a.md")
    try desk.write("a.md", .edit(old: "line 5\n", new: "agent\n", everywhere: false)).result()
    try saveStale(desk, base + "mine\n")
    #expect(try desk.text("a.md") == base.replacing("line 5\n", with: "agent\n", maxReplacements: 1) + "mine\n")
    #expect(try kinds(desk) == [.merged])
  }

  @Test func `is found behind a version that the person's git wrote`() throws {
    let desk = try desk()
    let pulled = "one\n2\n3\n4\n5\n6\n7\n8\npulled\n"
    let target = try desk.remoteCommit(["a.md": pulled])
    try desk.save("a.md", pulled)
    _ = try desk.running().adopt(target, expecting: desk.running().tip, leaving: [NameKey("a.md")])
    #expect(try desk.recorded("a.md") == pulled && kinds(desk).isEmpty)
    try saveStale(desk)
    #expect(try kinds(desk) == [.stands])
  }

  @Test func `is found after thousands of files came from elsewhere`() throws {
    let desk = try desk()
    var files = ["a.md": try #require(try desk.text("a.md"))]
    for number in 0..<4_100 { files["brought/\(number).md"] = "\(number)\n" }
    let target = try desk.remoteCommit(files)
    _ = try desk.running().adopt(target, expecting: desk.running().tip)
    try saveStale(desk)
    // The mark that shows whether somebody read the agent's version may be gone.
    #expect(try kinds(desk).count == 1)
  }

  @Test func `brings each author's part back as a commit of its own`() throws {
    let desk = try desk()
    try desk.write("a.md", .edit(old: "5\n", new: "five\n", everywhere: false), by: Self.other).result()
    try saveStale(desk)
    #expect(try desk.text("a.md") == "one\n2\n3\n4\nfive\n6\n7\n8\nmine\n")
    #expect(
      try desk.log().prefix(3).map { CommitMessage(parsing: $0.message).author } == [Self.other, .robot, .user])
  }

  private func conflicts(_ desk: Desk) throws -> [Conflict] {
    try desk.log().flatMap { CommitMessage(parsing: $0.message).conflicts }.compactMap(Conflict.init(trailer:))
  }

  @Test func `keeps the person's words where both changed the same, and lists the others' as a conflict`() throws {
    let desk = try desk()
    try saveStale(desk, "uno\n2\n3\n4\n5\n6\n7\n8\n")
    #expect(try desk.text("a.md") == "uno\n2\n3\n4\n5\n6\n7\n8\n")
    #expect(try desk.reachableTexts().contains("one\n2\n3\n4\n5\n6\n7\n8\n"))
    let conflict = try #require(conflicts(desk).first)
    #expect(try conflicts(desk).count == 1 && conflict.path == "a.md" && conflict.reason == .content)
    #expect(conflict.base == desk.token(Self.base))
    #expect(conflict.kept == desk.token("uno\n2\n3\n4\n5\n6\n7\n8\n"))
    #expect(conflict.other == desk.token("one\n2\n3\n4\n5\n6\n7\n8\n"))
    #expect(try CommitMessage(parsing: desk.log()[0].message).author == .sync)
    #expect(try desk.running().saves.takeNotices().map(\.overlaps) == [1])
    #expect(try desk.running().saves.unseen.all.isEmpty)
  }

  @Test(
    arguments: [
      ("appended", Write.Action.appending("agent\n"), base + "agent\nmine\n"),
      ("added by an edit", .edit(old: "8\n", new: "8\nagent\n", everywhere: false), base + "agent\nmine\n"),
    ])
  func `stands behind what was written at the same place since`(
    rule: String, action: Write.Action, merged: String
  ) throws {
    let desk = try Desk()
    desk.tree.rememberReaders()
    try desk.save("a.md", Self.base)
    try desk.record("a.md")
    try desk.write("a.md", action).result()
    try saveStale(desk, Self.base + "mine\n")
    #expect(try desk.text("a.md") == merged)
    #expect(try kinds(desk) == [.merged] && conflicts(desk).isEmpty)
    #expect(
      try desk.log().prefix(3).map { CommitMessage(parsing: $0.message).author } == [.robot, .user, .robot])
  }

  @Test(
    arguments: [
      ("what was appended", "", Write.Action.appending("agent\n"), Self.base + "agent\nmine\n", true),
      (
        "lines of a log", "*.md merge=union\n", .edit(old: "2\n", new: "two\n", everywhere: false),
        "1\ntwo\n3\n4\n5\n6\n7\n8\nmine\n", true
      ),
      ("an edit", "", .edit(old: "2\n", new: "two\n", everywhere: false), Self.base + "mine\n", false),
    ])
  func `takes away only what somebody may have read and edited`(
    rule: String, attributes: String, action: Write.Action, text: String, isMerged: Bool
  ) throws {
    let desk = try Desk()
    desk.tree.rememberReaders()
    try desk.save("a.md", Self.base)
    try desk.save(".gitattributes", attributes)
    try desk.record("a.md", ".gitattributes")
    try desk.write("a.md", action).result()
    try read(desk)
    try saveStale(desk, Self.base + "mine\n")
    #expect(try desk.text("a.md") == text)
    #expect(try kinds(desk) == [isMerged ? .merged : .stands])
    #expect(try desk.running().saves.unseen.all.isEmpty == isMerged)
  }

  @Test func `was begun before the file was there: both texts are in it`() throws {
    let desk = try Desk()
    desk.tree.rememberReaders()
    try desk.save("other.md", "x\n")
    try desk.record("other.md")
    try desk.write("a.md", .text("agent\n")).result()
    try saveStale(desk, "mine\n")
    #expect(try desk.text("a.md") == "agent\nmine\n")
  }

  @Test func `a program that appends without reading takes nothing away`() throws {
    let desk = try desk()
    try saveStale(desk, "one\n2\n3\n4\n5\n6\n7\n8\nmine\n")
    #expect(try kinds(desk).isEmpty && desk.log().count == 3)
  }

  @Test func `is found under the file's new name`() throws {
    let desk = try desk()
    try desk.write("a.md", .move(to: WorkspacePath("b.md"))).result()
    try desk.save("b.md", Self.base + "mine\n")
    try desk.record("b.md")
    #expect(try desk.text("b.md") == "one\n2\n3\n4\n5\n6\n7\n8\nmine\n")
  }

  @Test func `is found when the person renamed the file, and what it lacks with it`() throws {
    let desk = try desk()
    try read(desk)
    try saveStale(desk)
    try desk.tree.move(FileLocation(WorkspacePath("a.md")), toNew: FileLocation(WorkspacePath("b.md")))
    try desk.scan()
    #expect(try desk.running().saves.unseen.all.keys.map(\.string) == ["b.md"])
    try #require(try desk.running().reapply(WorkspacePath("b.md"))).result()
    #expect(try desk.text("b.md") == "one\n2\n3\n4\n5\n6\n7\n8\nmine\n")
  }

  @Test(
    arguments: [
      ("what was appended", Write.Action.appending("agent\n"), Self.base + "agent\nmine\n", true),
      ("an edit", .edit(old: "2\n", new: "two\n", everywhere: false), Self.base + "mine\n", false),
    ])
  func `is found after a restart`(rule: String, action: Write.Action, text: String, isMerged: Bool) throws {
    let desk = try Desk()
    desk.tree.rememberReaders()
    try desk.save("a.md", Self.base)
    try desk.record("a.md")
    try desk.write("a.md", action).result()
    try desk.open()
    try saveStale(desk, Self.base + "mine\n")
    #expect(try desk.text("a.md") == text)
    #expect(try desk.running().saves.unseen.all.isEmpty == isMerged)
    try desk.open()
    #expect(try desk.running().saves.unseen.all.isEmpty == isMerged)
    #expect((try desk.running().reapply(WorkspacePath("a.md")) == nil) == isMerged)
    #expect(try desk.text("a.md") == (isMerged ? text : "1\ntwo\n3\n4\n5\n6\n7\n8\nmine\n"))
    #expect(CommitMessage(parsing: try desk.log()[0].message).author == .robot)
  }

  /// Saves `old.md`, has an agent move it to `new.md`, and saves that.
  private func saveMoved(_ desk: Desk, over old: String, _ new: String, restarts: Bool) throws {
    try desk.save("old.md", old)
    try desk.record("old.md")
    try desk.write("old.md", .move(to: WorkspacePath("new.md"))).result()
    if restarts { try desk.open() }
    _ = try kinds(desk)
    try desk.save("new.md", new)
    try desk.record("new.md")
  }

  @Test(arguments: [(false, false), (false, true), (true, false), (true, true)])
  func `of a name to which an agent moved a file lacks that file's text`(hasOthers: Bool, restarts: Bool) throws {
    let desk = try Desk()
    if hasOthers {
      try desk.write("old.md", .put(Array("agent\n".utf8)), base: .absent).result()
    }
    try saveMoved(desk, over: "1\n2\n", "mine\n", restarts: restarts)
    #expect(try kinds(desk) == [.replaced])
    _ = try desk.running().reapply(WorkspacePath("new.md"))
    let text = try desk.text("new.md") ?? ""
    #expect(text.contains("mine\n") && text.contains("1\n2\n"))
  }

  @Test(arguments: [false, true])
  func `of a file that an agent moved is an ordinary edit of the person's own line`(restarts: Bool) throws {
    let desk = try Desk()
    try desk.write("old.md", .text("# Plan\n"), base: .absent).result()
    try saveMoved(desk, over: "# Plan\nHello\n", "# Plan\nHello world\n", restarts: restarts)
    #expect(try kinds(desk).isEmpty && desk.text("new.md") == "# Plan\nHello world\n")
  }

  @Test func `lacks nothing any more when the file has those lines again`() throws {
    let desk = try desk()
    try read(desk)
    try saveStale(desk)
    #expect(try desk.running().saves.unseen.all.count == 1)
    try saveStale(desk, "one\n2\n3\n4\n5\n6\n7\n8\nmine\n")
    #expect(try desk.running().saves.unseen.all.isEmpty)
    #expect(try desk.running().reapply(WorkspacePath("a.md")) == nil)
  }

  @Test func `two of them that stand lack what both lack`() throws {
    let desk = try desk()
    try read(desk)
    try saveStale(desk)
    try desk.write("a.md", .edit(old: "5\n", new: "five\n", everywhere: false), by: Self.other).result()
    try read(desk)
    try saveStale(desk, Self.base + "mine\nmore\n")
    #expect(try desk.running().saves.unseen.all.values.map(\.others.count) == [2])
    try #require(try desk.running().reapply(WorkspacePath("a.md"))).result()
    #expect(try desk.text("a.md") == "one\n2\n3\n4\nfive\n6\n7\n8\nmine\nmore\n")
  }

  @Test func `of two texts that two of them lack at one place the newer stands, and each version named is recorded`()
    throws
  {
    let desk = try desk()
    try desk.write("a.md", .edit(old: "4\n", new: "four\n", everywhere: false), by: Self.other).result()
    try read(desk)
    try saveStale(desk)
    try desk.write("a.md", .edit(old: "4\n", new: "IV\n", everywhere: false), by: Self.other).result()
    try read(desk)
    try saveStale(desk, Self.base + "mine\nmore\n")
    try #require(try desk.running().reapply(WorkspacePath("a.md"))).result()
    let text = try #require(try desk.text("a.md"))
    #expect(text.contains("\nIV\n") && !text.contains("four") && text.hasSuffix("mine\nmore\n"), "\(text)")
    let log = try desk.log()
    let conflicts = log.flatMap { CommitMessage(parsing: $0.message).conflicts }.compactMap(Conflict.init(trailer:))
    #expect(conflicts.count == 1)
    for id in conflicts.flatMap({ [$0.kept, $0.other] }) {
      #expect(try log.contains { try Tree.entry(at: "a.md", of: $0.tree, in: desk.store)?.id == id })
    }
  }

  @Test func `is merged with a text that an agent wrote by itself`() throws {
    let desk = try Desk()
    try desk.save("a.md", Self.base)
    try desk.record("a.md")
    try desk.save("a.md", Self.base + "agent\n")
    _ = try desk.running().record(
      [Observation(path: WorkspacePath("a.md"))], origin: WriteOrigin(author: .robot))
    try saveStale(desk, "zero\n" + Self.base)
    #expect(try desk.text("a.md") == "zero\n" + Self.base + "agent\n")
  }

  @Test func `stands where somebody read the current text, and one step merges it`() throws {
    let desk = try desk()
    try read(desk)
    try saveStale(desk)
    #expect(try desk.text("a.md") == "1\n2\n3\n4\n5\n6\n7\n8\nmine\n")
    #expect(try kinds(desk) == [.stands])
    try saveStale(desk, "1\n2\n3\n4\n5\n6\n7\n8\nmine\nmore\n")
    try #require(try desk.running().reapply(WorkspacePath("a.md"))).result()
    #expect(try desk.text("a.md") == "one\n2\n3\n4\n5\n6\n7\n8\nmine\nmore\n")
    #expect(CommitMessage(parsing: try desk.log()[0].message).author == .robot)
    #expect(try desk.running().reapply(WorkspacePath("a.md")) == nil)
  }

  @Test func `stands where nothing tells who read`() throws {
    let desk = try desk(remembersReaders: false)
    try saveStale(desk)
    #expect(try desk.recorded("a.md") == "1\n2\n3\n4\n5\n6\n7\n8\nmine\n")
    #expect(try kinds(desk) == [.stands])
  }

  @Test func `is one however it is put there: in place, or another file under its name`() throws {
    let desk = try desk()
    try desk.save("a.md.new", "1\n2\n3\n4\n5\n6\n7\n8\nmine\n")
    try desk.tree.replace(FileLocation(WorkspacePath("a.md")), with: FileLocation(WorkspacePath("a.md.new")))
    try desk.record("a.md")
    #expect(try desk.text("a.md") == "one\n2\n3\n4\n5\n6\n7\n8\nmine\n")
  }

  @Test(
    arguments: [
      ("an older version", base),
      ("little of an older text", "1\np\nq\nr\ns\nt\nu\nv\nw\n"),
      ("no text", "1\n2\n3\n4\n5\n6\n7\n8\n\0"),
    ])
  func `brings back or replaces, and is never repaired`(rule: String, text: String) throws {
    let desk = try desk()
    try saveStale(desk, text)
    #expect(try desk.text("a.md") == text && desk.recorded("a.md") == text)
    #expect(try kinds(desk) == [.replaced])
    try #require(try desk.running().reapply(WorkspacePath("a.md"))).result()
  }

  @Test func `stands while git works in the folder`() throws {
    let desk = try desk()
    try desk.running().saves.gitRanLately = true
    try saveStale(desk)
    #expect(try desk.text("a.md") == "1\n2\n3\n4\n5\n6\n7\n8\nmine\n")
    #expect(try kinds(desk) == [.replaced])
  }

  /// A buffer from before two edits of agents is saved twice; then the file gets what both saves lack.
  @Test(
    arguments: [
      ("one\n2\n3\n4\n5\n6\n7\n8\nmine\n", Author.robot, "1\n", "one\n", true),
      ("one\n2\n3\n4\nfive\n6\n7\n8\nmine\nmore\n", other, "5\n", "five\n", true),
      ("one\n2\n3\n4\n5\n6\n7\nnew\n8\nmine\nmore\n", other, "8\n", "new\n8\n", true),
      // One agent wrote the line anew; the other of two had not read what the first wrote.
      ("ONE\n2\n3\n4\n5\n6\n7\n8\nmine\nmore\n", .robot, "1\n", "ONE\n", true),
      ("ONE\n2\n3\n4\n5\n6\n7\n8\nmine\nmore\n", other, "1\n", "ONE\n", false),
      ("one\n2\n3\n4\n5\n6\n7\n8\nmine\nmore\n", .robot, "1\n", "ONE\n", false),
    ])
  func `two of one buffer lack nothing any more when the file has the others' text`(
    whole: String, author: Author, old: String, new: String, isWhole: Bool
  ) throws {
    let desk = try desk()
    try read(desk)
    try saveStale(desk)
    try desk.write("a.md", .edit(old: old, new: new, everywhere: false), by: author).result()
    try read(desk)
    try saveStale(desk, Self.base + "mine\nmore\n")
    #expect(try desk.running().saves.unseen.all.count == 1)
    try saveStale(desk, whole)
    #expect(try desk.running().saves.unseen.all.isEmpty == isWhole)
  }

  @Test func `a version that nobody kept in mind is still no edit of a newer one`() throws {
    let desk = try Desk()
    desk.tree.rememberReaders()
    try desk.save("a.md", Self.base)
    try desk.record("a.md")
    try desk.save("a.md", Self.base + "9\n")
    try desk.record("a.md")
    try desk.write("a.md", .edit(old: "1\n", new: "one\n", everywhere: false)).result()
    try saveStale(desk, Self.base)
    #expect(try desk.text("a.md") == Self.base)
  }

  @Test func `saved twice from one buffer, it lacks nothing the second time either`() throws {
    let desk = try desk()
    try saveStale(desk)
    try saveStale(desk)
    #expect(try desk.text("a.md") == "one\n2\n3\n4\n5\n6\n7\n8\nmine\n")
    try saveStale(desk, "1\n2\n3\n4\n5\n6\n7\n8\nmine\nmore\n")
    #expect(try desk.text("a.md") == "one\n2\n3\n4\n5\n6\n7\n8\nmine\nmore\n")
    try read(desk)
    try saveStale(desk)
    #expect(try desk.text("a.md") == "1\n2\n3\n4\n5\n6\n7\n8\nmine\n")
  }

  @Test func `is found by what it was made from, not by what could have been loaded last (review A6, 5)`() throws {
    let desk = try desk()
    try read(desk)
    try desk.write("a.md", .edit(old: "8\n", new: "eight\n", everywhere: false), by: Self.other).result()
    try saveStale(desk, "1\n2\n3\nmine\n4\n5\n6\n7\n8\n")
    #expect(try desk.text("a.md") == "one\n2\n3\nmine\n4\n5\n6\n7\neight\n")
  }

  @Test func `an edit of the current text is an ordinary save`() throws {
    let desk = try desk()
    try saveStale(desk, "one\n2\n3\n4\n5\n6\n7\n8\nmine\n")
    #expect(try desk.text("a.md") == "one\n2\n3\n4\n5\n6\n7\n8\nmine\n")
    #expect(try kinds(desk).isEmpty && desk.log().count == 3)
  }

  @Test func `going back and forth in one's own editor is nobody's business`() throws {
    let desk = try Desk()
    desk.tree.rememberReaders()
    for text in ["1\n2\n", "1\n2\n3\n", "1\n2\n", "1\n2\n4\n"] {
      try desk.save("a.md", text)
      try desk.record("a.md")
    }
    #expect(try kinds(desk).isEmpty && desk.log().count == 4)
  }

  @Test func `what another machine wrote comes back under its author's name`() throws {
    let desk = try Desk()
    desk.tree.rememberReaders()
    try desk.save("a.md", Self.base)
    try desk.record("a.md")
    let target = try desk.remoteCommit(["a.md": "one\n2\n3\n4\n5\n6\n7\n8\n"])
    #expect(try desk.running().adopt(target, expecting: desk.running().tip) == .adopted)
    try saveStale(desk)
    #expect(try desk.text("a.md") == "one\n2\n3\n4\n5\n6\n7\n8\nmine\n")
    #expect(try desk.log().prefix(2).map(\.author.name) == ["Bob", "Ann"])
    #expect(try desk.running().saves.takeNotices().map(\.others) == [["Bob"]])
  }

  @Test func `keeps its question when another machine deletes the file, and one step brings its text back`() throws {
    let desk = try desk()
    try read(desk)
    try saveStale(desk)
    try #require(try kinds(desk) == [.stands])
    let target = try desk.remoteCommit(["b.md": "b\n"])
    #expect(try desk.running().adopt(target, expecting: desk.running().tip) == .adopted)
    #expect(try desk.text("a.md") == nil)
    #expect(try desk.running().saves.unseen.all.keys.map(\.string) == ["a.md"])
    try desk.open()
    try #require(try desk.running().reapply(WorkspacePath("a.md"))).result()
    #expect(try desk.text("a.md") == "one\n2\n3\n4\n5\n6\n7\n8\n")
    #expect(CommitMessage(parsing: try desk.log()[0].message).author == .robot)
    #expect(try desk.running().saves.unseen.all.isEmpty)
  }

  @Test func `keeps its question under the name that another machine gives the file`() throws {
    let desk = try desk()
    try read(desk)
    try saveStale(desk)
    let text = try #require(try desk.recorded("a.md"))
    let target = try desk.remoteCommit(["z.md": text])
    #expect(try desk.running().adopt(target, expecting: desk.running().tip) == .adopted)
    #expect(try desk.running().saves.unseen.all.keys.map(\.string) == ["z.md"])
  }

  @Test func `an agent's next write finds it merged`() throws {
    let desk = try desk()
    let token = desk.token("one\n2\n3\n4\n5\n6\n7\n8\n")
    try desk.save("a.md", "1\n2\n3\n4\n5\n6\n7\n8\nmine\n")
    try desk.write("a.md", .text("one\n2\n3\n4\nfive\n6\n7\n8\n"), base: .version(token)).result()
    #expect(try desk.text("a.md") == "one\n2\n3\n4\nfive\n6\n7\n8\nmine\n")
    #expect(try desk.reachableTexts().contains("1\n2\n3\n4\n5\n6\n7\n8\nmine\n"))
  }

  @Test func `is recorded although there is no room for the merge`() throws {
    let desk = try desk()
    let full = FileError(code: .noSpace, operation: "create", path: "a.md", errno: 28, message: "full")
    desk.tree.onFault { operation, place in
      operation == .create && place.string.contains("/tmp/") ? full : nil
    }
    try saveStale(desk)
    #expect(try desk.recorded("a.md") == "1\n2\n3\n4\n5\n6\n7\n8\nmine\n")
    #expect(try desk.text("a.md") == "1\n2\n3\n4\n5\n6\n7\n8\nmine\n")
  }

  @Test func `is told to stand, and can be merged later, where the merge could not be put in its place`() throws {
    let desk = try desk()
    let denied = FileError(code: .denied, operation: "exchange", path: "a.md", errno: 13, message: "denied")
    desk.tree.onFault { operation, place in operation == .exchange ? denied : nil }
    try saveStale(desk)
    #expect(try kinds(desk) == [.stands])
    #expect(try desk.recorded("a.md") == "1\n2\n3\n4\n5\n6\n7\n8\nmine\n")
    desk.tree.onFault(nil)
    try #require(try desk.running().reapply(WorkspacePath("a.md"))).result()
    #expect(try desk.text("a.md") == "one\n2\n3\n4\n5\n6\n7\n8\nmine\n")
  }

  @Test func `is merged however often an agent appended since`() throws {
    let desk = try desk()
    let lines = (0..<30).map { "agent \($0)\n" }
    for line in lines { try desk.write("a.md", .appending(line)).result() }
    try saveStale(desk)
    #expect(try desk.text("a.md") == "one\n2\n3\n4\n5\n6\n7\n8\n" + lines.joined() + "mine\n")
    #expect(try kinds(desk) == [.merged])
  }

  @Test func `what one author wrote in a row comes back as one commit`() throws {
    let desk = try Desk()
    desk.tree.rememberReaders()
    try desk.save("a.md", Self.base)
    try desk.record("a.md")
    for index in 0..<3 { try desk.write("a.md", .appending("agent \(index)\n")).result() }
    try desk.write("a.md", .appending("second\n"), by: Self.other).result()
    for index in 3..<6 { try desk.write("a.md", .appending("agent \(index)\n")).result() }
    let last = try #require(try desk.running().tip)
    try saveStale(desk, Self.base + "mine\n")
    let texts = ["agent 0\n", "agent 1\n", "agent 2\n", "second\n", "agent 3\n", "agent 4\n", "agent 5\n"]
    #expect(try desk.text("a.md") == Self.base + texts.joined() + "mine\n")
    let messages = try desk.log().prefix(4).map { CommitMessage(parsing: $0.message) }
    #expect(messages.map(\.author) == [.robot, Self.other, .robot, .user])
    #expect(messages[0].restores == last.hex)
  }

  @Test func `stands where more was written since than is kept in mind`() throws {
    let desk = try desk()
    for index in 0..<30 {
      try desk.write(
        "a.md", .edit(old: "7\n8\n", new: "7\n8\n\(index)\n", everywhere: false),
        by: index % 2 == 0 ? Self.other : .robot
      )
      .result()
    }
    try saveStale(desk)
    #expect(try desk.text("a.md") == "1\n2\n3\n4\n5\n6\n7\n8\nmine\n")
    #expect(try kinds(desk).count == 1)
  }

  @Test func `after a stop in the middle of its turn nothing of it is missing`() throws {
    for step in RecorderHooks.Step.allCases {
      let desk = try desk()
      let cut = desk.powerCut()
      var isArmed = false
      desk.hooks = RecorderHooks { if isArmed, $0 == step { cut() } }
      try desk.open()
      try desk.write("a.md", .edit(old: "8\n", new: "eight\n", everywhere: false)).result()
      try desk.save("a.md", Self.base + "mine\n", durable: true)
      isArmed = true
      _ = try? desk.record("a.md")
      isArmed = false
      var generator = SeededGenerator(seed: 7)
      desk.crash(using: &generator)
      try desk.open()
      try desk.scan(afterPowerLoss: true)
      #expect(try desk.text("a.md")?.contains("mine\n") == true, "\(step)")
      #expect(try desk.reachableTexts().contains { $0.hasPrefix("one\n") && $0.contains("eight\n") }, "\(step)")
      #expect(try desk.tipTexts().map { "\($0)" } == desk.diskTexts().map { "\($0)" }, "\(step)")
    }
  }
}
