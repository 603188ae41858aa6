import GitObjects
import Merge
import Testing

/// Folders nested deeper than any path is long, in a folder with others.
struct TreeMergeDepthTests {
  /// A tree of one file in so many folders.
  private func nested(_ depth: Int, _ text: String, in store: TestStore) throws -> ObjectID {
    var entry = TreeEntry(name: "end.md", mode: .file, id: try store.write(.blob, Array(text.utf8)))
    for _ in 0..<depth { entry = TreeEntry(name: "d", mode: .tree, id: try store.write(Tree([entry]))) }
    return entry.id
  }

  private func root(_ deep: ObjectID, _ text: String, in store: TestStore) throws -> ObjectID {
    let blob = try store.write(.blob, Array(text.utf8))
    return try store.write(
      Tree([TreeEntry(name: "deep", mode: .tree, id: deep), TreeEntry(name: "a.md", mode: .file, id: blob)]))
  }

  @Test(arguments: [1_900, 10_000])
  func `a folder that is nested deep keeps no other from being merged, on a small stack too`(depth: Int) throws {
    let store = TestStore(isQuick: true)
    let base = try root(nested(depth, "one\n", in: store), "one\n\ntwo\n", in: store)
    let ours = SideVersion(tree: try root(nested(depth, "ours\n", in: store), "our one\n\ntwo\n", in: store))
    let theirs = SideVersion(tree: try root(nested(depth, "theirs\n", in: store), "one\n\ntheir two\n", in: store))
    let result = try SmallStack.run {
      let result = try TreeMerge.merge(base: base, ours: ours, theirs: theirs, in: store)
      #expect(try TreeMerge.merge(base: base, ours: theirs, theirs: ours, in: store) == result)
      return result
    }
    let merged = try #require(try Tree.entry(at: "a.md", of: result.tree, in: store))
    #expect(try store.blob(merged.id) == Array("our one\n\ntheir two\n".utf8))
    let isTooDeep = depth > 2_000
    #expect(result.coarser.map(\.reason) == (isTooDeep ? [.tooDeep] : []))
    #expect(result.conflicts.map(\.reason) == (isTooDeep ? [] : [.content]))
    // One side is kept as a whole.
    let deep = try #require(try store.entry("deep", of: result.tree)).id
    let sides = try [ours, theirs].map { try #require(try store.entry("deep", of: $0.tree)).id }
    #expect(sides.contains(deep))
  }

  @Test func `a folder that one side nested deep is taken as it is`() throws {
    let store = TestStore(isQuick: true)
    let base = try store.tree([("a.md", "one\n\ntwo\n")])
    let ours = SideVersion(tree: try store.tree([("a.md", "our one\n\ntwo\n")]))
    let theirs = SideVersion(tree: try root(nested(10_000, "theirs\n", in: store), "one\n\ntheir two\n", in: store))
    let result = try SmallStack.run { try TreeMerge.merge(base: base, ours: ours, theirs: theirs, in: store) }
    #expect(try store.entry("deep", of: result.tree) == store.entry("deep", of: theirs.tree))
    #expect(result.conflicts.isEmpty && result.coarser.isEmpty)
    let changes = try SmallStack.run { try TreeDiff.changes(from: ours.tree, to: result.tree, in: store) }
    #expect(changes.count == 2 && changes.contains { $0.path.utf8.count > 4_000 && $0.new?.mode == .tree })
    #expect(try SmallStack.run { try Tree.flatten(result.tree, in: store) }.count == 2)
  }

  @Test func `a path as deep as there may be is edited on a small stack`() throws {
    let store = TestStore(isQuick: true)
    let path = String(repeating: "d/", count: 1_999) + "a"
    let blob = try store.write(.blob, [1])
    let tree = try SmallStack.run {
      try TreeEditor(store: store).apply([.set(path: path, mode: .file, id: blob)], to: nil)
    }
    #expect(try Tree.entry(at: path, of: tree, in: store)?.id == blob)
    #expect(try SmallStack.run { try TreeEditor(store: store).apply([.remove(path: path)], to: tree) } == .emptyTree)
  }
}
