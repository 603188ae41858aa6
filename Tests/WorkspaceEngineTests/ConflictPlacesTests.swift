import Testing

@testable import WorkspaceEngine

/// The places of an open conflict, as they are shown.
@Suite struct ConflictPlacesTests {
  private static func record(_ a: Int, _ b: Int) -> String { "{\n  \"a\": \(a),\n  \"b\": \(b)\n}\n" }

  @Test func `of records only the field that both changed is shown`() async throws {
    let (desk, laptop, remote) = try await TestFolder.pair()
    try await desk.open { first in
      try desk.save(".gitattributes", "*.data merge=stet-records\n")
      try desk.save("x.data", Self.record(1, 1))
      try await first.settle()
      try await laptop.open { second in
        try await second.settle()
        try await desk.git("remote", "set-url", "origin", remote + ".away")
        try desk.save("x.data", Self.record(2, 1))
        _ = try? await first.settle()
        try laptop.save("x.data", Self.record(3, 3))
        try await second.settle()
        try await desk.git("remote", "set-url", "origin", remote)
        try await first.settle()
        let conflict = try #require(try await first.conflicts(.person).first)
        let place = try #require(conflict.places.first)
        #expect(conflict.places.count == 1 && place.line == 2, "\(conflict.places)")
        #expect([place.kept, place.other].sorted() == ["  \"a\": 2,\n", "  \"a\": 3,\n"], "\(place)")
        #expect(desk.text("x.data")?.contains("\"b\": 3") == true)
      }
    }
  }
}
