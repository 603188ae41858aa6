import FileSystem
import Testing

@Suite struct `Renaming and folders, on every tree` {
  @Test(arguments: TreeKind.allCases)
  func `files, folders and links exchange places with each other`(_ kind: TreeKind) throws {
    let under = try TreeUnderTest(kind)
    try under.tree.makeDirectories(under.at("a/folder"))
    try under.put("a/folder/inside", "in")
    try under.put("file", "text")
    try under.tree.createLink(under.at("link"), target: Array("to".utf8))
    try under.tree.exchange(under.at("a/folder"), under.at("file"))
    #expect(try under.text("a/folder") == "text")
    #expect(try under.text("file/inside") == "in")
    try under.tree.exchange(under.at("link"), under.at("a/folder"))
    #expect(try under.tree.stamp(of: under.at("a/folder"))?.kind == .symlink)
    #expect(try under.text("link") == "text")
  }

  @Test(arguments: TreeKind.allCases)
  func `an exchange needs both, and no folder goes into itself`(_ kind: TreeKind) throws {
    let under = try TreeUnderTest(kind)
    try under.tree.makeDirectories(under.at("a/b"))
    try under.put("file", "text")
    #expect(failure { try under.tree.exchange(under.at("file"), under.at("missing")) } == .vanished)
    #expect(failure { try under.tree.exchange(under.at("missing"), under.at("file")) } == .vanished)
    #expect(failure { try under.tree.exchange(under.at("a"), under.at("a/b")) } == .exchangeUnsupported)
    #expect(failure { try under.tree.move(under.at("a"), toNew: under.at("a/b/c")) } != nil)
    #expect(try under.tree.stamp(of: under.at("a/b"))?.kind == .directory)
  }

  @Test(arguments: TreeKind.allCases)
  func `a move never replaces`(_ kind: TreeKind) throws {
    let under = try TreeUnderTest(kind)
    try under.put("a", "one")
    try under.put("b", "two")
    try under.tree.createLink(under.at("dangling"), target: Array("nowhere".utf8))
    try under.tree.makeDirectories(under.at("folder"))
    for target in ["b", "dangling", "folder", "a"] {
      #expect(failure { try under.tree.move(under.at("a"), toNew: under.at(target)) } == .exists)
    }
    try under.tree.move(under.at("a"), toNew: under.at("folder/a"))
    #expect(try under.text("a") == nil)
    #expect(try under.text("folder/a") == "one")
    #expect(failure { try under.tree.move(under.at("a"), toNew: under.at("c")) } == .vanished)
    try under.tree.move(under.at("folder"), toNew: under.at("other"))
    #expect(try under.text("other/a") == "one")
  }

  @Test(arguments: TreeKind.allCases)
  func `replace takes the place of a file or makes it`(_ kind: TreeKind) throws {
    let under = try TreeUnderTest(kind)
    try under.put("new", "new")
    try under.put("file", "old")
    try under.tree.replace(under.at("file"), with: under.at("new"))
    #expect(try under.text("file") == "new")
    #expect(try under.text("new") == nil)
    try under.tree.replace(under.at("free"), with: under.at("file"))
    #expect(try under.text("free") == "new")
    try under.tree.makeDirectories(under.at("folder/inside"))
    #expect(failure { try under.tree.replace(under.at("folder"), with: under.at("free")) } == .notAFile)
    #expect(failure { try under.tree.replace(under.at("x"), with: under.at("missing")) } == .vanished)
  }

  @Test(arguments: TreeKind.allCases)
  func `remove takes files and links, and is content where nothing stands`(_ kind: TreeKind) throws {
    let under = try TreeUnderTest(kind)
    try under.put("file", "text")
    try under.tree.createLink(under.at("link"), target: Array("file".utf8))
    try under.makeFIFO("fifo")
    try under.tree.remove(under.at("link"))
    #expect(try under.text("file") == "text")
    for path in ["file", "fifo", "missing", "missing/below"] { try under.tree.remove(under.at(path)) }
    #expect(try under.tree.entries(of: .root).isEmpty)
    try under.tree.makeDirectories(under.at("folder"))
    #expect(failure { try under.tree.remove(under.at("folder")) } == .notAFile)
  }

  @Test(arguments: TreeKind.allCases)
  func `folders are made with their parents, once, and not over files`(_ kind: TreeKind) throws {
    let under = try TreeUnderTest(kind)
    try under.tree.makeDirectories(under.at("a/b/c"))
    try under.tree.makeDirectories(under.at("a/b/c"))
    try under.tree.makeDirectories(.root)
    #expect(try under.tree.stamp(of: under.at("a/b/c"))?.kind == .directory)
    try under.put("file", "text")
    #expect(failure { try under.tree.makeDirectories(under.at("file")) } == .exists)
    #expect(failure { try under.tree.makeDirectories(under.at("file/below")) } != nil)
  }

  @Test(arguments: TreeKind.allCases)
  func `only an empty folder is taken away`(_ kind: TreeKind) throws {
    let under = try TreeUnderTest(kind)
    try under.tree.makeDirectories(under.at("a/b"))
    try under.put("file", "text")
    for path in ["a", "missing", "missing/below", "file"] {
      #expect(try under.tree.removeDirectory(under.at(path)) == false)
    }
    #expect(try under.tree.removeDirectory(under.at("a/b")))
    #expect(try under.tree.removeDirectory(under.at("a")))
    #expect(try under.text("file") == "text")
  }

  @Test(arguments: TreeKind.allCases)
  func `the root and names that are no names are refused`(_ kind: TreeKind) throws {
    let under = try TreeUnderTest(kind)
    try under.put("file", "text")
    let inside = try under.at("file")
    for place in [FileLocation.root, inside.sibling(named: ".."), inside.sibling(named: "."), .store("..")] {
      #expect(failure { try under.tree.create(place, bytes: [], permissions: 0o644, durable: false) } != nil)
      #expect(failure { try under.tree.move(place, toNew: under.at("moved")) } != nil)
      #expect(failure { try under.tree.remove(place) } != nil || place == .store(".."))
    }
    let outside = inside.sibling(named: "../../etc/hostname")
    let content = try? under.tree.read(outside, limit: 100)
    #expect(content == nil)
  }
}
