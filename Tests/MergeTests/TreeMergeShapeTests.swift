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

  @Test func `a conflict on a conflict keeps every version, in every order and from three machines`() throws {
    let store = TestStore()
    let graph = CommitGraph(store: store)
    func commit(_ text: String, _ parents: [ObjectID], at seconds: Int64) throws -> ObjectID {
      let by = Signature(name: "T", email: "t@t", seconds: 1_700_000_000 + seconds)
      return try store.write(
        Commit(tree: store.tree([("a", text)]), parents: parents, author: by, committer: by, message: "Change\n"))
    }
    func merge(_ one: ObjectID, _ two: ObjectID) throws -> ObjectID {
      let made = try PeerMerge.make(one, two, order: .byID, graph: graph, in: store)
      #expect(try PeerMerge.make(two, one, order: .byID, graph: graph, in: store) == made)
      return made.commit
    }
    func versions(_ tip: ObjectID) throws -> Set<String> {
      var table = OpenConflicts()
      try table.advance(to: tip, in: graph)
      let kept = table.list.flatMap { [$0.conflict.kept, $0.conflict.other] }.compactMap(\.self)
      return Set(try kept.map { String(decoding: try store.blob($0), as: UTF8.self) })
    }
    let base = try commit("base\n", [], at: 0)
    let sides = try ["one\n", "two\n", "three\n"].enumerated().map {
      try commit($0.element, [base], at: Int64($0.offset) + 1)
    }
    // The first conflict is open while each of two machines changes the text that is there again.
    let first = try merge(sides[0], sides[1])
    let again = [try commit("four\n", [first], at: 10), try commit("five\n", [first], at: 11)]
    let second = try merge(again[0], again[1])
    #expect(try versions(second) == ["one\n", "two\n", "four\n", "five\n"])
    // A third machine comes with its own change of the base, to each stage.
    for stage in [first, again[0], second] {
      let tip = try merge(stage, sides[2])
      #expect(try versions(tip).isSuperset(of: versions(stage)) && versions(tip).contains("three\n"))
      #expect(try store.files(graph.commit(tip).tree).count == 1)
    }
    let orders = [[0, 1, 2], [0, 2, 1], [1, 0, 2], [1, 2, 0], [2, 0, 1], [2, 1, 0]]
    let results = try orders.map { order -> (files: [String], versions: Set<String>) in
      let tip = try merge(merge(sides[order[0]], sides[order[1]]), sides[order[2]])
      return (try store.files(graph.commit(tip).tree), try versions(tip))
    }
    for result in results {
      #expect(result.files == ["a=three\n"] && result.versions == ["one\n", "two\n", "three\n"])
    }
  }

  @Test func `a person's edit before an agent's rename keeps its rank`() throws {
    let store = TestStore()
    let base = try store.tree([("a", "1\n")])
    let ours = SideVersion(
      tree: try store.tree([("b", "person\n")]), renames: [PathRename(from: "a", to: "b")]
    ) { Precedence(rank: $0 == "a" ? .person : .agent) }
    let theirs = SideVersion(tree: try store.tree([("a", "zebra\n")])) {
      Precedence(rank: $0 == "a" ? .agent : .person)
    }
    for (first, second) in [(ours, theirs), (theirs, ours)] {
      let result = try TreeMerge.merge(base: base, ours: first, theirs: second, in: store)
      #expect(try store.files(result.tree) == ["b=person\n"])
      #expect(result.conflicts.map(\.path) == ["b"])
    }
  }
}
