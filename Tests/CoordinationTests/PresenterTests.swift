import WorkspaceAPI
import Coordination
import GitObjects
import Testing

/// The questions and notices for programs that have files open.
@Suite struct PresenterTests {
  /// The notice that a presenter gets before a claim on `folder/a.md` or `folder` is granted.
  @Test(arguments: [
    ("folder/a.md", ClaimIntent.reading, "folder/a.md", NoticeKind.save as NoticeKind?),
    ("folder/a.md", .writing, "folder/a.md", .letGo),
    ("folder/a.md", .merging, "folder/a.md", .saveAndLetGo),
    ("folder/a.md", .moving, "folder/a.md", .letGo),
    ("folder/a.md", .deleting, "folder/a.md", .goes),
    ("folder/a.md", .replacing, "folder/a.md", .goes),
    ("folder/a.md", .merging, "folder", .saveAndLetGo),
    ("folder", .deleting, "folder/a.md", .goes),
    ("folder", .moving, "folder/a.md", .letGo),
    ("folder", .writing, "folder/a.md", nil),
    ("folder/a.md", .writing, "folder/b.md", nil),
    ("folder/a.md", .writing, "folder/a.md.orig", nil),
  ]) func `a program is asked where a claim concerns what it shows`(
    _ claimed: String, _ intent: ClaimIntent, _ shown: String, _ kind: NoticeKind?
  ) throws {
    var office = Office()
    let presenter = try office.present("editor", shown, connection: 7)
    let ticket = try office.ask("agent", claimed, intent)
    #expect(office.notices.map(\.kind) == [kind].compactMap(\.self))
    guard kind != nil else { return #expect(office.granted[ticket] != nil) }
    let notice = try #require(office.notices.first)
    #expect(notice.presenter == presenter && notice.by == "agent" && notice.path.string == claimed)
    #expect(office.granted[ticket] == nil, "it is waited for")
    office.answer(notice, connection: 7)
    #expect(office.granted[ticket]?.unready == [])
  }

  @Test func `a program that does not answer is not waited for longer than the limit`() throws {
    var office = Office()
    _ = try office.present("editor", "a.md", connection: 7)
    let ticket = try office.ask("agent", "a.md", .merging, wait: 0)
    office.pass(1)
    #expect(office.granted[ticket] == nil && office.refused[ticket] == nil)
    office.pass(2)
    #expect(office.granted[ticket]?.unready == [UnreadyPresenter(name: "editor", reason: nil)])
    office.answer(try #require(office.notices.first), connection: 7)
    #expect(office.granted[ticket] != nil, "an answer that comes late says nothing")
  }

  @Test func `a program that cannot save keeps nobody from going on, who is told so`() throws {
    var office = Office()
    _ = try office.present("editor", "a.md", connection: 7)
    let ticket = try office.ask("agent", "a.md", .merging)
    office.answer(try #require(office.notices.first), connection: 7, failure: "the disk is full")
    #expect(office.granted[ticket]?.unready == [UnreadyPresenter(name: "editor", reason: "the disk is full")])
  }

  @Test func `only the program that was asked answers`() throws {
    var office = Office()
    _ = try office.present("editor", "a.md", connection: 7)
    let ticket = try office.ask("agent", "a.md", .merging)
    office.answer(try #require(office.notices.first), connection: 8)
    #expect(office.granted[ticket] == nil)
  }

  @Test func `a program that ended is not waited for`() throws {
    var office = Office()
    _ = try office.present("editor", "a.md", connection: 7)
    let ticket = try office.ask("agent", "a.md", .merging)
    office.take(office.table.endConnection(7, at: office.now))
    #expect(office.granted[ticket]?.unready == [])
  }

  @Test func `a program is not asked about its own claim, and may claim while it is asked`() throws {
    var office = Office()
    _ = try office.present("editor", "a.md", connection: 7)
    let own = try office.ask("editor", "a.md", .writing)
    #expect(office.granted[own] != nil && office.notices.isEmpty)
    office.release(own)
    let agent = try office.ask("agent", "a.md", .merging)
    let save = try office.ask("editor", "a.md", .writing)
    #expect(office.granted[save] != nil, "else each would wait for the other")
    office.answer(try #require(office.notices.first), connection: 7)
    #expect(office.granted[agent] == nil, "the save is not over")
    office.release(save)
    #expect(office.granted[agent] != nil)
  }

  @Test func `who let go is told when it is free again`() throws {
    var office = Office()
    _ = try office.present("editor", "a.md", connection: 7)
    let ticket = try office.ask("agent", "a.md", .writing)
    office.answer(try #require(office.notices.first), connection: 7)
    office.release(ticket)
    #expect(office.notices.map(\.kind) == [.letGo, .free])
    let reader = try office.ask("agent", "a.md", .reading)
    office.answer(try #require(office.notices.last), connection: 7)
    office.release(reader)
    #expect(office.notices.map(\.kind) == [.letGo, .free, .save], "who only saved had not let go")
  }

  @Test func `changes, moves and deletions are told to whom they concern, and nobody is waited for`() throws {
    var office = Office()
    let file = try office.present("editor", "folder/a.md", connection: 7)
    let folder = try office.present("browser", "folder", connection: 8)
    _ = try office.present("other", "b.md", connection: 9)
    office.take(office.table.noteChange(of: try WorkspacePath("folder/a.md")))
    #expect(office.notices.map(\.presenter) == [file, folder])
    #expect(office.notices.allSatisfy { $0.kind == .changed && $0.until == nil })
    office.notices = []
    office.take(
      office.table.noteMove(from: try WorkspacePath("folder"), to: try WorkspacePath("new"), at: office.now))
    #expect(office.notices.map(\.kind) == [.moved, .moved])
    #expect(office.notices.map { $0.newPath?.string } == ["new/a.md", "new"])
    office.notices = []
    office.take(office.table.noteDeletion(of: try WorkspacePath("new")))
    #expect(office.notices.map(\.presenter) == [file, folder])
    #expect(office.notices.allSatisfy { $0.kind == .deleted })
  }

  @Test func `nobody is asked for a single write of the workspace's own`() throws {
    var office = Office()
    _ = try office.present("editor", "a.md", connection: 7)
    let write = try office.ask("agent", "a.md", .writing, isBrief: true)
    #expect(office.granted[write] != nil && office.notices.isEmpty)
  }

  @Test func `a presenter too many is refused`() throws {
    var limits = ClaimLimits()
    limits.mostPresenters = 1
    var office = Office(limits: limits)
    #expect(try office.present("editor", "a.md", connection: 7) != nil)
    #expect(try office.present("editor", "b.md", connection: 7) == nil)
  }
}
