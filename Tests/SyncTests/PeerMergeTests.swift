import Documents
import Git
import GitObjects
import Merge
import Testing

@Suite struct PeerMergeTests {
  private let store = MemoryObjectStore()

  @Test func `two machines that merge the same pair make the same commit`() throws {
    let base = try store.makeCommit(["n.md": "start\n"])
    let ours = try store.makeCommit(["n.md": "ours\n"], parents: [base], seconds: 1_700_000_100)
    let theirs = try store.makeCommit(["n.md": "theirs\n"], parents: [base], seconds: 1_700_000_200)
    let graph = CommitGraph(store: store)
    let first = try PeerMerge.make(ours, theirs, order: .byID, graph: graph, in: store)
    let second = try PeerMerge.make(theirs, ours, order: .byID, graph: graph, in: store)
    #expect(first == second)
    let commit = try store.commit(first.commit)
    #expect(commit.parents == [ours, theirs].sorted())
    #expect(commit.committer.seconds == 1_700_000_200)
    // Between two persons the later one's text stays; the other is a conflict.
    #expect(try store.files(first.commit) == ["n.md": "theirs\n"])
    #expect(first.conflicts == 1)
  }

  @Test func `with the user's own branch the tip stays first parent`() throws {
    let base = try store.makeCommit(["n.md": "start\n"])
    let graph = CommitGraph(store: store)
    for order in 0..<2 {
      let tip = try store.makeCommit(["a.md": "\(order)\n"], parents: [base])
      let branch = try store.makeCommit(["b.md": "\(order)\n"], parents: [base])
      let merge = try PeerMerge.make(tip, branch, order: .asGiven, graph: graph, in: store)
      #expect(try store.commit(merge.commit).parents == [tip, branch])
    }
  }

  @Test func `what a commit merely took along does not stand against what came later`() throws {
    let base = try store.makeCommit(["n.md": "1\n", "m.md": "m\n"])
    let older = try store.makeCommit(["n.md": "1\n2\n", "m.md": "m\n"], parents: [base])
    let tip = try store.makeCommit(["n.md": "1\n2\n3\n", "m.md": "m\n"], parents: [older])
    let branch = try store.makeCommit(["n.md": "1\n2\n", "m.md": "mine\n"], parents: [base])
    let own = try store.makeCommit(["n.md": "1\n2\n3\n", "m.md": "mine\n"])
    let merge = try PeerMerge.make(
      tip, branch, order: .asGiven, secondTree: store.commit(own).tree, graph: CommitGraph(store: store), in: store)
    #expect(merge.conflicts == 0)
    #expect(try store.files(merge.commit) == ["n.md": "1\n2\n3\n", "m.md": "mine\n"])
  }

  @Test func `a person's edit further back on a side still ranks before an agent's`() throws {
    let agent = Author.agent(name: "Claude Code", session: "s")
    let base = try store.makeCommit(["n.md": "start\n", "m.md": "m\n"])
    let person = try store.makeCommit(["n.md": "person\n", "m.md": "m\n"], parents: [base], seconds: 1_700_000_001)
    let ours = try store.makeCommit(
      ["n.md": "person\n", "m.md": "agent\n"], parents: [person], author: agent, seconds: 1_700_000_002)
    let theirs = try store.makeCommit(
      ["n.md": "agent\n", "m.md": "m\n"], parents: [base], author: agent, seconds: 1_700_000_009)
    let merge = try PeerMerge.make(ours, theirs, order: .byID, graph: CommitGraph(store: store), in: store)
    #expect(try store.files(merge.commit) == ["n.md": "person\n", "m.md": "agent\n"])
  }

  @Test func `a clock gone wrong does not win`() throws {
    let base = try store.makeCommit(["n.md": "start\n"])
    let graph = CommitGraph(store: store)
    var winners: Set<String?> = []
    for round in 0..<12 {
      let now = try store.makeCommit(["n.md": "now \(round)\n"], parents: [base], seconds: 1_700_000_100)
      let future = try store.makeCommit(["n.md": "future \(round)\n"], parents: [base], seconds: 2_100_000_000)
      let merge = try PeerMerge.make(now, future, order: .byID, graph: graph, in: store)
      winners.insert(try store.files(merge.commit)["n.md"].map { String($0.prefix(3)) })
    }
    // Ids decide, now for one, now for the other.
    #expect(winners == ["now", "fut"])
  }

  @Test func `a person's edit with a clock far behind still ranks before an agent's`() throws {
    let agent = Author.agent(name: "Claude Code", session: "s")
    let base = try store.makeCommit(["n.md": "start\n"])
    let graph = CommitGraph(store: store)
    // Many pairs: between equal ranks, ids would decide, now for one, now for the other.
    for round in 0..<12 {
      let ours = try store.makeCommit(
        ["n.md": "agent \(round)\n"], parents: [base], author: agent, seconds: 1_700_000_100)
      let theirs = try store.makeCommit(["n.md": "person \(round)\n"], parents: [base], seconds: 946_684_800)
      let merge = try PeerMerge.make(ours, theirs, order: .byID, graph: graph, in: store)
      #expect(try store.files(merge.commit) == ["n.md": "person \(round)\n"])
    }
  }

  @Test func `a missing object is told by its id`() throws {
    let base = try store.makeCommit(["n.md": "start\n"])
    let ours = try store.makeCommit(["n.md": "ours\n"], parents: [base])
    let theirs = try store.makeCommit(["n.md": "theirs\n"], parents: [base])
    store.lose(base)
    #expect(throws: ObjectStoreError.missing(base)) {
      try PeerMerge.make(ours, theirs, order: .byID, graph: CommitGraph(store: store), in: store)
    }
  }
}
