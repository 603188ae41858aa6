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

  @Test(
    .enabled(if: TreeUnderTest.remembersReaders, "this file system has no handles for files"),
    arguments: TreeKind.allCases)
  func `who read a file is remembered wherever it goes; a writer and we ourselves are nobody`(_ kind: TreeKind) throws {
    let under = try TreeUnderTest(kind)
    try under.put("file", "text")
    try under.put("temporary", "new")
    let witness = try #require(under.tree.witness(under.at("temporary")))
    try under.tree.exchange(under.at("file"), under.at("temporary"))
    _ = try under.tree.read(under.at("file"), limit: 100)
    _ = try under.tree.use(of: under.at("file"))
    #expect(under.tree.wasRead(witness) == false)
    try under.readElsewhere("temporary")
    #expect(under.tree.wasRead(witness) == false)
    try under.readElsewhere("file")
    #expect(under.tree.wasRead(witness) == true)
    try under.writeElsewhere("file", "newer")
    #expect(try under.text("file") == "newer" && under.tree.wasRead(witness) == true)
    #expect(under.tree.witness(try under.at("missing")) == nil)
  }

  @Test(
    .enabled(if: TreeUnderTest.remembersReaders, "this file system has no handles for files"),
    arguments: TreeKind.allCases)
  func `who read a file before more was written to it did not read that`(_ kind: TreeKind) throws {
    let under = try TreeUnderTest(kind)
    try under.put("file", "text")
    let first = try #require(under.tree.witness(under.at("file")))
    try under.readElsewhere("file")
    let second = try #require(under.tree.witness(under.at("file")))
    _ = try under.tree.append(under.at("file"), bytes: Array("more".utf8), durable: false)
    #expect(under.tree.wasRead(first) == true && under.tree.wasRead(second) == false)
    let third = try #require(under.tree.witness(under.at("file")))
    try under.readElsewhere("file")
    #expect(under.tree.wasRead(second) == true && under.tree.wasRead(third) == true)
  }

  @Test(
    .enabled(if: TreeUnderTest.remembersReaders, "this file system has no handles for files"),
    arguments: TreeKind.allCases)
  func `of who read a file after a program had written to it nobody knows what they read`(_ kind: TreeKind) throws {
    let under = try TreeUnderTest(kind)
    try under.put("file", "text")
    let witness = try #require(under.tree.witness(under.at("file")))
    try under.writeElsewhere("file", "newer")
    #expect(try under.text("file") == "newer" && under.tree.wasRead(witness) == false)
    try under.readElsewhere("file")
    #expect(under.tree.wasRead(witness) == nil)
  }

  @Test(.enabled(if: TreeUnderTest.remembersReaders, "this file system has no handles for files"))
  func `of more files than are remembered nothing is known of the oldest`() throws {
    let under = try TreeUnderTest(.disk)
    try under.put("first", "text")
    let first = try #require(under.tree.witness(under.at("first")))
    var last = first
    for index in 0..<2_100 {
      try under.put("f\(index)", "text")
      last = try #require(under.tree.witness(under.at("f\(index)")))
    }
    #expect(under.tree.wasRead(first) == nil && under.tree.wasRead(last) == false)
  }

  @Test(.enabled(if: TreeUnderTest.remembersReaders, "this file system has no handles for files"))
  func `a reader is found among very many events`() throws {
    let under = try TreeUnderTest(.disk)
    var witnesses: [OpenWitness] = []
    for index in 0..<400 {
      try under.put("f\(index)", "text")
      witnesses.append(try #require(under.tree.witness(under.at("f\(index)"))))
      _ = try under.tree.read(under.at("f\(index)"), limit: 100)
    }
    try under.readElsewhere("f399")
    #expect(under.tree.wasRead(witnesses[399]) == true)
    #expect(witnesses.dropLast().allSatisfy { under.tree.wasRead($0) == false })
  }
}
