import GitObjects
import Merge
import Testing

struct MergedBaseTests {
  /// A history in memory: commits over a store, with their common ancestors found by looking at all.
  private final class History {
    let store = TestStore()
    private var ancestors: [ObjectID: Set<ObjectID>] = [:]
    private var clock: Int64 = 0

    func commit(_ text: String, _ parents: ObjectID...) throws -> ObjectID {
      try commit(tree: store.tree([("a", text)]), parents)
    }

    func commit(tree: ObjectID, _ parents: [ObjectID]) throws -> ObjectID {
      clock += 1
      let signature = Signature(name: "T", email: "t@t", seconds: clock)
      let id = try store.write(
        Commit(tree: tree, parents: parents, author: signature, committer: signature, message: "m\n"))
      ancestors[id] = parents.reduce(into: [id]) { $0.formUnion(ancestors[$1] ?? []) }
      return id
    }

    func bases(_ first: ObjectID, _ second: ObjectID) -> [ObjectID] {
      let common = (ancestors[first] ?? []).intersection(ancestors[second] ?? [])
      return common.filter { id in !common.contains { $0 != id && ancestors[$0]?.contains(id) == true } }.sorted()
    }

    func merge(_ first: ObjectID, _ second: ObjectID) throws -> TreeMergeResult {
      try CommitMerge.merge(
        (first, SideVersion(tree: store.commit(first).tree)), (second, SideVersion(tree: store.commit(second).tree)),
        in: store,
        mergeBases: { (a, b) throws(ObjectStoreError) in bases(a, b) })
    }

    func text(_ tree: ObjectID) throws -> String { try store.files(tree).joined(separator: ";") }
  }

  @Test func `a criss-cross does not undo a person's edit`() throws {
    let history = History()
    let start = try history.commit("x=0\n-\n-\n-\ny=0\n")
    let first = try history.commit("x=1\n-\n-\n-\ny=0\n", start)
    let second = try history.commit("x=0\n-\n-\n-\ny=1\n", start)
    let one = try history.commit("x=1\n-\n-\n-\ny=1\n", first, second)
    let merged = try history.commit("x=1\n-\n-\n-\ny=1\n", second, first)
    let two = try history.commit("x=0\n-\n-\n-\ny=1\n", merged)
    #expect(history.bases(one, two).count == 2)
    for result in [try history.merge(one, two), try history.merge(two, one)] {
      #expect(try history.text(result.tree) == "a=x=0\n-\n-\n-\ny=1\n")
      #expect(result.conflicts.isEmpty)
    }
  }

  @Test func `fifty rounds of criss-cross end and agree`() throws {
    let history = History()
    var pair = [try history.commit("0\n-\n0\n")]
    pair.append(pair[0])
    for round in 1...50 {
      let first = try history.commit("\(round)\n-\n\(round - 1)\n", pair[0])
      let second = try history.commit("\(round - 1)\n-\n\(round)\n", pair[1])
      let result = try history.merge(first, second)
      #expect(try history.merge(second, first) == result)
      #expect(result.conflicts.isEmpty)
      pair = [
        try history.commit(tree: result.tree, [first, second]), try history.commit(tree: result.tree, [second, first]),
      ]
    }
    let tree = try history.store.commit(pair[0]).tree
    #expect(try history.text(tree) == "a=50\n-\n50\n")
  }

  @Test func `unrelated histories have the empty base`() throws {
    let history = History()
    let one = try history.commit(tree: history.store.tree([("a", "1")]), [])
    let two = try history.commit(tree: history.store.tree([("b", "2")]), [])
    #expect(try history.text(history.merge(one, two).tree) == "a=1;b=2")
  }

  @Test func `a merge commit depends on its parents alone`() throws {
    let history = History()
    let start = try history.commit("1\n")
    let one = try history.commit("2\n", start)
    let two = try history.commit("3\n", start)
    let result = try history.merge(one, two)
    let commit = MergeCommit.make(
      parents: [(one, try history.store.commit(one)), (two, try history.store.commit(two))], tree: result.tree,
      conflicts: result.conflicts, changes: 1)
    #expect(commit.author.line == "Stet <stet@agents.invalid> 3 +0000")
    #expect(commit.author == commit.committer)
    #expect(commit.parents == [one, two])
    let conflict = try #require(result.conflicts.first)
    #expect(
      commit.message == """
        Merge 1 change, 1 conflict

        Stet-Actor: sync
        Stet-Conflict: \(conflict.trailer)

        """)
  }
}
