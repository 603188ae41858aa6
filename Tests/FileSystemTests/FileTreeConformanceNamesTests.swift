import FileSystem
import GitObjects
import Testing

@Suite struct `Names and listing, on every tree` {
  @Test(arguments: TreeKind.allCases)
  func `names of any bytes come back as they went in`(_ kind: TreeKind) throws {
    let under = try TreeUnderTest(kind)
    let names: [[UInt8]] = [
      [0xFF, 0xFE], Array("caf".utf8) + [0xE9], Array("日本語".utf8), Array("a b\n\t\"'\\".utf8), [0xC3], Array("-n".utf8),
      [UInt8](repeating: 120, count: 255), [0xF4, 0x8F, 0xBF, 0x41],
    ]
    for name in names { try under.put(NameText.decode(name), "text") }
    let listed = try under.tree.entries(of: .root)
    #expect(Set(listed.map { NameText.encode($0.name) }) == Set(names))
    for entry in listed {
      #expect(try under.text(entry.name) == "text")
      #expect(entry.kind == .file || entry.kind == nil)
    }
  }

  @Test(arguments: TreeKind.allCases)
  func `spellings of one letter are two names`(_ kind: TreeKind) throws {
    let under = try TreeUnderTest(kind)
    try under.put("e\u{301}", "decomposed")
    try under.put("\u{E9}", "composed")
    #expect(try under.tree.entries(of: .root).count == 2)
    #expect(try under.text("\u{E9}") == "composed")
    #expect(try under.text("e\u{301}") == "decomposed")
    #expect(try Set([under.at("\u{E9}"), under.at("e\u{301}")]).count == 2)
  }

  @Test(arguments: TreeKind.allCases)
  func `a name that is too long fails and says so`(_ kind: TreeKind) throws {
    let under = try TreeUnderTest(kind)
    let place = try under.at("x").sibling(named: String(repeating: "x", count: 256))
    #expect(failure { try under.tree.create(place, bytes: [], permissions: 0o644, durable: false) } == .other)
  }

  @Test(arguments: TreeKind.allCases)
  func `a listing tells kinds and fails where there is no folder`(_ kind: TreeKind) throws {
    let under = try TreeUnderTest(kind)
    try under.put("file", "text")
    try under.tree.makeDirectories(under.at("folder"))
    try under.tree.createLink(under.at("link"), target: Array("file".utf8))
    try under.makeFIFO("fifo")
    let kinds = try under.tree.entries(of: .root).map { ($0.name, $0.kind) }
    #expect(
      Dictionary(uniqueKeysWithValues: kinds) == [
        "file": .file, "folder": .directory, "link": .symlink, "fifo": .other,
      ])
    #expect(failure { _ = try under.tree.entries(of: under.at("missing")) } == .vanished)
    #expect(failure { _ = try under.tree.entries(of: under.at("file")) } == .noParent)
    #expect(failure { _ = try under.tree.entries(of: under.at("fifo")) } == .noParent)
  }

  @Test(arguments: TreeKind.allCases)
  func `a walk visits everything once, goes where it is told, and follows no link`(_ kind: TreeKind) throws {
    let under = try TreeUnderTest(kind)
    for path in ["a/b/c", "skipped/deep", "empty"] { try under.tree.makeDirectories(under.at(path)) }
    for path in ["top", "a/one", "a/b/two", "a/b/c/three", "skipped/deep/not"] { try under.put(path, path) }
    try under.tree.createLink(under.at("a/up"), target: Array("..".utf8))
    var seen: [String: FileStamp.Kind] = [:]
    let errors = try under.tree.walk(.root) { place, stamp in
      #expect(seen.updateValue(stamp.kind, forKey: place.string) == nil)
      return place.string != "skipped"
    }
    #expect(errors.isEmpty)
    #expect(
      seen == [
        "top": .file, "a": .directory, "a/one": .file, "a/up": .symlink, "a/b": .directory, "a/b/two": .file,
        "a/b/c": .directory, "a/b/c/three": .file, "skipped": .directory, "empty": .directory,
      ])
    #expect(failure { _ = try under.tree.walk(under.at("missing")) { _, _ in true } } == .vanished)
    #expect(failure { _ = try under.tree.walk(under.at("a/up")) { _, _ in true } } == .outside)
  }

  @Test(arguments: TreeKind.allCases)
  func `the names of one folder are visited with their stamps, and nothing below it`(_ kind: TreeKind) throws {
    let under = try TreeUnderTest(kind)
    try under.tree.makeDirectories(under.at("a/b"))
    for path in ["a/one", "a/ü", "a/b/two"] { try under.put(path, path) }
    try under.tree.createLink(under.at("a/link"), target: Array("one".utf8))
    var seen: [String: FileStamp] = [:]
    let errors = try under.tree.visitNames(in: under.at("a")) { name, stamp in
      #expect(seen.updateValue(stamp, forKey: name) == nil)
    }
    #expect(errors.isEmpty && under.tree.readers >= 1)
    #expect(seen.mapValues(\.kind) == ["one": .file, "ü": .file, "link": .symlink, "b": .directory])
    for (name, stamp) in seen { #expect(try under.tree.stamp(of: under.at("a/" + name)) == stamp) }
    #expect(failure { _ = try under.tree.visitNames(in: under.at("missing")) { _, _ in } } == .vanished)
    #expect(failure { _ = try under.tree.visitNames(in: under.at("a/link")) { _, _ in } } != nil)
  }

  @Test(arguments: TreeKind.allCases)
  func `a walk goes on when what it visits changes under it`(_ kind: TreeKind) throws {
    let under = try TreeUnderTest(kind)
    for index in 0..<20 {
      try under.tree.makeDirectories(under.at("folder\(index)"))
      try under.put("folder\(index)/file", "text")
    }
    var files = 0
    let errors = try under.tree.walk(.root) { place, stamp in
      if stamp.kind == .file { files += 1 }
      if stamp.kind == .directory {
        // Taken away after it was seen, before it is entered.
        try? under.tree.remove(place.appending("file"))
        _ = try? under.tree.removeDirectory(place)
      }
      return true
    }
    #expect(errors.isEmpty && files == 0)
  }
}
