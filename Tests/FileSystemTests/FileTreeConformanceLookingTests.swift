import FileSystem
import GitObjects
import Testing

@Suite struct `Looking, on every tree` {
  @Test(arguments: TreeKind.allCases)
  func `nothing stands where nothing was made, nor below a file or a missing folder`(_ kind: TreeKind) throws {
    let under = try TreeUnderTest(kind)
    try under.put("file", "text")
    for path in ["missing", "missing/deeper", "file/below"] {
      #expect(try under.tree.stamp(of: under.at(path)) == nil)
      #expect(try under.tree.read(under.at(path), limit: 10) == nil)
    }
  }

  @Test(arguments: TreeKind.allCases)
  func `a stamp tells kind, size, mode and links`(_ kind: TreeKind) throws {
    let under = try TreeUnderTest(kind)
    try under.tree.create(under.at("file"), bytes: [1, 2, 3], permissions: 0o600, durable: false)
    try under.tree.makeDirectories(under.at("folder"))
    try under.tree.createLink(under.at("link"), target: Array("file".utf8))
    try under.makeFIFO("fifo")
    let file = try #require(try under.tree.stamp(of: under.at("file")))
    #expect(file.kind == .file && file.size == 3 && file.permissions == 0o600 && file.links == 1)
    #expect(try under.tree.stamp(of: under.at("folder"))?.kind == .directory)
    let link = try #require(try under.tree.stamp(of: under.at("link")))
    #expect(link.kind == .symlink && link.size == 4)
    #expect(try under.tree.stamp(of: under.at("fifo"))?.kind == .other)
    #expect(try under.tree.stamp(of: .root)?.kind == .directory)
  }

  @Test(arguments: TreeKind.allCases)
  func `files that are read or examined in one sequence are those of their locations`(_ kind: TreeKind) throws {
    let under = try TreeUnderTest(kind)
    try under.tree.makeDirectories(under.at("folder/deep"))
    for (path, text) in [("a", "one"), ("folder/b", "two"), ("folder/deep/c", "long text"), ("folder/deep/d", "four")] {
      try under.put(path, text)
    }
    try under.tree.createLink(under.at("folder/link"), target: Array("deep".utf8))
    let locations = try [
      "folder/b", "folder/missing", "folder/link", "folder/deep", "a", "folder/deep/c", "folder/deep/d", "none/x",
      "folder/link/d", "a/below", "folder/b",
    ].map { try under.at($0) }
    var contents: [FileContent?] = []
    under.tree.readEach(locations, limit: { 4 }) { index, content in
      #expect(index == contents.count)
      contents.append(content)
    }
    #expect(contents == locations.map { (try? under.tree.read($0, limit: 4)) ?? nil })
    #expect(contents.map { $0 != nil } == [true, false, true, false, true, false, true, false, false, false, true])
    #expect(under.tree.stamps(of: locations) == locations.map { (try? under.tree.stamp(of: $0)) ?? nil })
  }

  @Test(arguments: TreeKind.allCases)
  func `an exchange keeps what a stamp says of the content`(_ kind: TreeKind) throws {
    let under = try TreeUnderTest(kind)
    try under.put("a", "one")
    try under.put("b", "two")
    let a = try #require(try under.tree.stamp(of: under.at("a")))
    try under.tree.exchange(under.at("a"), under.at("b"))
    let moved = try #require(try under.tree.stamp(of: under.at("b")))
    #expect(moved.sameContent(as: a))
    #expect(try under.tree.stamp(of: under.at("a"))?.sameContent(as: a) == false)
  }

  @Test(arguments: TreeKind.allCases)
  func `a link is read as its target and never followed`(_ kind: TreeKind) throws {
    let under = try TreeUnderTest(kind)
    try under.put("file", "text")
    try under.tree.createLink(under.at("link"), target: Array("file".utf8))
    try under.tree.createLink(under.at("loop"), target: Array("loop".utf8))
    #expect(try under.text("link") == "file")
    #expect(try under.text("loop") == "loop")
    #expect(try under.tree.read(under.at("loop"), limit: 10)?.isSettled == true)
  }

