import GitObjects
import Testing

struct TreeStretchTests {
  private static func entry(_ name: String, _ mode: FileMode = .file, _ number: UInt8 = 1) -> TreeEntry {
    TreeEntry(name: name, mode: mode, id: ObjectID(bytes: [UInt8](repeating: number, count: 20)) ?? .zero)
  }

  /// Some entries of one name and kind each; a name is a file or a directory, never both.
  private static func entries(_ random: inout SystemSeeded) -> [TreeEntry] {
    ["a", "a-b", "a.b", "a0", "b", "b b", "c", "\u{E9}", "e\u{301}"].compactMap { name in
      switch random.next() % 8 {
      case 0: nil
      case 1: entry(name, .tree, UInt8(random.next() % 2))
      default: entry(name, random.next() % 6 == 0 ? .executable : .file, UInt8(random.next() % 5 == 0 ? 2 : 1))
      }
    }
  }

  /// A small generator that a seed decides.
  struct SystemSeeded: RandomNumberGenerator {
    var state: UInt64

    mutating func next() -> UInt64 {
      state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
      return state >> 33
    }
  }

  @Test(arguments: 0..<400)
  func `stretches are what the three trees have, in git's order`(seed: UInt64) throws {
    var random = SystemSeeded(state: seed)
    let trees = (0..<3).map { _ in Tree(Self.entries(&random)) }
    let ours = trees[1].content
    let walked = try #require(
      TreeStretch.walk(base: trees[0].content, ours: ours, theirs: trees[2].content), "seed \(seed)")
    var found: [[TreeEntry]] = [[], [], []]
    for stretch in walked {
      switch stretch {
      case .same(let range):
        let run = try Tree(content: Array(ours[range])).entries
        for side in found.indices { found[side] += run }
      case .entry(let base, let ours, let theirs):
        for (side, entry) in [base, ours, theirs].enumerated() { if let entry { found[side].append(entry) } }
        let all = [base, ours, theirs].compactMap(\.self)
        #expect(!all.isEmpty && Set([base, ours, theirs]).count > 1, "seed \(seed)")
        #expect(all.allSatisfy { $0.name.hasSameBytes(as: all[0].name) }, "seed \(seed)")
        #expect(Set(all.map { $0.mode == .tree }).count == 1, "seed \(seed)")
      }
    }
    #expect(found == trees.map(\.entries), "seed \(seed)")
  }

  @Test func `a wide directory that is the same is one stretch`() {
    let tree = Tree((0..<1_000).map { Self.entry("note-\($0).md") }).content
    #expect(TreeStretch.walk(base: tree, ours: tree, theirs: tree) == [.same(0..<tree.count)])
    #expect(TreePiece.content(of: [.copy(0..<tree.count)], copying: tree) == tree)
    #expect(TreeStretch.walk(base: [], ours: [], theirs: []) == [])
  }

  @Test func `pieces are a tree again`() throws {
    let old = Tree([Self.entry("a"), Self.entry("b"), Self.entry("c", .tree)])
    let new = Self.entry("b", .executable, 7)
    let bytes = old.content
    let parts = try #require(
      TreeStretch.walk(base: bytes, ours: bytes, theirs: Tree([Self.entry("a"), new, Self.entry("c", .tree)]).content))
    let pieces = parts.map { part -> TreePiece in if case .same(let run) = part { .copy(run) } else { .entry(new) } }
    #expect(
      try Tree(content: TreePiece.content(of: pieces, copying: bytes)).entries
        == [Self.entry("a"), new, Self.entry("c", .tree)])
  }

  @Test(arguments: [
    [entry("b"), entry("a")], [entry("a"), entry("a")], [entry("a"), entry("a.b"), entry("a", .tree)],
    [entry("a/b")],
  ])
  func `a tree that git would not write has no stretches`(_ entries: [TreeEntry]) {
    let hostile = entries.flatMap { TreePiece.content(of: [.entry($0)], copying: []) }
    let sound = Tree([Self.entry("a")]).content
    #expect(TreeStretch.walk(base: hostile, ours: sound, theirs: sound) == nil)
    #expect(TreeStretch.walk(base: sound, ours: hostile, theirs: hostile) == nil)
    #expect(TreeStretch.walk(base: hostile, ours: hostile, theirs: hostile) == nil)
  }

  @Test func `content that is cut short has no stretches`() {
    let sound = Tree([Self.entry("a"), Self.entry("b")]).content
    for length in 1..<sound.count where length != sound.count / 2 {
      #expect(TreeStretch.walk(base: sound, ours: Array(sound[..<length]), theirs: sound) == nil, "\(length)")
    }
  }
}
