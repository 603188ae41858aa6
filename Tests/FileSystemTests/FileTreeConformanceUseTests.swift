import FileSystem
import Testing

@Suite struct `Who uses a file, on every tree` {
  @Test(arguments: TreeKind.allCases)
  func `use tells nobody, readers and writers apart`(_ kind: TreeKind) throws {
    let under = try TreeUnderTest(kind)
    try under.put("file", "text")
    #expect(try under.tree.use(of: under.at("file")) == .free)
    let reader = try under.open("file", toWrite: false)
    #expect(try under.tree.use(of: under.at("file")) == .read)
    let writer = try under.open("file", toWrite: true)
    #expect(try under.tree.use(of: under.at("file")) == .written)
    under.close(reader)
    #expect(try under.tree.use(of: under.at("file")) == .written)
    under.close(writer)
    #expect(try under.tree.use(of: under.at("file")) == .free)
    #expect(failure { _ = try under.tree.use(of: under.at("missing")) } == .vanished)
    try under.tree.createLink(under.at("link"), target: Array("file".utf8))
    #expect(try under.tree.use(of: under.at("link")) == .free)
  }

  @Test(arguments: TreeKind.allCases)
  func `content is settled only while no writer has the file open`(_ kind: TreeKind) throws {
    let under = try TreeUnderTest(kind)
    try under.put("file", "text")
    let writer = try under.open("file", toWrite: true)
    let during = try #require(try under.tree.read(under.at("file"), limit: 100))
    #expect(!during.isSettled && during.bytes == Array("text".utf8))
    under.close(writer)
    #expect(try under.tree.read(under.at("file"), limit: 100)?.isSettled == true)
    let reader = try under.open("file", toWrite: false)
    #expect(try under.tree.read(under.at("file"), limit: 100)?.isSettled == true)
    under.close(reader)
  }

  @Test(arguments: TreeKind.allCases)
  func `a late writer writes into what was displaced, and is seen there`(_ kind: TreeKind) throws {
    let under = try TreeUnderTest(kind)
    try under.put("file", "old")
    try under.put("temporary", "new")
    let writer = try under.open("file", toWrite: true)
    try under.tree.exchange(under.at("file"), under.at("temporary"))
    under.write(writer, "late")
    #expect(try under.text("file") == "new")
    #expect(try under.text("temporary") == "late")
    #expect(try under.tree.use(of: under.at("file")) == .free)
    #expect(try under.tree.use(of: under.at("temporary")) == .written)
    under.close(writer)
  }

  @Test(arguments: TreeKind.allCases)
  func `a removed file lives on for who has it open`(_ kind: TreeKind) throws {
    let under = try TreeUnderTest(kind)
    try under.put("file", "text")
    let writer = try under.open("file", toWrite: true)
    try under.tree.remove(under.at("file"))
    under.write(writer, "unseen")
    #expect(try under.text("file") == nil)
    under.close(writer)
    try under.tree.synchronize(.root)
    #expect(try under.text("file") == nil)
  }
}
