import Git
import GitObjects
import TestSupport
import Testing

@Suite struct CommitGraphReachTests {
  @Test func `whether any of many branches leads to a commit takes one walk`() throws {
    let store = MemoryObjectStore()
    func commit(_ parents: [ObjectID], _ seconds: Int64, _ message: String) throws -> ObjectID {
      let ann = Signature(name: "Ann", email: "ann@example.org", seconds: seconds)
      return try store.write(
        Commit(tree: .emptyTree, parents: parents, author: ann, committer: ann, message: message + "\n"))
    }
    var line: [ObjectID] = []
    for number in 0..<300 {
      line.append(try commit(line.suffix(1), 1_700_000_000 + Int64(number) * 100_000, "\(number)"))
    }
    let branches = try (0..<30).map { try commit([line[299]], 1_800_000_000, "branch \($0)") }
    let dropped = try commit([line[250]], 1_725_000_001, "dropped")
    var reads = 0
    let counted = CountingStore(store) { _ in reads += 1 }
    // A small memory, so that what is walked again is read again.
    let graph = CommitGraph(store: counted, capacity: 1)
    #expect(try graph.isReachable(line[100], from: branches))
    #expect(reads < 900)
    for (id, isKept) in [(dropped, false), (branches[7], true), (line[0], true), (line[299], true)] {
      #expect(try graph.isReachable(id, from: branches) == isKept)
    }
    #expect(try !graph.isReachable(line[1], from: []))
    #expect(try graph.isReachable(line[1], from: [.zero, line[2]]))
  }

  @Test func `the readable commits are those that no lost commit hides`() throws {
    let store = MemoryObjectStore()
    func commit(_ parents: [ObjectID], _ seconds: Int64) throws -> ObjectID {
      let ann = Signature(name: "Ann", email: "ann@example.org", seconds: seconds)
      return try store.write(Commit(tree: .emptyTree, parents: parents, author: ann, committer: ann, message: "m\n"))
    }
    let first = try commit([], 1_700_000_000)
    let lost = try commit([first], 1_700_000_010)
    let side = try commit([first], 1_700_000_020)
    let late = try commit([lost], 1_700_000_030)
    let merge = try commit([late, side], 1_700_000_040)
    #expect(try CommitGraph(store: store).readableCommits(from: merge) == [merge, late, side, lost, first])
    store.lose(lost)
    let graph = CommitGraph(store: store)
    #expect(try graph.readableCommits(from: merge) == [merge, late, side, first], "the other line leads to the first")
    #expect(try graph.readableCommits(from: late) == [late])
    #expect(throws: ObjectStoreError.missing(lost)) { try graph.readableCommits(from: lost) }
  }

  @Test func `the commits beyond one with a clock far behind do not include its ancestors`() throws {
    let store = MemoryObjectStore()
    func commit(_ parents: [ObjectID], _ seconds: Int64) throws -> ObjectID {
      let ann = Signature(name: "Ann", email: "ann@example.org", seconds: seconds)
      return try store.write(Commit(tree: .emptyTree, parents: parents, author: ann, committer: ann, message: "m\n"))
    }
    let first = try commit([], 1_690_000_000)
    let base = try commit([first], 1_700_000_000)
    let fork = try commit([base], 1_700_000_050)
    let own = try commit([fork], 1_700_000_100)
    var late = base
    for second in Int64(0)..<3 { late = try commit([late], 946_684_800 + second) }
    let graph = CommitGraph(store: store)
    #expect(try graph.commits(from: own, excluding: [late]) == [own, fork])
    #expect(try graph.commits(from: late, excluding: [own]).count == 3)
    // A merge's second line leads behind the first one.
    let merge = try commit([own, late], 1_700_000_200)
    #expect(try graph.commits(from: merge, excluding: [late]) == [merge, own, fork])
    #expect(try graph.commits(from: merge, excluding: [own]).count == 4)
  }
}
