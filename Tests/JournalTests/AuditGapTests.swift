import Journal
import Testing

@Suite struct AuditGapTests {
  private static func entry(
    _ act: String, _ path: String, other: String? = nil, version: String? = nil, refused: String? = nil,
    at seconds: Int64 = 0
  ) -> AuditEntry {
    var entry = AuditEntry(
      agent: "bot", session: "s", model: nil, tool: "t", act: act, path: path, other: other, version: version,
      refused: refused)
    entry.time = seconds * 1_000
    return entry
  }

  @Test(
    arguments: [
      (entry("write", "a", version: "v1"), "a", "v1", false), (entry("append", "a", version: "v1"), "a", "v1", false),
      (entry("write", "a", version: "v1"), "a", "v2", true), (entry("write", "a", version: "v1"), "b", "v1", true),
      (entry("read", "a", version: "v1"), "a", "v1", true),
      (entry("write", "a", version: "v1", refused: "stale"), "a", "v1", true),
      (entry("delete", "a"), "a", nil, false), (entry("delete", "b"), "a", nil, true),
      (entry("move", "a", other: "b", version: "v1"), "a", nil, false),
      (entry("move", "a", other: "b", version: "v1"), "b", "v1", false),
      (entry("restore", "x y", at: 100), "a", "v1", false), (entry("hook", "x", at: 97), "a", "v1", false),
      (entry("restore", "x y", at: 90), "a", "v1", true), (entry("search", "a", version: "v1"), "a", "v1", true),
    ] as [(AuditEntry, String, String?, Bool)])
  func `a write is missing where no line tells of it`(
    known: AuditEntry, path: String, version: String?, isMissing: Bool
  ) {
    #expect(AuditGap([known]).lacks(path, version: version, session: "s", at: 100) == isMissing)
    #expect(AuditGap([]).lacks(path, version: version, session: "s", at: 100))
  }

  @Test func `an entry of many files is several lines, none of them long, and no file is left out`() {
    var entry = Self.entry("search", "Folder")
    let files = (0..<1_000).map { "Folder/a name of some length \($0).md" }
    entry.add(pattern: String(repeating: "x", count: 1_000), count: 1_000, files: files)
    let lines = entry.lines
    #expect(lines.first?.act == "search" && lines.dropFirst().allSatisfy { $0.act == "shown" && $0.pattern == nil })
    #expect(lines.flatMap { $0.files ?? [] } == files)
    #expect(lines.allSatisfy { ($0.files ?? []).reduce(0) { $0 + $1.utf8.count + 3 } <= 8_000 })
    #expect(lines.first?.pattern?.utf8.count == 200)
    #expect(Self.entry("read", "a").lines.count == 1)
  }
}
