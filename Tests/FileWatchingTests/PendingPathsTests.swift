import GitObjects
import Testing

@testable import FileWatching

struct PendingPathsTests {
  private var desk = Desk()

  @Test mutating func `a close is due after 20 ms and not before`() throws {
    try desk.see(.created, "a.md", at: 0)
    try desk.see(.modified, "a.md", at: 1)
    try desk.see(.closedAfterWrite, "a.md", at: 5)
    #expect(desk.due(at: 24).isEmpty)
    #expect(desk.pending.nextDeadline == 25 * ms)
    #expect(desk.due(at: 25) == ["a.md closed"])
    #expect(desk.pending.nextDeadline == nil)
  }

  @Test mutating func `while closes are told at once, each is told once more when it has settled`() throws {
    try desk.see(.closedAfterWrite, "early.md", at: 0)
    #expect(desk.pending.unsettled.map(\.string) == ["early.md"])
    desk.pending.tellsAtOnce = true
    try desk.see(.closedAfterWrite, "a.md", at: 1)
    #expect(desk.pending.hasReady)
    let now = desk.take(at: 2)
    #expect(now.closed.map(\.string) == ["a.md"] && now.paths.isEmpty)
    #expect(!desk.pending.hasReady)
    #expect(desk.due(at: 21) == ["early.md closed", "a.md closed"])
  }

  @Test mutating func `a save storm is one look, twenty milliseconds after its last save`() throws {
    for time in stride(from: Int64(0), through: 800, by: 10) { try desk.see(.closedAfterWrite, "a.md", at: time) }
    #expect(desk.due(at: 819).isEmpty)
    #expect(desk.due(at: 820) == ["a.md closed"])
  }

  @Test mutating func `saves that never pause are looked at within a second`() throws {
    var looks: [Int64] = []
    for time in stride(from: Int64(0), through: 9_000, by: 10) {
      if !desk.due(at: time).isEmpty { looks.append(time) }
      try desk.see(.modified, "a.md", at: time)
      try desk.see(.closedAfterWrite, "a.md", at: time)
    }
    #expect(looks == Array(stride(from: Int64(900), through: 9_000, by: 900)))
  }

  @Test mutating func `a deletion seen alone is due after two seconds`() throws {
    try desk.see(.deleted, "a.md", at: 0)
    #expect(desk.due(at: 1_999).isEmpty)
    #expect(desk.due(at: 2_000) == ["a.md deleted"])
  }

  @Test(arguments: ["a.md", "a.md~", "~$a.docx", "#a.md#", ".a.md.swp"])
  mutating func `a path that a scan missed is due as deleted after two seconds whatever its name`(name: String) throws {
    desk.pending.noteMissing(try WorkspacePath(name), now: 0)
    #expect(desk.due(at: 1_999).isEmpty)
    #expect(desk.due(at: 2_000) == ["\(name) deleted"])
  }

  @Test(arguments: [".a.md.swp", ".#a.md", "#a.md#", ".~lock.a.md#"])
  mutating func `a deletion beside an editor's file is due after thirty seconds`(file: String) throws {
    try desk.see(.created, file, at: 0)
    try desk.see(.deleted, "a.md", at: 60_000)
    #expect(desk.due(at: 89_999).isEmpty)
    #expect(desk.due(at: 90_000) == ["a.md deleted"])
  }

  @Test mutating func `when the editor goes, the deletion is due two seconds later`() throws {
    try desk.see(.created, ".a.md.swp", at: 0)
    try desk.see(.deleted, "a.md", at: 0)
    try desk.see(.deleted, ".a.md.swp", at: 5_000)
    #expect(desk.due(at: 6_999).isEmpty)
    #expect(desk.due(at: 7_000) == ["a.md deleted"])
  }

  @Test mutating func `an old backup does not keep a deletion waiting, a young one does`() throws {
    try desk.see(.created, "a.md~", at: 0)
    try desk.see(.deleted, "a.md", at: 20_000)
    #expect(desk.due(at: 22_000) == ["a.md deleted"])
    try desk.see(.movedAway(cookie: 1), "b.md", at: 30_000)
    try desk.see(.movedHere(cookie: 1), "b.md~", at: 30_000)
    #expect(desk.due(at: 59_999).isEmpty)
    #expect(desk.due(at: 60_000) == ["b.md deleted"])
  }

