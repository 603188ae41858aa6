import Documents
import FileSystem
import GitObjects
import Recording
import TestSupport
import Testing
import WorkTree

@Suite struct `What is taken back` {
  @Test func `goes in one commit that says so, with deletions, new files and renames`() throws {
    let desk = try Desk()
    try desk.save("d/gone", "gone\n")
    try desk.save("edited", "1\n2\n3\n")
    try desk.save("from", "moved\n")
    try desk.scan()
    let before = try desk.running().tipTree
    let recorder = try desk.running()
    let origin = WriteOrigin(author: .robot)
    func write(_ path: String, _ action: Write.Action) throws -> Write {
      Write(path: try WorkspacePath(path), action: action, origin: origin)
    }
    for write in [
      try write("d/gone", .delete), try write("edited", .text("1\nrobot\n3\n")), try write("made/new", .text("new\n")),
      try write("from", .move(to: WorkspacePath("to"))),
    ] {
      desk.wait()
      try recorder.perform([write])[0].result()
    }
    let commits = try desk.log().prefix(4)
    let after = recorder.tipTree
    let undone = try desk.undo(
      desk.newest(), commits[0].parents[0], commits[1].parents[0], commits[2].parents[0])
    for outcome in undone.done { try outcome.result() }
    #expect(recorder.tipTree == before && undone.plan.left.isEmpty)
    let commit = try #require(try desk.log().first)
    let message = CommitMessage(parsing: commit.message)
    #expect(message.author == .user && message.undoes == [ChangeRange("x")])
    #expect(message.renamed == [PathRename(from: "to", to: "from")])
    #expect(try desk.log().count == 6)
    #expect(try desk.text("d/gone") == "gone\n" && desk.text("made/new") == nil && desk.text("to") == nil)
    #expect(try desk.tree.stamp(of: FileLocation(WorkspacePath("made"))) == nil)
    #expect(try desk.scan().commits.isEmpty)
    // And all of it again.
    for outcome in try desk.undo(desk.newest()).done { try outcome.result() }
    #expect(recorder.tipTree == after)
    #expect(try desk.scan().commits.isEmpty)
  }

  @Test func `leaves what is saved while it is planned: merged where it lies apart, else refused`() throws {
    let desk = try Desk()
    for path in ["apart", "same", "gone", "new", "quiet"] { try desk.save(path, "1\n2\n3\n4\n5\n") }
    try desk.scan()
    try desk.write("new", .delete)
    let first = try desk.newest()
    for path in ["apart", "same", "gone", "quiet"] { try desk.write(path, .text("robot\n2\n3\n4\n5\n")) }
    let line = try desk.log().prefix(4)
    let undone = try desk.undo(
      desk.newest(), line[0].parents[0], line[1].parents[0], line[2].parents[0], first,
      meanwhile: {
        try desk.save("apart", "robot\n2\n3\n4\nmine\n")
        try desk.save("same", "mine\n2\n3\n4\n5\n")
        try desk.tree.remove(FileLocation(WorkspacePath("gone")))
        try desk.save("new", "mine\n")
      })
    var refused: [String] = []
    for (write, outcome) in zip(undone.plan.writes, undone.done) {
      if case .refused = outcome { refused.append(write.path.string) }
    }
    #expect(refused.sorted() == ["gone", "new", "same"])
    #expect(try desk.text("apart") == "1\n2\n3\n4\nmine\n" && desk.text("same") == "mine\n2\n3\n4\n5\n")
    #expect(try desk.text("gone") == nil && desk.text("new") == "mine\n")
    #expect(try desk.text("quiet") == "1\n2\n3\n4\n5\n")
    // All that was saved meanwhile is recorded first, so that the undo is one commit.
    let undoes = try desk.log().map { CommitMessage(parsing: $0.message).undoes.count }
    #expect(undoes.first == 1 && undoes.filter { $0 > 0 }.count == 1)
    try desk.scan()
    for path in ["apart", "same", "new"] { #expect(try desk.recorded(path) == desk.text(path)) }
  }

  @Test func `commits that follow one another are one step, those of others in between part them`() throws {
    let desk = try Desk()
    try desk.save("a", "1\n")
    try desk.scan()
    let root = try desk.newest()
    try desk.write("a", .text("2\n"))
    let one = try desk.newest()
    try desk.write("a", .text("3\n"))
    let two = try desk.newest()
    try desk.save("b", "mine\n")
    try desk.scan()
    let person = try desk.newest()
    try desk.write("a", .text("4\n"))
    let three = try desk.newest()
    let graph = try desk.running().graph
    #expect(
      try UndoPlan.Step.joining([three, two, one, root], graph: graph) == [
        UndoPlan.Step(before: person, after: three), UndoPlan.Step(before: nil, after: two),
      ])
    for outcome in try desk.undo(three, two, one).done { try outcome.result() }
    #expect(try desk.text("a") == "1\n" && desk.text("b") == "mine\n")
  }
}
