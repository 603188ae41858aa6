import Documents
import GitObjects
import Merge
import Testing

/// Every shape as it comes about: as commits of two, then three machines, and in a criss-cross.
struct TreeMergeHistoryTests {
  /// The commits of a shape, and what was added to them.
  private struct History {
    let store = TestStore()
    let graph: CommitGraph
    let start: ObjectID
    let ours: ObjectID
    let theirs: ObjectID
    let third: ObjectID

    init(_ shape: TreeMergeShape) throws {
      graph = CommitGraph(store: store)
      start = try Self.commit(store, shape.base, [], at: 0)
      // Git's own commits say nothing of renames; Stet's are those of who watched.
      let says = shape.watched || shape.ourRank == .agent || !shape.ourRenames.isEmpty
      ours = try Self.commit(
        store, shape.ours, [start], at: 20, author: says ? Self.author(shape.ourRank) : nil, renames: shape.ourRenames)
      theirs = try Self.commit(
        store, shape.theirs, [start], at: 10, author: shape.theirRank == .agent ? Self.author(.agent) : nil)
      third = try Self.commit(store, shape.base + [("zz/third", "3")], [start], at: 15)
    }

    private static func author(_ rank: Rank) -> Author {
      rank == .agent ? .agent(name: "Claude Code", session: "s") : .user
    }

    static func commit(
      _ store: TestStore, _ files: [(path: String, text: String)], _ parents: [ObjectID], at seconds: Int64,
      author: Author? = nil, renames: [PathRename] = []
    ) throws -> ObjectID {
      try commit(store, tree: store.tree(files), parents, at: seconds, author: author, renames: renames)
    }

    static func commit(
      _ store: TestStore, tree: ObjectID, _ parents: [ObjectID], at seconds: Int64, author: Author? = nil,
      renames: [PathRename] = []
    ) throws -> ObjectID {
      let signature = Signature(name: "T", email: "t@t", seconds: 1_700_000_000 + seconds)
      var message = CommitMessage(subject: "Change", author: author ?? .user)
      message.renamed = renames
      let commit = Commit(
        tree: tree, parents: parents, author: signature, committer: signature,
        message: author == nil ? "Change\n" : message.text)
      return try store.write(author == nil ? commit : store.sealed(commit))
    }

    func merge(_ one: ObjectID, _ two: ObjectID, _ order: PeerMerge.Order = .byID) throws -> PeerMerge {
      try PeerMerge.make(one, two, order: order, graph: graph, in: store)
    }

    /// All conflicts that a history recorded, and its files without those of the third machine.
    func outcome(_ commit: ObjectID) throws -> (files: [String], conflicts: [String]) {
      var table = OpenConflicts()
      try table.advance(to: commit, in: graph)
      let files = try store.files(store.commit(commit).tree).filter { !$0.hasPrefix("zz/") }
      return (files, table.list.map { "\($0.conflict.reason.rawValue) \($0.conflict.path)" }.sorted())
    }
  }

  @Test(arguments: TreeMergeShape.all)
  func `two and three machines come to the same in any order`(_ shape: TreeMergeShape) throws {
    let history = try History(shape)
    let (ours, theirs, third) = (history.ours, history.theirs, history.third)
    let expected = try history.store.files(history.store.tree(shape.merged))
    let two = try history.merge(ours, theirs)
    #expect(try history.merge(theirs, ours) == two)
    for order in [[ours, theirs, third], [ours, third, theirs], [third, theirs, ours]] {
      let pair = try history.merge(order[0], order[1])
      let all = try history.merge(order[2], pair.commit)
      #expect(try history.merge(pair.commit, order[2]) == all)
      let outcome = try history.outcome(all.commit)
      #expect(outcome.files == expected)
      #expect(outcome.conflicts == shape.conflicts)
    }
  }

