import GitObjects
import Merge
import Testing

/// A file that cannot be merged as its kind allows, in a folder with others that can.
struct TreeMergeBadInputTests {
  /// Three versions of one file and what the merge has to say of it.
  struct Oddity: CustomTestStringConvertible {
    var name: String
    var path: String
    var base: [UInt8]
    var ours: [UInt8]
    var theirs: [UInt8]
    /// Why it was merged more coarsely; nil where it was not.
    var reason: MergeFallback?
    var testDescription: String { name }

    /// Versions that replace one word each in a text of single bytes.
    init(_ name: String, _ path: String, _ text: (String, String) -> [UInt8], _ reason: MergeFallback?) {
      self.name = name
      self.path = path
      self.reason = reason
      base = text("1", "2")
      ours = text("5", "2")
      theirs = text("1", "6")
    }
  }

  private static func plain(_ one: String, _ two: String) -> [UInt8] {
    Array("The first is \(one). And more.\n\nThe second is \(two).\n".utf8)
  }

  private static func headed(_ block: String) -> (String, String) -> [UInt8] {
    { Array("---\n\(block)x: \($0)\n---\n".utf8) + plain($0, $1) }
  }

  private static let bomb = "a: &a [x,x]\n" + (0..<30).map { "k\($0): &k\($0) {? *a : [*a,*a]}\n" }.joined()

  private static let oddities: [Oddity] = [
    Oddity("malformed front matter", "odd.md", headed("a: [\n"), .frontMatterByLines),
    Oddity("bomb of references", "odd.md", headed(bomb), .frontMatterByLines),
    Oddity("front matter nested deep", "odd.md", headed(String(repeating: "- ", count: 9_000)), .frontMatterByLines),
    Oddity(
      "deep JSON", "odd.json",
      { one, two in
        Array(
          (String(repeating: "[", count: 90_000) + "\(one)\n,\n\n\(two)" + String(repeating: "]", count: 90_000)).utf8)
      }, .recordsByLines),
    Oddity("JSON cut short", "odd.json", { Array("[\($0),\n\n\n\($1),\n".utf8) }, .recordsByLines),
    Oddity("invalid UTF-8", "odd.md", { [0xFF, 0xC3, 0x28, 0xED, 0xA0, 0x80, 0x0A] + plain($0, $1) }, nil),
    Oddity(
      "markers of a conflict", "odd.md",
      { Array("<<<<<<< a\n".utf8) + plain($0, $1) + Array("=======\nz\n>>>>>>> b\n".utf8) }, .markersByLines),
    Oddity("zero bytes", "odd.md", { [0] + plain($0, $1) }, .notText),
    Oddity("one side in UTF-16", "odd.md", { ($0 == "5" ? [0xFF, 0xFE] : []) + plain($0, $1) }, .notText),
    Oddity(
      "very long and different everywhere", "odd.md",
      {
        [UInt8](
          repeating: UInt8(ascii: "a") + UInt8($0.utf8.first ?? 0) % 8 + 2 * (UInt8($1.utf8.first ?? 0) % 8),
          count: 17 << 20)
      },
      .tooLarge),
  ]

  private func tree(
    _ store: TestStore, _ odd: (path: String, bytes: [UInt8]), _ one: String, _ two: String, new: String
  )
    throws -> ObjectID
  {
    let rules = Array("*.json merge=stet-records\n".utf8)
    let files: [(String, [UInt8])] =
      [
        (".gitattributes", rules), (odd.path, odd.bytes), ("prose.md", Self.plain(one, two)),
      ] + (new.isEmpty ? [] : [(new, Array("new\n".utf8))])
    let edits = try files.map { path, bytes in
      TreeEdit.set(path: path, mode: .file, id: try store.write(.blob, bytes))
    }
    return try TreeEditor(store: store).apply(edits, to: nil)
  }

