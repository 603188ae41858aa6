import Documents
import FileSystem
import GitObjects
import History
import TestSupport
import Testing

@Suite struct `While an agent's own tools run` {
  private static let agent = WriteOrigin(author: .agent(name: "Claude Code", session: "s1"), tool: "Edit")

  private func bracket(
    _ id: String, _ paths: [String] = [], isCommand: Bool = false, session: String = "s1", end: Int64 = 100
  ) throws -> Bracket {
    Bracket(
      id: id, origin: WriteOrigin(author: .agent(name: "Claude Code", session: session), tool: "Edit"),
      session: session, paths: Set(try paths.map { try WorkspacePath($0) }), isCommand: isCommand, end: end)
  }

  @Test(
    arguments: [
      ("named.md", false, 50, "agent s1"), ("named.md", true, 50, "agent s1"), ("other.md", false, 50, "unsure s2"),
      ("other.md", true, 50, "user"), ("other.md", false, 100, "user"), ("named.md", false, 100, "user"),
    ] as [(String, Bool, Int64, String)])
  func `a change is whose the rules say`(path: String, isOpen: Bool, now: Int64, whose: String) throws {
    var brackets = Brackets()
    brackets.begin(try bracket("1", ["named.md"]))
    brackets.begin(try bracket("2", isCommand: true, session: "s2"))
    let author = brackets.origin(of: try WorkspacePath(path), at: now) {
      isOpen
    } holding: { _ in
      true
    }.author
    switch author {
    case .agent(_, let session): #expect(whose == "agent \(session ?? "")")
    case .unsure(let session): #expect(whose == "unsure \(session)")
    default: #expect(whose == author.kind)
    }
  }

  @Test func `a command's time is over a while after its end`() throws {
    let aftermath = Brackets.aftermath
    var brackets = Brackets()
    #expect(brackets.isQuiet(at: 0))
    brackets.begin(try bracket("1", ["named.md"]))
    #expect(brackets.isQuiet(at: 0), "a tool that names its files runs nothing")
    brackets.begin(try bracket("2", isCommand: true))
    #expect(!brackets.isQuiet(at: 0))
    brackets.end("2", of: "s1", at: 50)
    #expect(!brackets.isQuiet(at: 50) && !brackets.isQuiet(at: 50 + aftermath) && brackets.isQuiet(at: 51 + aftermath))
    brackets.begin(try bracket("3", isCommand: true, end: 60))
    brackets.forget(at: 70)
    #expect(!brackets.isQuiet(at: 70 + aftermath) && brackets.isQuiet(at: 71 + aftermath))
  }

  @Test func `one ends by its id, a session's by their session, all by their time`() throws {
    var brackets = Brackets()
    brackets.begin(try bracket("1", isCommand: true))
    brackets.begin(try bracket("1", isCommand: true, session: "s2"))
    brackets.end("1", of: "s1", at: 50)
    #expect(
      brackets.origin(of: try WorkspacePath("a"), at: 0) {
        false
      } holding: { _ in
        true
      }.author == .unsure(during: "s2"))
    brackets.begin(try bracket("2", isCommand: true))
    brackets.end(session: "s2", at: 50)
    #expect(
      brackets.origin(of: try WorkspacePath("a"), at: 0) {
        false
      } holding: { _ in
        true
      }.author == .unsure(during: "s1"))
    brackets.forget(at: 100)
    #expect(brackets.isEmpty)
  }

  @Test func `what was seen at once is a commit for each whose it is`() throws {
    let desk = try Desk()
    try desk.save("named.md", "1\n")
    try desk.save("other.md", "1\n")
    try desk.save("mine.md", "1\n")
    let recorder = try desk.running()
    let end = desk.time.now().monotonic + 1_000_000_000_000
    recorder.brackets.begin(try bracket("1", ["named.md"], end: end))
    recorder.brackets.begin(try bracket("2", isCommand: true, end: end))
    recorder.isOpenInEditor = { $0.string == "mine.md" }
    try desk.record("named.md", "other.md", "mine.md")
    let log = try desk.log().reversed().map { CommitMessage(parsing: $0.message) }
    #expect(log.map(\.author) == [.user, Self.agent.author, .unsure(during: "s1")])
    #expect(log.map(\.tool) == [nil, "Edit", "Edit"])
  }

  @Test func `a write through the door finds what a tool just wrote as the tool's`() throws {
    let desk = try Desk()
    try desk.save("a.md", "1\n2\n3\n")
    try desk.record("a.md")
    let recorder = try desk.running()
    recorder.brackets.begin(
      try bracket("1", ["a.md"], end: desk.time.now().monotonic + 1_000_000_000_000))
    try desk.save("a.md", "one\n2\n3\n")
    try desk.write("a.md", .appending("4\n")).result()
    let log = try desk.log().reversed().map { CommitMessage(parsing: $0.message).author }
    #expect(log == [.user, Self.agent.author, .robot])
  }

  @Test func `a named file without the tool's text is not what the tool wrote`() throws {
    let desk = try Desk()
    let recorder = try desk.running()
    let end = desk.time.now().monotonic + 1_000_000_000_000
    var bracket = try bracket("1", ["a.md", "b.md", "c.md"], end: end)
    bracket.texts = ["put in"]
    recorder.brackets.begin(bracket)
    recorder.isOpenInEditor = { $0.string == "c.md" }
    try desk.save("a.md", "what is put in\n")
    try desk.save("b.md", "saved while it waited\n")
    try desk.save("c.md", "saved in an editor\n")
    try desk.record("a.md", "b.md", "c.md")
    let log = try desk.log().reversed().map { CommitMessage(parsing: $0.message).author }
    #expect(log == [.user, Self.agent.author, .unsure(during: "s1")])
  }

  @Test func `a rename that was seen makes nobody else the author`() throws {
    let desk = try Desk()
    try desk.save("a.md", "1\n")
    try desk.record("a.md")
    let recorder = try desk.running()
    recorder.brackets.begin(try bracket("1", isCommand: true, end: desk.time.now().monotonic + 1_000_000_000_000))
    try desk.tree.move(FileLocation(WorkspacePath("a.md")), toNew: FileLocation(WorkspacePath("b.md")))
    var origin = WriteOrigin.person
    origin.renamed = [PathRename(from: "a.md", to: "b.md")]
    _ = try recorder.record(
      [Observation(path: WorkspacePath("a.md"), believesDeletion: true), Observation(path: WorkspacePath("b.md"))],
      origin: origin)
    let message = CommitMessage(parsing: try desk.log()[0].message)
    #expect(message.author == .unsure(during: "s1") && message.renamed == origin.renamed)
  }
}