  @Test mutating func `vim's save is one ordinary change`() throws {
    try desk.see(.created, "4913", at: 0)
    try desk.see(.closedAfterWrite, "4913", at: 0)
    try desk.see(.deleted, "4913", at: 0)
    try desk.see(.movedAway(cookie: 7), "a.md", at: 1)
    try desk.see(.movedHere(cookie: 7), "a.md~", at: 1)
    #expect(desk.due(at: 1_500).isEmpty)
    try desk.see(.created, "a.md", at: 1_500)
    try desk.see(.modified, "a.md", at: 1_500)
    try desk.see(.closedAfterWrite, "a.md", at: 1_501)
    try desk.see(.deleted, "a.md~", at: 1_502)
    let settled = desk.take(at: 1_521)
    #expect(settled.lines == ["a.md closed"])
    #expect(settled.renames.isEmpty)
  }

  @Test mutating func `a safe write over two renames is one ordinary change`() throws {
    try desk.see(.closedAfterWrite, "a.md___jb_tmp___", at: 0)
    try desk.see(.movedAway(cookie: 1), "a.md", at: 1)
    try desk.see(.movedHere(cookie: 1), "a.md___jb_old___", at: 1)
    try desk.see(.movedAway(cookie: 2), "a.md___jb_tmp___", at: 2)
    try desk.see(.movedHere(cookie: 2), "a.md", at: 2)
    try desk.see(.deleted, "a.md___jb_old___", at: 3)
    let settled = desk.take(at: 22)
    #expect(settled.lines == ["a.md renamedOnto"])
    #expect(settled.renames.isEmpty)
  }

  @Test mutating func `a new file that is renamed onto a document is no rename of a document`() throws {
    try desk.see(.created, "a.md.123", at: 0)
    try desk.see(.closedAfterWrite, "a.md.123", at: 1)
    try desk.see(.movedAway(cookie: 1), "a.md.123", at: 2)
    try desk.see(.movedHere(cookie: 1), "a.md", at: 2)
    let settled = desk.take(at: 22)
    #expect(settled.renames.isEmpty)
    #expect(settled.lines.contains("a.md renamedOnto"))
  }

  @Test mutating func `both ends of a rename are reported together when the new file changes after they were due`()
    throws
  {
    try desk.see(.movedAway(cookie: 1), "a.md", at: 0)
    try desk.see(.movedHere(cookie: 1), "b.md", at: 0)
    // Both are due, but the caller takes them only after the next event.
    desk.pending.advance(to: 30 * ms) { _ in 1 }
    try desk.see(.modified, "b.md", at: 40)
    #expect(desk.pending.take().lines.isEmpty)
    #expect(!desk.pending.hasReady)
    try desk.see(.closedAfterWrite, "b.md", at: 50)
    let settled = desk.take(at: 300)
    #expect(Set(settled.lines) == ["a.md renamedAway", "b.md closed"])
    #expect(settled.arrows == ["a.md → b.md"])
  }

  @Test mutating func `both ends of a rename that was put back are reported together, earlier after an event`() throws {
    try desk.see(.movedAway(cookie: 1), "a.md", at: 0)
    try desk.see(.movedHere(cookie: 1), "b.md", at: 0)
    let rename = try #require(desk.take(at: 30).renames.first)
    desk.pending.postpone(rename, until: 1_000 * ms, now: 40 * ms)
    #expect(desk.due(at: 900).isEmpty)
    try desk.see(.closedAfterWrite, "b.md", at: 910)
    let settled = desk.take(at: 1_000)
    #expect(Set(settled.lines) == ["a.md renamedAway", "b.md closed"])
    #expect(settled.arrows == ["a.md → b.md"])
    #expect(desk.due(at: 10_000).isEmpty)
  }

  @Test mutating func `a backup made by renaming the document is a copy`() throws {
    try desk.see(.movedAway(cookie: 1), "a.md", at: 0)
    try desk.see(.movedHere(cookie: 1), "a.md.bak", at: 0)
    try desk.see(.created, "a.md", at: 1)
    try desk.see(.closedAfterWrite, "a.md", at: 2)
    let settled = desk.take(at: 22)
    #expect(settled.renames.isEmpty)
    #expect(settled.lines == ["a.md closed", "a.md.bak renamedOnto"])
  }

