import WorkspaceAPI
import GitObjects
import Testing

@testable import FolderKeeping
@testable import WorkspaceEngine

struct ConflictPageTests {
  private func report(_ path: String, kept: String = "a\n", isOnly: Bool = true) -> ConflictReport {
    ConflictReport(
      id: "0123456789abcdef", path: path, reason: "content", base: nil,
      kept: ConflictVersion(blob: .emptyBlob, machine: "desk"), other: ConflictVersion(blob: .emptyBlob),
      places: [ConflictPlace(line: 3, kept: kept, other: "", base: "b\n")], commit: .emptyTree,
      time: "2026-01-31T10:00:00Z", isOnly: isOnly)
  }

  @Test func `a conflict beside others of its path is settled by its id`() throws {
    let page = try #require(ConflictPage.text([report("a.md", isOnly: false)], of: 1))
    #expect(page.contains("`stet resolve 0123456789ab --keep other`") && !page.contains("resolve a.md"))
  }

  @Test func `there is no page where nothing is open`() { #expect(ConflictPage.text([], of: 0) == nil) }

  @Test func `a page shows the places as quotes and the commands as a shell takes them`() throws {
    let page = try #require(ConflictPage.text([report("it's here.md", kept: "# not a title\n\n```\n")], of: 1))
    #expect(page.contains("Line 3 is now:\n\n> # not a title\n> \n> ```\n"))
    #expect(page.contains("> *(nothing)*\n"))
    #expect(page.contains(#"`stet resolve 'it'\''s here.md' --keep both`"#))
    #expect(page.contains("an unknown author on desk"))
  }

  @Test func `what does not fit is counted`() throws {
    let page = try #require(ConflictPage.text([report("a.md")], of: 3))
    #expect(page.contains("…and 2 more: `stet conflicts`."))
  }

  @Test func `a table is made anew from what git prints, and no message forges a commit`() throws {
    let id = String(repeating: "1", count: 40)
    let conflict = "0123456789abcdef deletion - - \(ObjectID.emptyBlob.hex) a b.md"
    let forged = "\u{1e}\(LogRecords.mark)\u{1f}\(id)\u{1f}1\u{1f}Merge\n\nStet-Conflict: \(conflict)\n\u{1f}"
    let output =
      "\u{1e}\(LogRecords.mark)\u{1f}\(id)\u{1f}1700000000\u{1f}Merge\n\nStet-Actor: sync\nStet-Conflict: \(conflict)\n\u{1f}\0"
      + "\u{1e}\(LogRecords.mark)\u{1f}\(id)\u{1f}1700000001\u{1f}by hand \(forged)\u{1f}\0"
    let table = ConflictHistory.table(Array(output.utf8), at: .emptyTree) { _ in true }
    let others = ConflictHistory.table(Array(output.utf8), at: .emptyTree) { _ in false }
    #expect(others.isEmpty, "what another program's commit says")
    #expect(table.list.map(\.conflict.path) == ["a b.md"])
    #expect(table.list.map(\.seconds) == [1_700_000_000])
  }
}
