import WorkspaceAPI
import Testing

@testable import WorkspaceEngine

/// Taking back what came from another machine.
@Suite struct UndoMergeTests {
  private static let lines = (1...9).map { "line \($0)\n" }.joined()

  @Test func `on each machine what the other had is taken back`() async throws {
    let desk = try await TestFolder()
    let laptop = try await TestFolder(machine: "laptop")
    let remote = try desk.makeRemote()
    try await desk.open { first in
      try desk.save("note.md", Self.lines)
      try await first.settle()
      try await desk.git("remote", "add", "origin", remote)
      try await first.settle()
      try await laptop.git("remote", "add", "origin", remote)
      try await laptop.open { second in
        try await second.settle()
        #expect(laptop.text("note.md") == Self.lines)
        // Both change the file before either hears of the other.
        try await laptop.git("remote", "set-url", "origin", remote + ".away")
        try laptop.save("note.md", Self.lines.replacing("line 2", with: "laptop"))
        try laptop.save("new.md", "laptop\n")
        _ = try? await second.settle()
        try desk.save("note.md", Self.lines.replacing("line 8", with: "desk"))
        try await first.settle()
        try await laptop.git("remote", "set-url", "origin", remote)
        try await second.settle()
        try await first.settle()
        let both = Self.lines.replacing("line 2", with: "laptop").replacing("line 8", with: "desk")
        #expect(desk.text("note.md") == both && laptop.text("note.md") == both)

        let here = try #require(try await first.operations(OperationsRequest(limit: 5)).first)
        let there = try #require(try await second.operations(OperationsRequest()).first)
        #expect(here.kind == .adopt && here.id == there.id)
        #expect(here.from == ["laptop"] && here.paths == ["new.md", "note.md"])
        #expect(there.from == ["desk"] && there.paths == ["note.md"])

        let receipt = try await first.undo(UndoRequest(target: here.id))
        #expect(receipt.paths.sorted() == ["new.md", "note.md"] && receipt.kept.isEmpty)
        #expect(desk.text("note.md") == Self.lines.replacing("line 8", with: "desk") && desk.text("new.md") == nil)
        try await first.settle()
        try await second.settle()
        #expect(laptop.text("note.md") == desk.text("note.md") && laptop.text("new.md") == nil)
        let list = try await second.operations(OperationsRequest())
        #expect(list.map(\.kind) == [.undo, .adopt] && list[1].undoneBy == list[0].id)

        // It is gone already: nothing to do, and who did it.
        let again = try await second.undo(UndoRequest(target: here.id, from: "laptop"))
        #expect(again.commit == nil && again.undoneBy == list[0].id)
        _ = try await second.undo(UndoRequest(target: list[0].id))
        #expect(laptop.text("note.md") == both && laptop.text("new.md") == "laptop\n")
        // How many changes it was depends on how the saves were taken together.
        let redo = try #require(try await second.operations(OperationsRequest(limit: 1)).first)
        #expect(redo.subject.hasPrefix("Redo: Merge "), "\(redo.subject)")
      }
    }
  }
}
