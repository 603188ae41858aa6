import GitObjects
import Merge
import TestSupport
import Testing

/// Stock git as the judge: where it merges cleanly, so does Stet, and to the same tree.
struct GitMergeTests {
  @Test func `what git merges cleanly comes to the same tree`() throws {
    let count = 250
    let judge = try GitJudge()
    let store = TestStore()
    var cases: [(ours: SideVersion, theirs: SideVersion, base: ObjectID)] = []
    for seed in 0..<count {
      var random = SeededGenerator(seed: UInt64(seed) &+ 1_000_000)
      let folder = RandomFolder(&random)
      var sides = [folder, folder]
      for side in 0..<2 { for _ in 0..<Int.random(in: 0...3, using: &random) { sides[side].change(&random) } }
      judge.commit(folder.sorted, as: "base\(seed)", after: nil, store)
      judge.commit(sides[0].sorted, as: "ours\(seed)", after: "base\(seed)", store)
      judge.commit(sides[1].sorted, as: "theirs\(seed)", after: "base\(seed)", store)
      cases.append(
        (
          SideVersion(tree: try store.tree(sides[0].sorted)), SideVersion(tree: try store.tree(sides[1].sorted)),
          try store.tree(folder.sorted)
        ))
    }
    try judge.store()
    var clean = 0
    for (seed, item) in cases.enumerated() {
      let verdict = try judge.merge("ours\(seed)", "theirs\(seed)")
      guard verdict.isClean else { continue }
      let result = try TreeMerge.merge(base: item.base, ours: item.ours, theirs: item.theirs, in: store)
      let trees = [item.base, item.ours.tree, item.theirs.tree]
      if try Self.addsBelowGoneFolder(trees, store) { continue }
      clean += 1
      #expect(result.tree.hex == verdict.tree && result.conflicts.isEmpty, "seed \(seed)")
    }
    #expect(clean > count / 2)
  }

  /// Whether a side has a new folder in one that the other no longer has: git does not follow that (the record says so).
  private static func addsBelowGoneFolder(_ trees: [ObjectID], _ store: TestStore) throws -> Bool {
    let folders = try trees.map { tree in
      Set(
        try Tree.flatten(tree, in: store).flatMap { file in
          file.path.utf8.indices.filter { file.path.utf8[$0] == UInt8(ascii: "/") }
            .map { NameKey(file.path[..<$0]) }
        })
    }
    return [(folders[1], folders[2]), (folders[2], folders[1])].contains { side, other in
      side.subtracting(folders[0]).contains { new in
        folders[0].subtracting(other).contains { gone in new.text.utf8.starts(with: (gone.text + "/").utf8) }
      }
    }
  }
}
