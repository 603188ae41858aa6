import Documents
import FileSystem
import GitObjects
import Recording
import TestSupport
import Testing
import WorkTree

@Suite struct `A folder that was seen to be renamed` {
  private func message(_ desk: Desk) throws -> CommitMessage {
    CommitMessage(parsing: try desk.store.commit(try #require(try desk.running().tip)).message)
  }

  private func desk() throws -> Desk {
    let desk = try Desk()
    for path in ["old/a", "old/deep/b", "other"] { try desk.save(path, "text of \(path)") }
    try desk.scan()
    return desk
  }

  @Test func `is one commit that names the rename`() throws {
    let desk = try desk()
    let old = try FileLocation(WorkspacePath("old"))
    try desk.tree.move(old, toNew: FileLocation(WorkspacePath("new")))
    try desk.save("new/c", "new")
    let outcome = try desk.running().scan(renamed: WorkspacePath("old"), to: WorkspacePath("new"))
    #expect(outcome.commits.count == 1 && outcome.postponed.isEmpty)
    let message = try message(desk)
    #expect(message.renamed == [PathRename(from: "old", to: "new")] && message.subject == "Rename old → new")
    #expect(try desk.recorded("new/deep/b") == "text of old/deep/b" && desk.recorded("new/c") == "new")
    #expect(try desk.recorded("old/a") == nil && desk.recorded("other") != nil)
  }

  @Test func `is no rename where the old name stands again, or nothing was recorded there`() throws {
    let desk = try desk()
    try desk.save("new/a", "text of old/a")
    _ = try desk.running().scan(renamed: WorkspacePath("old"), to: WorkspacePath("new"))
    #expect(try message(desk).renamed.isEmpty && desk.recorded("old/a") != nil)
    try desk.save("third/x", "x")
    _ = try desk.running().scan(renamed: WorkspacePath("unknown"), to: WorkspacePath("third"))
    #expect(try message(desk).renamed.isEmpty && desk.recorded("third/x") == "x")
  }

  @Test func `is by nobody that is known for sure while an agent's command runs`() throws {
    let desk = try desk()
    let agent = WriteOrigin(author: .agent(name: "Claude", session: "s"))
    try desk.running().authors.brackets.begin(
      Bracket(
        id: "1", origin: agent, session: "s", paths: [], isCommand: true,
        end: desk.time.now().monotonic + Brackets.longest))
    try desk.tree.move(FileLocation(WorkspacePath("old")), toNew: FileLocation(WorkspacePath("new")))
    _ = try desk.running().scan(renamed: WorkspacePath("old"), to: WorkspacePath("new"))
    let message = try message(desk)
    #expect(message.author == .unsure(during: "s") && message.renamed == [PathRename(from: "old", to: "new")])
  }
}

@Suite struct `A file that was seen to be renamed` {
  /// Renames `a` to `b`, which a program then has open for writing.
  private func renamed(_ desk: Desk) throws -> (handle: Int, observations: [Observation]) {
    try desk.save("a", "one\ntwo\nthree\n")
    try desk.record("a")
    let (a, b) = (try WorkspacePath("a"), try WorkspacePath("b"))
    try desk.tree.move(FileLocation(a), toNew: FileLocation(b))
    let handle = try desk.tree.openForWriting(FileLocation(b), append: true)
    return (handle, [Observation(path: a, believesDeletion: true, renamedTo: b), Observation(path: b)])
  }

  private func record(_ observations: [Observation], in desk: Desk) throws -> ObservationOutcome {
    var origin = WriteOrigin.person
    origin.renamed = [PathRename(from: "a", to: "b")]
    return try desk.running().record(observations, origin: origin)
  }

  @Test func `is recorded as a whole, when the program that writes the new file has ended`() throws {
    let desk = try Desk()
    let (handle, observations) = try renamed(desk)
    let first = try record(observations, in: desk)
    #expect(first.commits.isEmpty && Set(first.postponed.map(\.string)) == ["a", "b"])
    #expect(try desk.recorded("a") != nil)
    desk.tree.write(handle, bytes: Array("four\n".utf8))
    desk.tree.close(handle)
    #expect(try record(observations, in: desk).commits.count == 1)
    #expect(try desk.recorded("a") == nil && desk.recorded("b") == "one\ntwo\nthree\nfour\n")
  }

  @Test func `is one commit of one author where each of its names would have had another`() throws {
    let desk = try Desk()
    let (handle, observations) = try renamed(desk)
    desk.tree.write(handle, bytes: Array("four\n".utf8))
    desk.tree.close(handle)
    try desk.running().authors.brackets.begin(
      Bracket(
        id: "1", origin: WriteOrigin(author: .agent(name: "Claude", session: "s")), session: "s",
        paths: [WorkspacePath("b")], isCommand: false, end: desk.time.now().monotonic + Brackets.longest))
    #expect(try record(observations, in: desk).commits.count == 1)
    let tip = try #require(try desk.running().tip)
    #expect(CommitMessage(parsing: try desk.store.commit(tip).message).renamed == [PathRename(from: "a", to: "b")])
  }
}
