import WorkspaceAPI
import Testing

@testable import WorkspaceEngine

/// Taking back what was taken from the remote without a merge.
@Suite struct UndoAdoptionTests {
  private static let lines = (1...9).map { "line \($0)\n" }.joined()

  /// Two folders with one remote, both with `note.md`.
  private func together(_ body: (_ desk: TestFolder, Workspace, _ laptop: TestFolder, Workspace) async throws -> Void)
    async throws
  {
    let (desk, laptop, _) = try await TestFolder.pair()
    try await desk.open { first in
      try desk.save("note.md", Self.lines)
      try await first.settle()
      try await laptop.open { second in
        try await second.settle()
        try await body(desk, first, laptop, second)
      }
    }
  }

  @Test func `what was taken as it was is taken back, and that too`() async throws {
    try await together { desk, first, laptop, second in
      // The first of it was there before: there is nothing to go back to.
      #expect(try await second.operations(OperationsRequest()).isEmpty)
      try laptop.save("note.md", Self.lines.replacing("line 2", with: "laptop"))
      try laptop.save("new.md", "laptop\n")
      try await second.settle()
      try await first.settle()
      let taken = try #require(try await first.operations(OperationsRequest(limit: 50)).first)
      #expect(taken.kind == .adopt && taken.from == ["laptop"] && taken.paths == ["new.md", "note.md"])
      #expect(try await second.operations(OperationsRequest()).isEmpty)

      try desk.save("note.md", Self.lines.replacing("line 2", with: "laptop").replacing("line 8", with: "desk"))
      try await first.settle()
      let receipt = try await first.undo(UndoRequest(target: String(taken.id.prefix(8))))
      #expect(receipt.paths.sorted() == ["new.md", "note.md"] && receipt.kept.isEmpty)
      #expect(desk.text("note.md") == Self.lines.replacing("line 8", with: "desk") && desk.text("new.md") == nil)

      let list = try await first.operations(OperationsRequest())
      #expect(list.map(\.kind) == [.undo, .adopt] && list.map(\.undoneBy) == [nil, list.first?.id])
      #expect(list.first?.subject == "Undo: Take changes from laptop")
      let again = try await first.undo(UndoRequest(target: taken.id))
      #expect(again.commit == nil && again.undoneBy == list.first?.id)
      _ = try await first.undo(UndoRequest(target: receipt.operation))
      #expect(desk.text("new.md") == "laptop\n" && desk.text("note.md")?.contains("laptop\n") == true)
      #expect(try await first.operations(OperationsRequest()).last?.undoneBy == nil)
    }
  }

  @Test func `an undo without an id takes back the person's own change, not one that came from another person`()
    async throws
  {
    let (desk, laptop, _) = try await TestFolder.pair()
    var anns = laptop.settings
    anns.identity = WorkspaceIdentity(name: "Ann", email: "ann@example.org", machine: "laptop")
    let ann = try #require(try await Workspace.open(anns))
    do {
      try await desk.open { first in
        try desk.save("mine.md", "mine\n")
        try await first.settle()
        try await ann.settle()
        try laptop.save("hers.md", "hers\n")
        try await ann.settle()
        try await first.settle()
        #expect(try await first.log(LogRequest(limit: 1)).first?.author.name == "Ann")
        let receipt = try await first.undo(UndoRequest())
        #expect(receipt.paths == ["mine.md"])
        #expect(desk.text("hers.md") == "hers\n" && desk.text("mine.md") == nil)
        _ = try? await first.undo(UndoRequest())
        #expect(desk.text("hers.md") == "hers\n")
      }
    } catch {
      await ann.stop()
      throw error
    }
    await ann.stop()
  }

  @Test func `an undo without an id leaves what a git pull of the person merged`() async throws {
    let folder = try await TestFolder()
    try folder.save("mine.md", "mine\n")
    try await folder.git("add", "mine.md")
    try await folder.git("commit", "--quiet", "--message=mine")
    try await folder.git("checkout", "--quiet", "-b", "theirs")
    try folder.save("theirs.md", "theirs\n")
    try await folder.git("add", "theirs.md")
    try await folder.git("commit", "--quiet", "--message=theirs", "--author=Bob <bob@example.org>")
    try await folder.git("checkout", "--quiet", "main")
    try await folder.git("merge", "--quiet", "--no-ff", "--message=pull", "theirs")
    try await folder.open { workspace in
      try await workspace.settle()
      let receipt = try await workspace.undo(UndoRequest())
      #expect(receipt.paths == ["mine.md"])
      #expect(folder.text("theirs.md") == "theirs\n" && folder.text("mine.md") == nil)
    }
  }

  @Test func `of what came below a replay only the others' part is taken back`() async throws {
    try await together { desk, first, laptop, second in
      let remote = try await desk.git("remote", "get-url", "origin")
      try await desk.git("remote", "set-url", "origin", remote + ".away")
      try desk.save("mine.md", "desk\n")
      _ = try? await first.settle()
      try laptop.save("theirs.md", "laptop\n")
      try await second.settle()
      try await desk.git("remote", "set-url", "origin", remote)
      try await first.settle()
      #expect(try await desk.git("rev-list", "--count", "--merges", "refs/stet/tip") == "0")
      let taken = try #require(try await first.operations(OperationsRequest()).first)
      #expect(taken.kind == .adopt && taken.paths == ["theirs.md"] && taken.commits == 1)
      _ = try await first.undo(UndoRequest(target: taken.id))
      #expect(desk.text("theirs.md") == nil && desk.text("mine.md") == "desk\n")
      try await first.settle()
      try await second.settle()
      #expect(laptop.text("theirs.md") == nil && laptop.text("mine.md") == "desk\n")
    }
  }

  @Test func `a conflict goes with what brought it, and an agent cannot do that`() async throws {
    try await together { desk, first, laptop, second in
      let remote = try await desk.git("remote", "get-url", "origin")
      try await desk.git("remote", "set-url", "origin", remote + ".away")
      try desk.save("note.md", Self.lines.replacing("line 5", with: "desk"))
      _ = try? await first.settle()
      try laptop.save("note.md", Self.lines.replacing("line 5", with: "laptop"))
      try await second.settle()
      try await desk.git("remote", "set-url", "origin", remote)
      try await first.settle()
      let conflict = try #require(try await first.conflicts(.person).first)
      let merge = try #require(try await first.operations(OperationsRequest()).first { $0.kind == .adopt })
      await #expect(throws: VerbError.self) {
        try await first.undo(UndoRequest(target: merge.id, caller: Caller(agent: "Claude", session: "s")))
      }
      let receipt = try await first.undo(UndoRequest(target: merge.id))
      #expect(receipt.withdrawn == [conflict.id] && receipt.reopened.isEmpty)
      #expect(try await first.conflicts(.person).isEmpty && desk.text("CONFLICTS.md") == nil)
      #expect(desk.text("note.md") == Self.lines.replacing("line 5", with: "desk"))
      let back = try await first.undo(UndoRequest(target: receipt.operation))
      #expect(back.reopened == [conflict.id])
      #expect(try await first.conflicts(.person).map(\.id) == [conflict.id])
    }
  }
}
