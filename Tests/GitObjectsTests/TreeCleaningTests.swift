import Git
import GitObjects
import TestSupport
import Testing

/// Trees that no folder can hold.
struct TreeCleaningTests {
  private let store = MemoryObjectStore()

  /// An odd tree: what it consists of as `mode name`, what is left of it, and why the rest is not.
  struct Oddity: CustomTestStringConvertible {
    var entries: [String]
    var left: [String]
    var reasons: [TreeCleaning.Reason]
    var testDescription: String { entries.joined(separator: ", ") }
  }

  private static let oddities: [Oddity] = [
    Oddity(entries: ["100644 ..", "100644 a"], left: ["a"], reasons: [.leadsOut]),
    Oddity(entries: ["100644 .", "100644 a"], left: ["a"], reasons: [.leadsOut]),
    Oddity(entries: ["100644 ...", "100644 a"], left: ["...", "a"], reasons: []),
    Oddity(entries: ["100644 .git", "100644 .gitignore"], left: [".gitignore"], reasons: [.dotGit]),
    Oddity(entries: ["100644 .GIT", "100644 a"], left: ["a"], reasons: [.dotGit]),
    Oddity(entries: ["100644 a", "100644 git~1"], left: ["a"], reasons: [.dotGit]),
    Oddity(entries: ["100644 .g\u{200C}it", "100644 a"], left: ["a"], reasons: [.dotGit]),
    Oddity(entries: ["100644 .git::$INDEX_ALLOCATION", "100644 a"], left: ["a"], reasons: [.dotGit]),
    Oddity(entries: ["100644 /etc/passwd", "100644 a"], left: ["a"], reasons: [.leadsOut]),
    Oddity(entries: ["100644 a", "100644 x/../../y"], left: ["a"], reasons: [.leadsOut]),
    Oddity(entries: ["100644 a", "100644 a"], left: ["a"], reasons: [.twice]),
    Oddity(entries: ["100644 b", "100644 a"], left: ["a", "b"], reasons: []),
    Oddity(entries: ["100644 a", "0 b"], left: ["a"], reasons: [.unknownKind]),
    Oddity(entries: ["100644 a\\..\\b", "100666 c"], left: ["a\\..\\b", "c"], reasons: []),
    Oddity(entries: ["120000 a", "160000 b"], left: ["a", "b"], reasons: []),
  ]

  /// Stores a tree as bytes, whatever they are.
  private func raw(_ entries: [(head: String, id: ObjectID)]) throws -> ObjectID {
    try store.write(.tree, entries.flatMap { Array($0.head.utf8) + [0] + $0.id.bytes })
  }

  private func below(_ tree: ObjectID, _ name: String = "d") throws -> ObjectID {
    try raw([("100644 beside", .emptyBlob), ("40000 \(name)", tree)])
  }

  @Test(arguments: oddities)
  private func `what no folder can hold is left out, at any depth, and nothing beside it`(_ oddity: Oddity) throws {
    let odd = try raw(oddity.entries.map { ($0, .emptyBlob) })
    for (root, prefix) in [(odd, ""), (try below(odd), "d/"), (try below(below(odd)), "d/d/")] {
      var cleaning = TreeCleaning()
      let (tree, left) = try cleaning.clean(root, in: store)
      #expect(left.map(\.reason) == oddity.reasons)
      #expect(left.allSatisfy { $0.path.hasPrefix(prefix) })
      let files = try Tree.flatten(tree, in: store).map(\.path).filter { !$0.hasSuffix("beside") }
      #expect(files.sorted() == oddity.left.map { prefix + $0 })
      // The same from any machine, and nothing to do the next time.
      var other = TreeCleaning()
      #expect(try other.clean(root, in: store).tree == tree)
      #expect(try cleaning.clean(tree, in: store) == (tree, []))
      #expect(try other.clean(tree, in: store) == (tree, []))
    }
  }

  @Test func `a tree as git writes it stays as it is`() throws {
    var generator = SeededGenerator(seed: 3)
    for _ in 0..<50 {
      let edits = (0..<40).map { _ -> TreeEdit in
        let parts = (0..<Int.random(in: 1...4, using: &generator)).map { _ in
          ["a", "a.b", "git", "gi", ".g", "ü", "a-"][Int.random(in: 0..<7, using: &generator)]
        }
        return .set(path: parts.joined(separator: "/"), mode: .file, id: .emptyBlob)
      }
      let tree = try TreeEditor(store: store).apply(edits, to: nil)
      var cleaning = TreeCleaning()
      #expect(try cleaning.clean(tree, in: store) == (tree, []))
    }
  }

  @Test func `what is nested deeper than any path goes alone`() throws {
    var tree = try raw([("100644 end", .emptyBlob)])
    for _ in 0..<10_000 { tree = try raw([("40000 d", tree)]) }
    let root = try raw([("100644 a", .emptyBlob), ("40000 deep", tree)])
    var cleaning = TreeCleaning()
    let (made, left) = try cleaning.clean(root, in: store)
    #expect(left.map(\.reason) == [.tooDeep])
    #expect(try Tree.flatten(made, in: store).map(\.path) == ["a"])
    // The same folders stay where they are not too deep.
    var short = try raw([("100644 end", .emptyBlob)])
    for _ in 0..<1_500 { short = try raw([("40000 d", short)]) }
    #expect(try cleaning.clean(short, in: store) == (short, []))
    let long = try raw([("40000 " + String(repeating: "n", count: 1_500), short)])
    #expect(try cleaning.clean(long, in: store).left.map(\.reason) == [.tooDeep])
  }

  @Test func `folders that name each other without end are left out whole`() throws {
    var tree = try raw((0..<10).map { ("100644 f\($0)", .emptyBlob) })
    for _ in 0..<12 {
      let id = tree
      tree = try raw((0..<10).map { ("40000 d\($0)", id) })
    }
    let root = try raw([("100644 a", .emptyBlob), ("40000 bomb", tree), ("100644 c", .emptyBlob)])
    var cleaning = TreeCleaning()
    let (made, left) = try cleaning.clean(root, in: store)
    #expect(Set(left.map(\.reason)) == [.bomb])
    #expect(try Tree.flatten(made, in: store).map(\.path) == ["a", "c"])
  }

  @Test func `many files are no bomb`() throws {
    let entries = (0..<200_000).map { TreeEntry(name: "f\($0)", mode: .file, id: .emptyBlob) }
    let tree = try store.write(Tree(entries))
    var cleaning = TreeCleaning()
    #expect(try cleaning.clean(tree, in: store) == (tree, []))
    let several = try raw((0..<8).map { ("40000 d\($0)", tree) })
    #expect(try cleaning.clean(several, in: store) == (several, []))
  }
}

private func == (
  left: (tree: ObjectID, left: [TreeCleaning.LeftOut]), right: (tree: ObjectID, left: [TreeCleaning.LeftOut])
) -> Bool { left.tree == right.tree && left.left == right.left }
