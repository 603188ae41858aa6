import WorkspaceAPI
import FoundationEssentials
import Testing

@testable import WorkspaceEngine

/// The places of an open conflict, as they are shown.
@Suite struct ConflictPlacesTests {
  private static func record(_ a: Int, _ b: Int) -> String { "{\n  \"a\": \(a),\n  \"b\": \(b)\n}\n" }

  /// Has two folders of one remote save versions of a file apart from each other and meet.
  private func meet(
    at path: String, base: String, _ versions: (desk: String, laptop: String), attributes: String? = nil,
    as encoded: (String) -> [UInt8] = { Array($0.utf8) },
    _ body: (_ desk: TestFolder, _ first: Workspace) async throws -> Void
  ) async throws {
    let (desk, laptop, remote) = try await TestFolder.pair()
    func save(_ text: String, in folder: TestFolder) throws {
      try Data(encoded(text)).write(to: URL(filePath: folder.root + "/" + path))
    }
    try await desk.open { first in
      if let attributes { try desk.save(".gitattributes", attributes) }
      try save(base, in: desk)
      try await first.settle()
      try await laptop.open { second in
        try await second.settle()
        try await desk.git("remote", "set-url", "origin", remote + ".away")
        try save(versions.desk, in: desk)
        _ = try? await first.settle()
        try save(versions.laptop, in: laptop)
        try await second.settle()
        try await desk.git("remote", "set-url", "origin", remote)
        try await first.settle()
        try await body(desk, first)
      }
    }
  }

  @Test func `of records only the field that both changed is shown`() async throws {
    try await meet(
      at: "x.data", base: Self.record(1, 1), (Self.record(2, 1), Self.record(3, 3)),
      attributes: "*.data merge=stet-records\n"
    ) { desk, first in
      let conflict = try #require(try await first.conflicts(.person).first)
      let place = try #require(conflict.places.first)
      #expect(conflict.places.count == 1 && place.line == 2, "\(conflict.places)")
      #expect([place.kept, place.other].sorted() == ["  \"a\": 2,\n", "  \"a\": 3,\n"], "\(place)")
      #expect(desk.text("x.data")?.contains("\"b\": 3") == true)
    }
  }

  @Test func `a place is shown as it stands now, and only the place is settled`() async throws {
    try await meet(
      at: "a.md", base: "one\n\ntwo\n\nthree\n",
      ("one\n\ntwo, desk\n\nthree\n\nfour\n", "one\n\ntwo, laptop\n\nthree\n")
    ) { desk, first in
      let merged = try #require(desk.text("a.md"))
      let conflict = try #require(try await first.conflicts(.person).first)
      #expect(conflict.target == "a.md" && conflict.keptAuthor?.kind == "user" && conflict.otherAuthor?.kind == "user")
      let stands = merged.contains("two, desk") ? "two, desk" : "two, laptop"
      let other = stands == "two, desk" ? "two, laptop" : "two, desk"
      try desk.save("a.md", "zero\n\n" + merged.replacing(stands, with: stands + ", later") + "\nfive\n")
      try await first.settle()
      let place = try #require(try await first.conflicts(.person).first?.places.first)
      #expect(place.kept == stands + ", later\n" && place.other == other + "\n" && place.line == 5, "\(place)")
      _ = try await first.resolve(ResolveRequest(path: "a.md", choice: .other))
      #expect(desk.text("a.md") == "zero\n\none\n\n\(other)\n\nthree\n\nfour\n\nfive\n")
    }
  }

  @Test func `each place shows the words that the file lacks, whichever version they are of`() async throws {
    let (desk, laptop, remote) = try await TestFolder.pair()
    func text(_ first: String, _ last: String) -> String { "first \(first)\n\nmiddle\n\nlast \(last)\n" }
    func edit(_ word: String) -> WriteRequest {
      WriteRequest(
        path: "a.md", action: .edit(old: "\(word) 0", new: "\(word) by bot", everywhere: false),
        caller: Caller(agent: "bot", session: "s", tool: "edit_file"))
    }
    try await desk.open { first in
      try desk.save("a.md", text("0", "0"))
      try await first.settle()
      try await laptop.open { second in
        try await second.settle()
        try await desk.git("remote", "set-url", "origin", remote + ".away")
        try desk.save("a.md", text("by desk", "0"))
        _ = try? await first.settle()
        _ = try await first.write(edit("last"))
        try laptop.save("a.md", text("0", "by laptop"))
        try await second.settle()
        _ = try await second.write(edit("first"))
        try await second.settle()
        try await desk.git("remote", "set-url", "origin", remote)
        try await first.settle()
        #expect(desk.text("a.md") == text("by desk", "by laptop"))
        let places = try #require(try await first.conflicts(.person).first).places
        #expect(places.map(\.other) == ["first by bot\n", "last by bot\n"])
        _ = try await first.resolve(ResolveRequest(path: "a.md", choice: .other))
        #expect(desk.text("a.md") == text("by bot", "by bot"))
      }
    }
  }