  @Test(arguments: TreeMergeShape.all)
  func `a criss-cross changes nothing and asks nothing again`(_ shape: TreeMergeShape) throws {
    let history = try History(shape)
    let store = history.store
    var heads: [ObjectID] = []
    for (name, pair) in [("x", (history.ours, history.theirs)), ("y", (history.theirs, history.ours))] {
      let merge = try history.merge(pair.0, pair.1, .asGiven)
      let file = try store.write(.blob, Array(name.utf8))
      let tree = try TreeEditor(store: store)
        .apply([.set(path: "zz/" + name, mode: .file, id: file)], to: merge.tree)
      heads.append(try History.commit(store, tree: tree, [merge.commit], at: 30))
    }
    let bases = try history.graph.mergeBases(heads[0], heads[1])
    #expect(bases.count == (history.ours == history.theirs ? 1 : 2))
    let last = try history.merge(heads[0], heads[1])
    #expect(last.conflicts == 0)
    let outcome = try history.outcome(last.commit)
    #expect(outcome.files == (try store.files(store.tree(shape.merged))))
    #expect(outcome.conflicts == shape.conflicts)
    #expect(try store.files(last.tree).filter { $0.hasPrefix("zz/") } == ["zz/x=x", "zz/y=y"])
  }

  @Test(arguments: TreeMergeShape.all)
  func `without a common ancestor all that stands on a side stands, or is a conflict's`(_ shape: TreeMergeShape) throws
  {
    let history = try History(shape)
    let store = history.store
    let roots = try [(shape.ours, 20), (shape.theirs, 10), ([("zz/third", "3")], 15)].map { files, seconds in
      try History.commit(store, files, [], at: Int64(seconds))
    }
    var outcomes: [[String]] = []
    for order in [[0, 1, 2], [0, 2, 1], [2, 1, 0]].map({ $0.map { roots[$0] } }) {
      let pair = try history.merge(order[0], order[1])
      #expect(try history.merge(order[1], order[0]) == pair)
      let all = try history.merge(order[2], pair.commit)
      #expect(try history.merge(pair.commit, order[2]) == all)
      let outcome = try history.outcome(all.commit)
      outcomes.append(outcome.files + outcome.conflicts)
    }
    #expect(Set(outcomes).count == 1)
    let (ours, theirs) = try shape.sides(in: store)
    let result = try TreeMerge.merge(base: nil, ours: ours, theirs: theirs, in: store)
    #expect(try TreeMerge.merge(base: nil, ours: theirs, theirs: ours, in: store) == result)
    let named = Set(result.conflicts.map { NameKey($0.path) })
    let present = Set(try Tree.flatten(result.tree, in: store).map { NameKey($0.path) })
    for side in [ours.tree, theirs.tree] {
      #expect(try TestStore.lost(from: nil, to: side, in: result, store).isEmpty)
      #expect(try Tree.flatten(side, in: store).allSatisfy { present.union(named).contains(NameKey($0.path)) })
    }
  }

  @Test func `a long history is read once, however many files both sides changed`() throws {
    /// Returns the number of reads of a merge in which so many of twenty files have a conflict.
    func reads(conflicts: Int) throws -> Int {
      let store = TestStore()
      func files(_ text: String, changed: Int, log: Int = 0) -> [(path: String, text: String)] {
        let notes = (0..<20).map { (path: "n\($0)", text: $0 < changed ? text : "base\n") }
        return notes + [(path: "log", text: "\(log)")]
      }
      let base = try History.commit(store, files("base\n", changed: 0), [], at: 0, author: .user)
      var ours = try History.commit(store, files("ours\n", changed: 20), [base], at: 1, author: .user)
      for log in 1...600 {
        let later = files("ours\n", changed: 20, log: log)
        ours = try History.commit(store, later, [ours], at: Int64(1 + log), author: .user)
      }
      let theirs = try History.commit(store, files("theirs\n", changed: conflicts), [base], at: 2, author: .user)
      let before = store.reads
      let merge = try PeerMerge.make(ours, theirs, order: .byID, graph: CommitGraph(store: store), in: store)
      #expect(merge.conflicts == conflicts)
      return store.reads - before
    }
    let (one, twenty) = (try reads(conflicts: 1), try reads(conflicts: 20))
    #expect(twenty < 2 * one)
  }
}
