import GitObjects
import Merge
import Testing

struct TreeMergePropertyTests {
  @Test(arguments: 0..<60)
  func `random folders merge the same from either side and lose nothing`(block: UInt64) throws {
    for seed in (block * 50)..<(block * 50 + 50) {
      var random = SeededGenerator(seed: seed)
      let store = TestStore(isQuick: true)
      let (base, ours, theirs) = try Self.trees(&random, in: store)
      let first = SideVersion(tree: ours, standing: Self.standings(seed))
      let second = SideVersion(tree: theirs, standing: Self.standings(seed &+ 7))
      let one = try TreeMerge.merge(base: base, ours: first, theirs: second, in: store)
      let two = try TreeMerge.merge(base: base, ours: second, theirs: first, in: store)
      #expect(one == two, "seed \(seed)")
      #expect(try Tree.flatten(one.tree, in: store).allSatisfy { store.contains($0.entry.id) }, "seed \(seed)")
      for side in [ours, theirs] {
        let lost = try TestStore.lost(from: base, to: side, in: one, store)
        #expect(lost.isEmpty, "seed \(seed)")
      }
    }
  }

  @Test(arguments: 0..<300)
  func `a merge with the base or with itself is the other tree`(seed: UInt64) throws {
    var random = SeededGenerator(seed: seed)
    let store = TestStore(isQuick: true)
    let (base, ours, theirs) = try Self.trees(&random, in: store)
    func merge(_ base: ObjectID?, _ one: ObjectID, _ two: ObjectID) throws -> TreeMergeResult {
      try TreeMerge.merge(base: base, ours: SideVersion(tree: one), theirs: SideVersion(tree: two), in: store)
    }
    for result in [try merge(base, ours, ours), try merge(base, base, ours), try merge(nil, ours, ours)] {
      #expect(result.tree == ours && result.conflicts.isEmpty, "seed \(seed)")
    }
    // A merge that has been taken over changes nothing any more.
    let merged = try merge(base, ours, theirs)
    #expect(try merge(ours, merged.tree, ours).tree == merged.tree, "seed \(seed)")
  }

  @Test(arguments: 0..<300)
  func `conflicts come back from their trailers`(seed: UInt64) throws {
    var random = SeededGenerator(seed: seed)
    let store = TestStore(isQuick: true)
    let (base, ours, theirs) = try Self.trees(&random, in: store)
    let result = try TreeMerge.merge(
      base: base, ours: SideVersion(tree: ours), theirs: SideVersion(tree: theirs), in: store)
    #expect(result.conflicts.map { Conflict(trailer: $0.trailer) } == result.conflicts, "seed \(seed)")
    #expect(Set(result.conflicts.map(\.id)).count == result.conflicts.count, "seed \(seed)")
  }

  @Test func `subtrees that one side changed are not opened`() throws {
    let store = TestStore(isQuick: true)
    let many = (0..<50).map { (path: "big/\($0)", text: "x\($0)") }
    let base = try store.tree([("a", "1"), ("other/z", "1")] + many)
    let ours = try store.tree([("a", "2"), ("other/z", "1")] + many.map { ($0.path, "y") })
    let theirs = try store.tree([("a", "1"), ("other/z", "2")] + many)
    store.forgetOpened()
    _ = try TreeMerge.merge(base: base, ours: SideVersion(tree: ours), theirs: SideVersion(tree: theirs), in: store)
    #expect(store.opened == [base, ours, theirs])
  }

  static func trees(
    _ random: inout SeededGenerator, in store: TestStore
  ) throws -> (base: ObjectID, ours: ObjectID, theirs: ObjectID) {
    let folder = RandomFolder(&random)
    var sides = [folder, folder]
    for side in sides.indices {
      for _ in 0..<Int.random(in: 0...4, using: &random) { sides[side].change(&random) }
    }
    return (try store.tree(folder.sorted), try store.tree(sides[0].sorted), try store.tree(sides[1].sorted))
  }

  /// Standings that depend on nothing but seed and path.
  private static func standings(_ seed: UInt64) -> (String) -> Standing {
    { path in
      let mixed = path.utf8.reduce(seed &* 31) { $0 &* 131 &+ UInt64($1) }
      return Standing(rank: mixed & 1 == 0 ? .person : .agent, time: mixed & 6 == 0 ? nil : Int64(mixed >> 3 & 3))
    }
  }
}
