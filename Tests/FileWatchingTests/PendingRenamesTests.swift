import Testing

@testable import FileWatching

struct PendingRenamesTests {
  private var desk = Desk()

  private mutating func rename(_ from: String, _ to: String, cookie: UInt32, at time: Int64) throws {
    try desk.see(.movedAway(cookie: cookie), from, at: time)
    try desk.see(.movedHere(cookie: cookie), to, at: time)
  }

  private mutating func renameFolder(_ from: String, _ to: String, cookie: UInt32, at time: Int64) throws {
    try desk.see(folder: .movedAway(cookie: cookie), from, at: time)
    try desk.see(folder: .movedHere(cookie: cookie), to, at: time)
  }

  @Test mutating func `both ends of a rename come together after 20 ms`() throws {
    try rename("a.md", "b.md", cookie: 1, at: 0)
    #expect(desk.due(at: 19).isEmpty)
    let settled = desk.take(at: 20)
    #expect(settled.arrows == ["a.md → b.md"])
    #expect(settled.lines == ["a.md renamedAway", "b.md renamedOnto"])
  }

  @Test mutating func `the old end waits while the new one is written`() throws {
    try rename("a.md", "b.md", cookie: 1, at: 0)
    try desk.see(.modified, "b.md", at: 10)
    #expect(desk.due(at: 100).isEmpty)
    try desk.see(.closedAfterWrite, "b.md", at: 150)
    let settled = desk.take(at: 170)
    #expect(settled.arrows == ["a.md → b.md"])
    #expect(settled.lines == ["a.md renamedAway", "b.md closed"])
  }

  @Test mutating func `a chain of renames is one`() throws {
    try rename("a.md", "b.md", cookie: 1, at: 0)
    try rename("b.md", "c.md", cookie: 2, at: 5)
    let settled = desk.take(at: 25)
    #expect(settled.arrows == ["a.md → c.md"])
    #expect(settled.lines == ["a.md renamedAway", "b.md renamedAway", "c.md renamedOnto"])
  }

  @Test mutating func `a rename there and back is none`() throws {
    try rename("a.md", "b.md", cookie: 1, at: 0)
    try rename("b.md", "a.md", cookie: 2, at: 5)
    let settled = desk.take(at: 25)
    #expect(settled.renames.isEmpty)
    #expect(Set(settled.lines) == ["a.md renamedOnto", "b.md renamedAway"])
  }

  @Test mutating func `a swap over a third name is two renames`() throws {
    try rename("a.md", "t.md", cookie: 1, at: 0)
    try rename("b.md", "a.md", cookie: 2, at: 1)
    try rename("t.md", "b.md", cookie: 3, at: 2)
    #expect(desk.take(at: 30).arrows == ["a.md → b.md", "b.md → a.md"])
  }

  @Test mutating func `a rename whose target is deleted is a deletion`() throws {
    try rename("a.md", "b.md", cookie: 1, at: 0)
    try desk.see(.deleted, "b.md", at: 5)
    #expect(desk.due(at: 1_999).isEmpty)
    let settled = desk.take(at: 2_005)
    #expect(settled.renames.isEmpty)
    #expect(settled.lines == ["a.md deleted", "b.md deleted"])
  }

  @Test mutating func `a rename out of the workspace is a deletion`() throws {
    try desk.see(.movedAway(cookie: 1), "a.md", at: 0)
    #expect(desk.due(at: 1_999).isEmpty)
    #expect(desk.due(at: 2_000) == ["a.md deleted"])
  }

  @Test mutating func `what is pending in a folder goes with it`() throws {
    try desk.see(.closedAfterWrite, "old/a.md", at: 0)
    try desk.see(.created, "old/.b.md.swp", at: 0)
    try rename("old/c.md", "old/d.md", cookie: 4, at: 1)
    try renameFolder("old", "new", cookie: 9, at: 2)
    let settled = desk.take(at: 22)
    #expect(settled.arrows == ["old → new", "new/c.md → new/d.md"])
    #expect(settled.lines == ["new/a.md closed", "new/c.md renamedAway", "new/d.md renamedOnto"])
    #expect(settled.rescans.map(\.string) == ["new", "old"])
    #expect(desk.pending.openDocuments.keys.map(\.string) == ["new/b.md"])
  }

  @Test mutating func `a folder renamed twice is one rename, and of one renamed back both names are read again`() throws
  {
    try renameFolder("a", "b", cookie: 1, at: 0)
    try renameFolder("b", "c", cookie: 2, at: 5)
    #expect(desk.take(at: 25).arrows == ["a → c"])
    try renameFolder("c", "d", cookie: 3, at: 100)
    try renameFolder("d", "c", cookie: 4, at: 105)
    let settled = desk.take(at: 125)
    #expect(settled.renames.isEmpty)
    #expect(settled.rescans.map(\.string) == ["c", "d"])
  }

  @Test mutating func `of two folders renamed to one name both old names are noticed`() throws {
    try renameFolder("a", "trash", cookie: 1, at: 0)
    try desk.see(folder: .gone, "trash", at: 2)
    try renameFolder("b", "trash", cookie: 2, at: 5)
    let settled = desk.take(at: 30)
    #expect(settled.arrows == ["b → trash"])
    #expect(settled.rescans.map(\.string) == ["a", "b", "trash"])
  }

  @Test mutating func `a folder that leaves is read again after two seconds, with what was pending in it`() throws {
    try desk.see(.closedAfterWrite, "f/a.md", at: 0)
    try desk.see(folder: .movedAway(cookie: 1), "f", at: 1)
    desk.pending.noteUnpaired(cookie: 1, now: 10 * ms)
    #expect(desk.due(at: 2_009).isEmpty)
    let settled = desk.take(at: 2_010)
    #expect(settled.lines == ["f/a.md deleted"])
    #expect(settled.rescans.map(\.string) == ["f"])
  }

  @Test mutating func `of folders to be read again only the outermost are named`() throws {
    for name in ["a/b", "a", "a-b", "a/b/c", "b/c"] { try desk.see(folder: .unclear, name, at: 0) }
    #expect(desk.take(at: 20).rescans.map(\.string) == ["a", "a-b", "b/c"])
  }
}
