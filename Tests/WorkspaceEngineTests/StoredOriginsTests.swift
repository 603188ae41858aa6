import GitObjects
import Testing

@testable import WorkspaceEngine

/// The attributed lines of the feed on disk.
@Suite struct StoredOriginsTests {
  private static func id(_ digit: Character) throws -> ObjectID {
    try #require(ObjectID(hex: String(repeating: digit, count: 40)))
  }

  private static func known() throws -> [FeedOrigins.Place: FeedOrigins.Blamed] {
    let lines = [("1", "Ann"), ("2", "Reader \u{E9}"), ("1", "Ann")].map { digit, name in
      (try? id(Character(digit))).map { BlameReader.Line(commit: $0, name: name, time: "2026-05-02T10:00:00Z") }
    }
    let version = FeedOrigins.Version(commit: try id("2"), blob: try id("b"))
    let path = try WorkspacePath("Feed/feed.jsonl")
    return [
      .init(path: path, isHeld: false): .init(version: version, lines: lines.compactMap(\.self)),
      .init(path: path, isHeld: true): .init(version: version, lines: []),
    ]
  }

  @Test func `the lines are read back as they were`() throws {
    let known = try Self.known()
    #expect(StoredOrigins.decode(StoredOrigins.encode(known)) == known)
    #expect(StoredOrigins.decode(StoredOrigins.encode([:])).isEmpty && StoredOrigins.decode([]).isEmpty)
  }

  @Test func `a file with any changed or missing byte says nothing`() throws {
    let bytes = StoredOrigins.encode(try Self.known())
    for index in bytes.indices {
      var changed = bytes
      changed[index] ^= 1
      #expect(StoredOrigins.decode(changed).isEmpty, "byte \(index)")
      #expect(StoredOrigins.decode(Array(bytes[..<index])).isEmpty, "cut at \(index)")
    }
  }
}
