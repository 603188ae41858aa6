import WorkspaceAPI
import Coordination
import GitObjects
import Testing

/// Tests as a table which claims wait for which.
@Suite struct ClaimIntentTests {
  /// Rows: what is claimed first; columns: what is asked for; in the order of `ClaimIntent.allCases`. `w` waits.
  struct Case: CustomTestStringConvertible, Sendable {
    var first: String
    var second: String
    var rows: [String]
    var testDescription: String { "\(first) then \(second)" }
  }

  static let cases = [
    // reading, writing, merging, deleting, moving, replacing
    Case(
      first: "a.md", second: "a.md", rows: [".wwwww", "wwwwww", "wwwwww", "wwwwww", "wwwwww", "wwwwww"]),
    Case(
      first: "folder", second: "folder/a.md",
      rows: ["......", "......", "......", "wwwwww", "wwwwww", "wwwwww"]),
    Case(
      first: "folder/deep/a.md", second: "folder",
      rows: ["...www", "...www", "...www", "...www", "...www", "...www"]),
    Case(first: "folder", second: "folder.md", rows: Array(repeating: "......", count: 6)),
    Case(first: "a.md", second: "b.md", rows: Array(repeating: "......", count: 6)),
    Case(first: "folder/a.md", second: "folder/b.md", rows: Array(repeating: "......", count: 6)),
    // Two names that Unicode takes for one are two files.
    Case(first: "e\u{301}.md", second: "\u{e9}.md", rows: Array(repeating: "......", count: 6)),
  ]

  @Test(arguments: cases) func `each pair of claims waits as the table says`(_ example: Case) throws {
    for (row, first) in zip(example.rows, ClaimIntent.allCases) {
      for (sign, second) in zip(row, ClaimIntent.allCases) {
        var office = Office()
        let before = try office.ask("A", example.first, first)
        let after = try office.ask("B", example.second, second)
        let note: Comment = "\(first) then \(second)"
        #expect(office.granted[before] != nil, note)
        #expect((office.granted[after] == nil) == (sign == "w"), note)
        office.release(before)
        #expect(office.granted[after] != nil, note)
      }
    }
  }

  @Test(arguments: cases) func `one's own claims never wait for each other`(_ example: Case) throws {
    for first in ClaimIntent.allCases {
      for second in ClaimIntent.allCases {
        var office = Office()
        try office.ask("A", example.first, first)
        let after = try office.ask("A", example.second, second)
        #expect(office.granted[after] != nil, "\(first) then \(second)")
      }
    }
  }

  @Test(arguments: [
    ("a.md", ClaimIntent.writing, "a.md", ClaimIntent.writing, true),
    ("a.md", .writing, "a.md", .reading, true),
    ("a.md", .reading, "a.md", .writing, false),
    ("a.md", .writing, "b.md", .writing, false),
    ("folder", .writing, "folder/a.md", .writing, false),
    ("folder", .deleting, "folder/a.md", .deleting, true),
    ("folder", .moving, "folder/a.md", .writing, true),
  ]) func `a claim allows what it is for`(
    _ claimed: String, _ intent: ClaimIntent, _ path: String, _ change: ClaimIntent, _ isAllowed: Bool
  ) throws {
    let item = ClaimItem(try WorkspacePath(claimed), intent)
    #expect(item.allows(ClaimItem(try WorkspacePath(path), change)) == isAllowed)
  }
}