  @Test mutating func `an empty file that nobody closed is due after two seconds, a link after 200 ms`() throws {
    desk.sizes = ["empty": 0]
    try desk.see(.created, "empty", at: 0)
    try desk.see(.created, "link", at: 0)
    #expect(desk.due(at: 200) == ["link created"])
    #expect(desk.due(at: 1_999).isEmpty)
    #expect(desk.due(at: 2_000) == ["empty created"])
  }

  @Test mutating func `a mode change is due after 20 ms and does not delay a save`() throws {
    try desk.see(.attributes, "a.sh", at: 0)
    try desk.see(.closedAfterWrite, "b.md", at: 0)
    try desk.see(.attributes, "b.md", at: 15)
    #expect(desk.due(at: 20) == ["a.sh attributes", "b.md closed"])
  }

  @Test mutating func `a postponed path comes again at its time, or earlier when something is seen of it`() throws {
    try desk.see(.closedAfterWrite, "a.md", at: 0)
    let path = try #require(desk.take(at: 20).paths.first).path
    desk.pending.postpone(path, until: 220 * ms, now: 20 * ms)
    #expect(desk.due(at: 219).isEmpty)
    #expect(desk.due(at: 220) == ["a.md postponed"])
    desk.pending.postpone(path, until: 9_000 * ms, now: 220 * ms)
    try desk.see(.closedAfterWrite, "a.md", at: 300)
    #expect(desk.due(at: 320) == ["a.md closed"])
    #expect(desk.due(at: 9_000).isEmpty)
  }

  @Test mutating func `a folder that lost its repository is read when nothing below it is deleted any more`() throws {
    try desk.see(folder: .released, "sub", at: 0)
    try desk.see(.deleted, "sub/a.md", at: 1_500)
    try desk.see(folder: .gone, "sub/inner", at: 3_000)
    try desk.see(.deleted, "beside.md", at: 4_000)
    #expect(desk.take(at: 4_999).rescans.isEmpty)
    #expect(desk.take(at: 5_000).rescans.map(\.string) == ["sub"])
    try desk.see(folder: .released, "sub", at: 6_000)
    desk.pending.flush(now: 6_001 * ms)
    #expect(desk.pending.take().rescans.map(\.string) == ["sub"])
  }

  @Test mutating func `a flush makes all due but deletions of open documents`() throws {
    try desk.see(.created, ".open.md.swp", at: 0)
    try desk.see(.deleted, "open.md", at: 0)
    try desk.see(.deleted, "gone.md", at: 1)
    try desk.see(.modified, "log.txt", at: 2)
    desk.pending.flush(now: 3 * ms)
    #expect(desk.pending.take().lines == ["gone.md deleted", "log.txt growing"])
    #expect(desk.due(at: 30_000) == ["open.md deleted"])
  }

  @Test mutating func `the deletions of open documents are those that a flush leaves out`() throws {
    try desk.see(.created, ".open.md.swp", at: 0)
    try desk.see(.created, ".saved.md.swp", at: 0)
    for name in ["open.md", "saved.md", "gone.md"] { try desk.see(.deleted, name, at: 1) }
    try desk.see(.created, "saved.md", at: 2)
    #expect(desk.pending.attendedDeletions.map(\.string) == ["open.md"])
    desk.pending.flush(now: 3 * ms)
    _ = desk.pending.take()
    #expect(desk.pending.attendedDeletions.map(\.string) == ["open.md"])
    #expect(desk.due(at: 30_001) == ["open.md deleted"])
    #expect(desk.pending.attendedDeletions.isEmpty)
  }

  @Test mutating func `an event on a path that is due and not yet taken settles it anew`() throws {
    try desk.see(.closedAfterWrite, "a.md", at: 0)
    desk.pending.advance(to: 20 * ms) { _ in nil }
    #expect(desk.pending.hasReady)
    try desk.see(.closedAfterWrite, "a.md", at: 21)
    #expect(!desk.pending.hasReady)
    #expect(desk.due(at: 40).isEmpty)
    #expect(desk.due(at: 41) == ["a.md closed"])
  }
}