  /// Returns a text in UTF-16 with its mark, the low byte first.
  private static func utf16(_ text: String) -> [UInt8] {
    [0xFF, 0xFE] + text.utf16.flatMap { [UInt8(truncatingIfNeeded: $0), UInt8(truncatingIfNeeded: $0 >> 8)] }
  }

  @Test func `only the place of a text in UTF-16 is settled`() async throws {
    try await meet(
      at: "a.md", base: "zero\n\none\n\ntwo\n\nthree\n",
      ("zero\n\none, desk\n\ntwo, desk\n\nthree\n", "zero\n\none\n\ntwo, laptop\n\nthree\n\nfour\n"),
      as: Self.utf16
    ) { desk, first in
      func now() -> [UInt8]? { FileManager.default.contents(atPath: desk.root + "/a.md").map { Array($0) } }
      func text(_ word: String) -> [UInt8] { Self.utf16("zero\n\none, desk\n\ntwo, \(word)\n\nthree\n\nfour\n") }
      let (stands, other) = now() == text("desk") ? ("desk", "laptop") : ("laptop", "desk")
      #expect(now() == text(stands))
      _ = try await first.resolve(ResolveRequest(path: "a.md", choice: .other))
      #expect(now() == text(other))
    }
  }

  @Test(arguments: [true, false])
  func `a place whose lines were deleted is listed in a text that was replaced`(isDeletedHere: Bool) async throws {
    let lines = (1...7).map { "line \($0) of the text\n" }
    let deleted = (lines[..<2] + lines[4...]).joined()
    let edited = (lines[..<2] + ["another third\n", "another fourth\n"] + lines[4...]).joined()
    let versions = isDeletedHere ? (desk: deleted, laptop: edited) : (desk: edited, laptop: deleted)
    try await meet(at: "n.md", base: lines.joined(), versions) { desk, first in
      try #require(try await first.conflicts(.person).count == 1)
      try desk.save("n.md", "all is new\n")
      try await first.settle()
      let place = try #require(try await first.conflicts(.person).first?.places.first)
      #expect(place.line == 1 && place.kept == "all is new\n", "\(place)")
    }
  }

  @Test func `of a stale save only what met is a conflict, and the rest stays`() async throws {
    let folder = try await TestFolder()
    let lines = (1...20).map { "line \($0) of the text\n" }
    let middle = lines[3..<11].joined()
    let passage = "the person's passage\nof two lines\n"
    let end = lines[12..<18].joined() + "new\nlines\nof the\nagent\n" + lines[18...].joined()
    try await folder.open { workspace in
      try folder.save("a.md", lines.joined())
      try await workspace.settle()
      let caller = Caller(agent: "bot", session: "s", tool: "write_file")
      let token = try await workspace.read(ReadRequest(path: "a.md", caller: caller)).token
      let written = lines[..<2].joined() + "the agent's third\n" + middle + end
      _ = try await workspace.write(
        WriteRequest(path: "a.md", action: .put(Array(written.utf8)), token: token, caller: caller))
      let save = lines[..<2].joined() + "the person's third\n" + middle + lines[11] + passage
      try folder.save("a.md", save + lines[12...].joined())
      try await workspace.settle()
      let merged = lines[..<2].joined() + "the person's third\n" + middle + passage + end
      if folder.text("a.md") != merged {
        // Somebody may have read the agent's text, as far as can be known.
        let history = try await folder.git("log", "-p", "--all", "--", "a.md")
        let asked = try await workspace.questions().map(\.id)
        await #expect(throws: Never.self, "\(folder.text("a.md") ?? "") \(asked) \(history)") {
          try await workspace.reapply(path: "a.md", caller: .person)
        }
      }
      #expect(folder.text("a.md") == merged)
      #expect(try await workspace.conflicts(.person).flatMap(\.places).map(\.line) == [3])
      _ = try await workspace.resolve(ResolveRequest(path: "a.md", choice: .other))
      #expect(folder.text("a.md") == merged.replacing("the person's third", with: "the agent's third"))
    }
  }
}