  @Test(arguments: TreeKind.allCases)
  func `nothing is found behind a link to a folder or a loop`(_ kind: TreeKind) throws {
    let under = try TreeUnderTest(kind)
    try under.tree.makeDirectories(under.at("folder"))
    try under.put("folder/file", "text")
    for (name, target) in [("link", "folder"), ("outside", "/etc"), ("up", ".."), ("loop", "loop")] {
      try under.tree.createLink(under.at(name), target: Array(target.utf8))
      for below in ["file", "passwd", "deeper/file"] {
        #expect(try under.tree.stamp(of: under.at(name + "/" + below)) == nil)
        #expect(try under.tree.read(under.at(name + "/" + below), limit: 1 << 20) == nil)
      }
      #expect(throws: FileError.self) { try under.tree.entries(of: under.at(name)) }
      #expect(failure { _ = try under.tree.entries(of: under.at(name)) } == .outside)
    }
  }

  @Test(arguments: TreeKind.allCases)
  func `folders and special files are not read, and do not block`(_ kind: TreeKind) throws {
    let under = try TreeUnderTest(kind)
    try under.makeFIFO("fifo")
    try under.tree.makeDirectories(under.at("folder"))
    for path in ["fifo", "folder"] {
      #expect(failure { _ = try under.tree.read(under.at(path), limit: 10) } == .notAFile)
      #expect(failure { _ = try under.tree.use(of: under.at(path)) } == .notAFile)
      #expect(failure { _ = try under.tree.append(under.at(path), bytes: [1], durable: false) } == .notAFile)
    }
    #expect(failure { try under.tree.synchronize(under.at("fifo")) } == .notAFile)
  }

  @Test(arguments: TreeKind.allCases)
  func `a file is read up to the limit and not beyond`(_ kind: TreeKind) throws {
    let under = try TreeUnderTest(kind)
    try under.put("file", "12345")
    #expect(try under.tree.read(under.at("file"), limit: 5)?.bytes == Array("12345".utf8))
    #expect(failure { _ = try under.tree.read(under.at("file"), limit: 4) } == .tooLarge)
    try under.put("empty", "")
    #expect(try under.tree.read(under.at("empty"), limit: 0)?.bytes == [])
  }

  @Test(arguments: TreeKind.allCases)
  func `a file comes in pieces, in order and as a whole`(_ kind: TreeKind) throws {
    let under = try TreeUnderTest(kind)
    for size in [0, 1, 1 << 20, 3_000_000] {
      let bytes = (0..<size).map { UInt8(truncatingIfNeeded: $0 &* 31) }
      try under.tree.create(under.at("file-\(size)"), bytes: bytes, permissions: 0o644, durable: false)
      var seen: [UInt8] = []
      let reading = try under.tree.readPieces(of: under.at("file-\(size)")) { piece in
        #expect(piece.count <= 1 << 20)
        seen += piece
        return true
      }
      #expect(seen == bytes)
      let stamp = try #require(try under.tree.stamp(of: under.at("file-\(size)")))
      #expect(reading == FileReading(stamp: stamp, isSettled: true))
    }
    #expect(try under.tree.readPieces(of: under.at("file-3000000")) { _ in false }?.isSettled == false)
    #expect(try under.tree.readPieces(of: under.at("none")) { _ in true } == nil)
    try under.tree.createLink(under.at("link"), target: Array("file-1".utf8))
    #expect(failure { _ = try under.tree.readPieces(of: under.at("link")) { _ in true } } == .notAFile)
  }

  @Test(arguments: TreeKind.allCases)
  func `content comes with the stamp of what was read`(_ kind: TreeKind) throws {
    let under = try TreeUnderTest(kind)
    let bytes = (0..<3_000_000).map { UInt8(truncatingIfNeeded: $0 &* 31) }
    try under.tree.create(under.at("large"), bytes: bytes, permissions: 0o644, durable: false)
    let content = try #require(try under.tree.read(under.at("large"), limit: 1 << 30))
    #expect(content.bytes == bytes)
    #expect(content.isSettled)
    #expect(try content.stamp == under.tree.stamp(of: under.at("large")))
  }
}
