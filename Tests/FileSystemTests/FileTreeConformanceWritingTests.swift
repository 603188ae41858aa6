import FileSystem
import Glibc
import Testing

@Suite struct `Writing, on every tree` {
  @Test(arguments: TreeKind.allCases, [false, true])
  func `create makes a file once and never replaces`(_ kind: TreeKind, durable: Bool) throws {
    let under = try TreeUnderTest(kind)
    try under.tree.create(under.at("file"), bytes: Array("one".utf8), permissions: 0o640, durable: durable)
    #expect(try under.text("file") == "one")
    #expect(try under.tree.stamp(of: under.at("file"))?.permissions == 0o640)
    try under.tree.createLink(under.at("link"), target: Array("elsewhere".utf8))
    for path in ["file", "link"] {
      let again = failure {
        try under.tree.create(under.at(path), bytes: [], permissions: 0o644, durable: durable)
      }
      #expect(again == .exists)
    }
    #expect(try under.text("file") == "one")
    #expect(try under.text("elsewhere") == nil)
  }

  @Test(arguments: TreeKind.allCases)
  func `nothing is made without its folder, below a file, or behind a link`(_ kind: TreeKind) throws {
    let under = try TreeUnderTest(kind)
    try under.put("file", "text")
    try under.tree.makeDirectories(under.at("folder"))
    try under.tree.createLink(under.at("link"), target: Array("folder".utf8))
    for (path, code) in [
      ("missing/x", FileError.Code.noParent), ("file/x", .noParent), ("link/x", .outside), ("link/x/y", .outside),
    ] {
      let place = try under.at(path)
      #expect(failure { try under.tree.create(place, bytes: [], permissions: 0o644, durable: false) } == code)
      #expect(failure { try under.tree.createLink(place, target: [65]) } == code)
      #expect(failure { _ = try under.tree.append(place, bytes: [], durable: false) } == code)
      #expect(failure { try under.tree.move(under.at("file"), toNew: place) } == code)
    }
    #expect(failure { try under.tree.makeDirectories(under.at("link/x")) } == .outside)
    #expect(failure { try under.tree.makeDirectories(under.at("link")) } == .outside)
    #expect(failure { try under.tree.remove(under.at("link/x")) } == .outside)
    #expect(try under.tree.entries(of: under.at("folder")).isEmpty)
  }

  @Test(arguments: TreeKind.allCases)
  func `append makes a missing file and adds to one that stands, keeping the inode`(_ kind: TreeKind) throws {
    let under = try TreeUnderTest(kind)
    let first = try under.tree.append(under.at("log"), bytes: Array("one\n".utf8), durable: true)
    let second = try under.tree.append(under.at("log"), bytes: Array("two\n".utf8), durable: false)
    #expect(try under.text("log") == "one\ntwo\n")
    #expect(first.inode == second.inode && second.size == 8)
    #expect(try under.tree.stamp(of: under.at("log")) == second)
  }

  @Test(arguments: TreeKind.allCases)
  func `append does not write through a link`(_ kind: TreeKind) throws {
    let under = try TreeUnderTest(kind)
    try under.put("file", "text")
    try under.tree.createLink(under.at("link"), target: Array("file".utf8))
    #expect(failure { _ = try under.tree.append(under.at("link"), bytes: [65], durable: false) } == .notAFile)
    #expect(try under.text("file") == "text")
  }

  @Test(arguments: TreeKind.allCases)
  func `permissions are set on files and folders, never through links`(_ kind: TreeKind) throws {
    let under = try TreeUnderTest(kind)
    try under.put("file", "text")
    try under.tree.makeDirectories(under.at("folder"))
    try under.tree.createLink(under.at("link"), target: Array("file".utf8))
    try under.tree.setPermissions(0o400, of: under.at("file"))
    try under.tree.setPermissions(0o2750, of: under.at("folder"))
    #expect(try under.tree.stamp(of: under.at("file"))?.permissions == 0o400)
    #expect(try under.tree.stamp(of: under.at("folder"))?.permissions == 0o2750)
    #expect(failure { try under.tree.setPermissions(0o777, of: under.at("link")) } == .notAFile)
    #expect(failure { try under.tree.setPermissions(0o777, of: under.at("missing")) } == .vanished)
    #expect(try under.tree.stamp(of: under.at("file"))?.permissions == 0o400)
  }

  @Test(arguments: TreeKind.allCases)
  func `attributes are copied to a file, and links have none to give`(_ kind: TreeKind) throws {
    let under = try TreeUnderTest(kind)
    try under.tree.create(under.at("old"), bytes: [], permissions: 0o600, durable: false)
    try under.tree.setPermissions(0o751, of: under.at("old"))
    try under.put("new", "text")
    try under.tree.createLink(under.at("link"), target: Array("old".utf8))
    try under.tree.copyAttributes(from: under.at("link"), to: under.at("new"))
    #expect(try under.tree.stamp(of: under.at("new"))?.permissions == 0o644)
    try under.tree.copyAttributes(from: under.at("old"), to: under.at("new"))
    #expect(try under.tree.stamp(of: under.at("new"))?.permissions == 0o751)
    #expect(try under.text("new") == "text")
    let missing = failure { try under.tree.copyAttributes(from: under.at("missing"), to: under.at("new")) }
    #expect(missing == .vanished)
  }

  @Test(arguments: TreeKind.allCases)
  func `files and folders can be made durable, and nothing else`(_ kind: TreeKind) throws {
    let under = try TreeUnderTest(kind)
    try under.put("file", "text")
    try under.tree.createLink(under.at("link"), target: Array("file".utf8))
    try under.tree.synchronize(under.at("file"))
    try under.tree.synchronize(.root)
    try under.tree.synchronizeAll()
    #expect(failure { try under.tree.synchronize(under.at("missing")) } == .vanished)
    #expect(failure { try under.tree.synchronize(under.at("link")) } == .notAFile)
  }

  @Test(arguments: TreeKind.allCases, [0, 1, 3, 150])
  func `many files are made durable together, and one that is missing is named`(_ kind: TreeKind, count: Int) throws {
    let under = try TreeUnderTest(kind)
    let files = (0..<count).map { "file-\($0)" }
    for file in files { try under.put(file, file) }
    try under.tree.synchronize(files.map { try under.at($0) })
    do throws(FileError) {
      try under.tree.synchronize(files.map { FileLocation.root.appending($0) } + [FileLocation.root.appending("gone")])
      Issue.record("a missing file was synced")
    } catch {
      #expect(error.code == .vanished)
      #expect(error.path == "gone")
    }
  }

  @Test(arguments: TreeKind.allCases)
  func `a file shares another's blocks or stays empty, and a missing one is not made`(_ kind: TreeKind) throws {
    let under = try TreeUnderTest(kind)
    try under.put("empty", "")
    let source = open("/etc/passwd", O_RDONLY | O_CLOEXEC)
    defer { close(source) }
    let isShared = try under.tree.share(under.at("empty"), contentOf: source)
    #expect(try under.text("empty")?.isEmpty == !isShared)
    #expect(failure { _ = try under.tree.share(under.at("missing"), contentOf: source) } != nil)
    #expect(try under.text("missing") == nil)
  }
}
