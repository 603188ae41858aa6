import Documents
import GitObjects
import Merge
import Testing

/// The conflict shapes that a folder on two machines meets.
struct TreeMergeShapeTests {
  @Test(arguments: TreeMergeShape.all)
  func `a shape merges the same from either side`(_ shape: TreeMergeShape) throws {
    let store = TestStore()
    let base = try store.tree(shape.base)
    let (ours, theirs) = try shape.sides(in: store)
    let one = try TreeMerge.merge(base: base, ours: ours, theirs: theirs, in: store)
    #expect(try store.files(one.tree) == store.files(store.tree(shape.merged)))
    #expect(one.conflicts.map { "\($0.reason.rawValue) \($0.path)" }.sorted() == shape.conflicts)
    let two = try TreeMerge.merge(base: base, ours: theirs, theirs: ours, in: store)
    #expect(one == two)
  }

  @Test func `a person's edit before an agent's rename keeps its rank`() throws {
    let store = TestStore()
    let base = try store.tree([("a", "1\n")])
    let ours = SideVersion(
      tree: try store.tree([("b", "person\n")]), renames: [PathRename(from: "a", to: "b")]
    ) { Standing(rank: $0 == "a" ? .person : .agent) }
    let theirs = SideVersion(tree: try store.tree([("a", "zebra\n")])) { Standing(rank: $0 == "a" ? .agent : .person) }
    for (first, second) in [(ours, theirs), (theirs, ours)] {
      let result = try TreeMerge.merge(base: base, ours: first, theirs: second, in: store)
      #expect(try store.files(result.tree) == ["b=person\n"])
      #expect(result.conflicts.map(\.path) == ["b"])
    }
  }
}