  @Test(arguments: oddities)
  private func `an odd file is merged more coarsely, said so, and keeps no other from being merged`(
    _ odd: Oddity
  ) throws {
    let store = TestStore(isQuick: true)
    let base = try tree(store, (odd.path, odd.base), "1", "2", new: "")
    let ours = SideVersion(tree: try tree(store, (odd.path, odd.ours), "3", "2", new: "mine.md"))
    let theirs = SideVersion(tree: try tree(store, (odd.path, odd.theirs), "1", "4", new: "yours.md"))
    let result = try TreeMerge.merge(base: base, ours: ours, theirs: theirs, in: store)
    #expect(try TreeMerge.merge(base: base, ours: theirs, theirs: ours, in: store) == result)
    let merged = try #require(try Tree.entry(at: "prose.md", of: result.tree, in: store))
    #expect(try store.blob(merged.id) == Self.plain("3", "4"))
    for name in ["mine.md", "yours.md"] { #expect(try Tree.entry(at: name, of: result.tree, in: store) != nil) }
    #expect(result.coarser.map(\.reason) == (odd.reason.map { [$0] } ?? []))
    #expect(result.coarser.allSatisfy { $0.path == odd.path })
    #expect(result.conflicts.allSatisfy { $0.path == odd.path })
    // Both sides' bytes are together, or one version stays and the other is the conflict's.
    let text = try store.blob(try #require(try Tree.entry(at: odd.path, of: result.tree, in: store)).id)
    if result.conflicts.isEmpty {
      #expect(text != odd.ours && text != odd.theirs && text.count == odd.base.count)
    } else {
      #expect(text == odd.ours || text == odd.theirs)
      #expect(result.conflicts.allSatisfy { $0.kept != nil && $0.other != nil })
    }
  }

  @Test func `a file that is too large to be read for a merge is not read, and keeps no other from being merged`()
    throws
  {
    let store = TestStore()
    func tree(_ odd: String, _ prose: (String, String), new: String = "") throws -> ObjectID {
      let files = [("odd.md", odd), ("prose.md", String(decoding: Self.plain(prose.0, prose.1), as: UTF8.self))]
      return try store.tree(files + (new.isEmpty ? [] : [(new, "new")]))
    }
    let base = try tree("first", ("1", "2"))
    let ours = SideVersion(tree: try tree("second", ("3", "2"), new: "mine.md"))
    let theirs = SideVersion(tree: try tree("third", ("1", "4"), new: "yours.md"))
    let large = ["first", "second", "third"].map { store.id(of: .blob, Array($0.utf8)) }
    for each in large.indices {
      // One of the three is enough.
      for id in large { store.pretend(id, hasBytes: 5) }
      store.pretend(large[each], hasBytes: 500_000_000)
      store.forgetOpened()
      let result = try TreeMerge.merge(base: base, ours: ours, theirs: theirs, in: store)
      #expect(try TreeMerge.merge(base: base, ours: theirs, theirs: ours, in: store) == result)
      #expect(store.opened.isDisjoint(with: large))
      #expect(result.coarser.map { "\($0.path) \($0.reason == .tooLarge)" } == ["odd.md true"])
      #expect(result.conflicts.map(\.path) == ["odd.md"])
      let merged = try #require(try Tree.entry(at: "prose.md", of: result.tree, in: store))
      #expect(try store.blob(merged.id) == Self.plain("3", "4"))
      for name in ["mine.md", "yours.md"] { #expect(try Tree.entry(at: name, of: result.tree, in: store) != nil) }
    }
  }

  @Test func `a large file is compared neither for a rename nor for whose its places are`() throws {
    let store = TestStore()
    let base = try store.tree([("gone.md", "large"), ("other.md", "1")])
    let ours = SideVersion(tree: try store.tree([("come.md", "large too"), ("other.md", "1")]))
    let theirs = SideVersion(tree: try store.tree([("gone.md", "large as well"), ("other.md", "2")]))
    let large = ["large", "large too", "large as well"].map { store.id(of: .blob, Array($0.utf8)) }
    for id in large { store.pretend(id, hasBytes: 500_000_000) }
    let result = try TreeMerge.merge(base: base, ours: ours, theirs: theirs, in: store)
    #expect(store.opened.isDisjoint(with: large))
    #expect(try Tree.entry(at: "come.md", of: result.tree, in: store) != nil)
  }

  @Test func `of many new files beside a missing note only those of a similar size are read`() throws {
    let store = TestStore()
    let photos: [(path: String, text: String)] = (0..<100).map { ("photos/\($0)", "photo \($0)") }
    let notes: [(path: String, text: String)] = [("come", "one\n2\n3\n4\n5\n"), ("short", "1\n")]
    let base = try store.tree([("gone", "1\n2\n3\n4\n5\n")])
    let ours = SideVersion(tree: try store.tree(notes + photos))
    let theirs = SideVersion(tree: try store.tree([("gone", "1\n2\n3\n4\nfive\n")]))
    let large = photos.map { store.id(of: .blob, Array($0.text.utf8)) }
    for id in large { store.pretend(id, hasBytes: 5_000_000) }
    store.forgetOpened()
    let result = try TreeMerge.merge(base: base, ours: ours, theirs: theirs, in: store)
    #expect(store.opened.isDisjoint(with: large + [store.id(of: .blob, Array("1\n".utf8))]))
    #expect(result.conflicts.isEmpty)
    let merged = try #require(try Tree.entry(at: "come", of: result.tree, in: store))
    #expect(try store.blob(merged.id) == Array("one\n2\n3\n4\nfive\n".utf8))
    #expect(try Tree.entry(at: "gone", of: result.tree, in: store) == nil)
  }
}
