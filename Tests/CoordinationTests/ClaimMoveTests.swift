import WorkspaceAPI
import Coordination
import GitObjects
import Testing

/// Claims on files that are moved.
@Suite struct ClaimMoveTests {
  private func move(_ office: inout Office, _ from: String, _ to: String) throws {
    office.take(office.table.noteMove(from: try WorkspacePath(from), to: try WorkspacePath(to), at: office.now))
  }

  @Test func `a claim follows its file, also with a folder above it`() throws {
    var office = Office()
    let ticket = try office.ask("A", "folder/a.md", .writing)
    let number = try #require(office.granted[ticket]).number
    try move(&office, "folder/a.md", "folder/b.md")
    try move(&office, "folder", "other/place")
    let holder = ClaimHolder(party: "A", name: "A")
    let now = ClaimItem(try WorkspacePath("other/place/b.md"), .writing)
    let before = ClaimItem(try WorkspacePath("folder/a.md"), .writing)
    #expect(office.table.fence(number, for: now, at: 0) == .holds(holder))
    #expect(office.table.fence(number, for: before, at: 0) == .isForOther(holder))
    let free = try office.ask("B", "folder/a.md", .writing)
    let taken = try office.ask("B", "other/place/b.md", .writing)
    #expect(office.granted[free] != nil && office.granted[taken] == nil)
  }

  @Test func `who waits is handed the new path, but who replaces stays where it is`() throws {
    var office = Office()
    try office.ask("A", "a.md", .writing, lasts: 5)
    let writer = try office.ask("B", "a.md", .writing)
    let replacer = try office.ask("C", "a.md", .replacing)
    try move(&office, "a.md", "b.md")
    #expect(office.granted[replacer]?.request.items.first?.path.string == "a.md", "nothing stands in its way any more")
    office.pass(6)
    #expect(office.granted[writer]?.request.items.first?.path.string == "b.md")
  }

  @Test func `of two claims that a move brings together the earlier one holds`() throws {
    var office = Office()
    let earlier = try office.ask("A", "a.md", .writing)
    let later = try office.ask("B", "b.md", .writing)
    try move(&office, "a.md", "b.md")
    let (first, second) = (try #require(office.granted[earlier]).number, try #require(office.granted[later]).number)
    #expect(office.ended == [second: .displaced])
    #expect(office.table.claims.map(\.number) == [first])
  }

  @Test func `a claim on a name that only begins alike stays`() throws {
    var office = Office()
    let ticket = try office.ask("A", "folder.md", .writing)
    let number = try #require(office.granted[ticket]).number
    try move(&office, "folder", "other")
    let item = ClaimItem(try WorkspacePath("folder.md"), .writing)
    #expect(office.table.fence(number, for: item, at: 0) == .holds(ClaimHolder(party: "A", name: "A")))
  }
}
