import Documents
import GitObjects
import Merge
import Recording
import TestSupport
import Testing
import WorkTree

@Suite struct `What git puts into files while its branch is behind the tip` {
  /// A folder whose file had `before` where git's branch is, and `after` at the tip, written by an agent.
  private func folder(_ before: String, _ after: String?) throws -> (desk: Desk, recorder: Recorder) {
    let desk = try Desk()
    try desk.save("a.md", before)
    try desk.record("a.md")
    let recorder = try desk.running()
    let view = recorder.tipTree
    let action: Write.Action = after.map { .put(Array($0.utf8)) } ?? .delete
    let agent = WriteOrigin(author: .agent(name: "Claude", session: "s1"))
    try #require(recorder.perform([Write(path: WorkspacePath("a.md"), action: action, origin: agent)]).first).result()
    recorder.gitView = view
    return (desk, recorder)
  }

  @Test func `what git took back from a newer version comes back, and nobody changed it`() throws {
    let (desk, recorder) = try folder("one\n", "one\nagent\n")
    let tip = recorder.tip
    try desk.save("a.md", "one\n")
    #expect(try desk.record("a.md").commits.isEmpty)
    #expect(recorder.tip == tip)
    #expect(try desk.text("a.md") == "one\nagent\n")
  }

  @Test func `what an agent deleted and git brought back goes again`() throws {
    let (desk, recorder) = try folder("one\n", nil)
    let tip = recorder.tip
    try desk.save("a.md", "one\n")
    try desk.record("a.md")
    #expect(recorder.tip == tip)
    #expect(try desk.text("a.md") == nil)
  }

  @Test func `a person's words on top of git's version keep the agent's`() throws {
    let (desk, _) = try folder("one\n2\n3\n4\n", "one\n2\n3\n4\nagent\n")
    try desk.save("a.md", "mine\none\n2\n3\n4\n")
    #expect(try desk.record("a.md").commits.count == 1)
    #expect(try desk.text("a.md") == "mine\none\n2\n3\n4\nagent\n")
    #expect(try desk.recorded("a.md") == "mine\none\n2\n3\n4\nagent\n")
    #expect(CommitMessage(parsing: try #require(try desk.log().first).message).author == .user)
    #expect(try desk.reachableTexts().contains("mine\none\n2\n3\n4\n"), "what was replaced is in no commit")
  }

  @Test func `where both changed a line the person's stands`() throws {
    let (desk, _) = try folder("one\n", "agent\n")
    try desk.save("a.md", "person\n")
    try desk.record("a.md")
    #expect(try desk.text("a.md") == "person\n")
    #expect(try desk.recorded("a.md") == "person\n")
  }

  @Test func `insertions of both at one place are both kept`() throws {
    let head = "---\nlast_modified_by: user\nlast_modified_at: T0\n---\n# D\n\nHi.\n"
    let (desk, _) = try folder(
      head, head.replacing("by: user", with: "by: agent").replacing("T0", with: "T1") + "\nAgent.\n")
    try desk.save("a.md", head + "\nMine.\n")
    try desk.record("a.md")
    let text = try #require(try desk.text("a.md"))
    #expect(text.contains("Agent.\n") && text.contains("Mine.\n"), "\(text)")
    #expect(try desk.recorded("a.md") == text)
  }

  @Test func `where both changed a line and the agent another one, the agent's line is a conflict`() throws {
    let (desk, _) = try folder("1\n2\n3\n4\n5\n6\n", "agent\n2\n3\n4\n5\nsix\n")
    try desk.save("a.md", "mine\n2\n3\n4\n5\n6\n")
    try desk.record("a.md")
    #expect(try desk.text("a.md") == "mine\n2\n3\n4\n5\nsix\n")
    let conflicts = try desk.log().flatMap { CommitMessage(parsing: $0.message).conflicts }
      .compactMap(Conflict.init(trailer:))
    #expect(conflicts.map(\.path) == ["a.md"] && conflicts.map(\.reason) == [.content])
    #expect(conflicts.first?.other == desk.token("agent\n2\n3\n4\n5\nsix\n"))
    #expect(conflicts.first?.base == desk.token("1\n2\n3\n4\n5\n6\n"))
  }

  @Test func `an agent's deletion gives way to what a person changed`() throws {
    let (desk, _) = try folder("one\n", nil)
    try desk.save("a.md", "one\nmine\n")
    try desk.record("a.md")
    #expect(try desk.recorded("a.md") == "one\nmine\n")
  }

  @Test func `without git at work an older version is a change like any other`() throws {
    let (desk, recorder) = try folder("one\n", "one\nagent\n")
    recorder.gitView = nil
    try desk.save("a.md", "one\n")
    #expect(try desk.record("a.md").commits.count == 1)
    #expect(try desk.recorded("a.md") == "one\n")
  }
}
