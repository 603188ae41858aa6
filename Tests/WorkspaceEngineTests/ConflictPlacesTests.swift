import Testing

@testable import WorkspaceEngine

/// The places of an open conflict, as they are shown.
@Suite struct ConflictPlacesTests {
  private static func record(_ a: Int, _ b: Int) -> String { "{\n  \"a\": \(a),\n  \"b\": \(b)\n}\n" }

  /// Has two folders of one remote save versions of a file apart from each other and meet.
  private func meet(
    at path: String, base: String, _ versions: (desk: String, laptop: String), attributes: String? = nil,
    _ body: (_ desk: TestFolder, _ first: Workspace) async throws -> Void
  ) async throws {
    let (desk, laptop, remote) = try await TestFolder.pair()
    try await desk.open { first in
      if let attributes { try desk.save(".gitattributes", attributes) }
      try desk.save(path, base)
      try await first.settle()
      try await laptop.open { second in
        try await second.settle()
        try await desk.git("remote", "set-url", "origin", remote + ".away")
        try desk.save(path, versions.desk)
        _ = try? await first.settle()
        try laptop.save(path, versions.laptop)
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
}
