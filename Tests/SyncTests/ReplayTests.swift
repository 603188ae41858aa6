import Documents
import Git
import GitObjects
import Merge
import TestSupport
import Testing

@testable import Sync

@Suite struct ReplayTests {
  private let store = MemoryObjectStore()
  private let person = Signature(name: "Ada", email: "ada@example.org", seconds: 1_700_000_000)

  /// A commit with these files, which may be in folders; `change` is its `Stet-Change`, nil for the user's own git.
  private func commit(_ files: [String: String], on parent: ObjectID?, change: String?) throws -> ObjectID {
    var edits: [TreeEdit] = []
    for (path, text) in files {
      edits.append(.set(path: path, mode: .file, id: try store.write(.blob, Array(text.utf8))))
    }
    var message = CommitMessage(subject: "Edit", author: .user)
    message.change = change
    let commit = Commit(
      tree: try TreeEditor(store: store).apply(edits, to: nil), parents: [parent].compactMap { $0 }, author: person,
      committer: person, message: change == nil ? "by hand\n" : message.text)
    return try store.write(change == nil ? commit : store.sealed(commit))
  }

  private func line(_ tip: ObjectID, over remote: ObjectID, branch: String = "main") throws -> Replay? {
    try Replay(of: tip, over: remote, branch: branch, remoteName: "origin", graph: CommitGraph(store: store), in: store)
  }

  private func replay(_ tip: ObjectID, onto remote: ObjectID) throws -> Replay.Made? {
    try line(tip, over: remote)?.made(on: remote, graph: CommitGraph(store: store), in: store)
  }

  private func straightened(_ tip: ObjectID, over remote: ObjectID) throws -> Replay.Made? {
    try line(tip, over: remote)?.straightened(graph: CommitGraph(store: store), in: store)
  }

  /// Stet's merge of two commits.
  private func merge(_ first: ObjectID, _ second: ObjectID) throws -> ObjectID {
    try PeerMerge.make(first, second, order: .byID, graph: CommitGraph(store: store), in: store).commit
  }

  private func files(_ id: ObjectID) throws -> [String: String] {
    var found: [String: String] = [:]
    for file in try Tree.flatten(store.commit(id).tree, in: store) {
      found[file.path] = String(decoding: try store.blob(file.entry.id), as: UTF8.self)
    }
    return found
  }

  @Test func `commits apart from the remote's are made again on it, with all that tells who, when and what`() throws {
    let base = try commit(["a": "a", "b": "b"], on: nil, change: "0")
    let remote = try commit(["a": "A", "b": "b"], on: base, change: "1")
    let first = try commit(["a": "a", "b": "B"], on: base, change: "2")
    let tip = try commit(["a": "a", "b": "B", "c/d": "D"], on: first, change: "3")
    let replay = try #require(try replay(tip, onto: remote))
    #expect(try line(tip, over: remote)?.count == 2)
    let last = try store.commit(replay.commit)
    let middle = try store.commit(last.parents[0])
    #expect(middle.parents == [remote])
    for (copy, original) in [(last, tip), (middle, first)] {
      let original = try store.commit(original)
      #expect(copy.author == original.author && copy.committer == original.committer)
      #expect(copy.unsealed == original.unsealed && store.isSealed(copy))
    }
    let both = try commit(["a": "A", "b": "B", "c/d": "D"], on: nil, change: "4")
    #expect(try last.tree == store.commit(both).tree)
  }

  @Test(arguments: [
    (["a": "mine"], ["a": "theirs"]), (["x/y": "mine"], ["x": "theirs"]), (["x": "mine"], ["x/y": "theirs"]),
  ])
  func `a path that both changed, or that is below the other's, is merged`(
    mine: [String: String], theirs: [String: String]
  ) throws {
    let base = try commit(["z": "z"], on: nil, change: "0")
    let remote = try commit(theirs.merging(["z": "z"]) { one, _ in one }, on: base, change: "1")
    let tip = try commit(mine.merging(["z": "z"]) { one, _ in one }, on: base, change: "2")
    #expect(try replay(tip, onto: remote) == nil)
  }

  @Test func `a path that was changed and changed back meets the remote's change too`() throws {
    let base = try commit(["a": "a", "b": "b"], on: nil, change: "0")
    let remote = try commit(["a": "theirs", "b": "b"], on: base, change: "1")
    let first = try commit(["a": "mine", "b": "b"], on: base, change: "2")
    let tip = try commit(["a": "a", "b": "B"], on: first, change: "3")
    #expect(try replay(tip, onto: remote) == nil)
  }

  @Test func `the user's own commits are never made again`() throws {
    let base = try commit(["a": "a"], on: nil, change: "0")
    let remote = try commit(["a": "A"], on: base, change: "1")
    let own = try commit(["a": "a", "b": "b"], on: base, change: nil)
    let tip = try commit(["a": "a", "b": "b", "c": "c"], on: own, change: "2")
    #expect(try replay(tip, onto: remote) == nil)
  }

  @Test(arguments: ["refs/heads/side", "refs/tags/v1", "refs/remotes/other/main"])
  func `what somebody else may have is not made again`(place: String) throws {
    let base = try commit(["a": "a"], on: nil, change: "0")
    let remote = try commit(["a": "A"], on: base, change: "1")
    let first = try commit(["a": "a", "b": "b"], on: base, change: "2")
    let tip = try commit(["a": "a", "b": "b", "c": "c"], on: first, change: "3")
    try store.setReference("refs/heads/main", to: tip, expecting: nil)
    #expect(try replay(tip, onto: remote) != nil)
    try store.setReference(place, to: first, expecting: nil)
    #expect(try replay(tip, onto: remote) == nil)
  }

  @Test func `a branch whose name is the recorded one in another Unicode form is another branch`() throws {
    let base = try commit(["a": "a"], on: nil, change: "0")
    let remote = try commit(["a": "A"], on: base, change: "1")
    let tip = try commit(["a": "a", "b": "b"], on: base, change: "2")
    try store.setReference("refs/heads/e\u{301}", to: tip, expecting: nil)
    #expect(try line(tip, over: remote, branch: "e\u{301}") != nil)
    #expect(try line(tip, over: remote, branch: "\u{E9}") == nil)
  }

  @Test func `a merge that lost the race leaves the line`() throws {
    let base = try commit(["a": "a", "b": "b"], on: nil, change: "0")
    let first = try commit(["a": "a", "b": "B"], on: base, change: "1")
    let remote = try commit(["a": "A", "b": "b"], on: base, change: "2")
    let merged = try merge(first, remote)
    let tip = try commit(["a": "A", "b": "B", "c": "C"], on: merged, change: "3")
    let later = try commit(["a": "AA", "b": "b"], on: remote, change: "4")
    let replay = try #require(try replay(tip, onto: later))
    #expect(try files(replay.commit) == ["a": "AA", "b": "B", "c": "C"])
    let last = try store.commit(replay.commit)
    #expect(CommitMessage(parsing: last.message).change == "3")
    let before = try store.commit(last.parents[0])
    #expect(CommitMessage(parsing: before.message).change == "1" && before.parents == [later])
    // If nothing of its own is left, the result is the remote's commit.
    #expect(try self.replay(merge(remote, later), onto: later)?.commit == later)
  }

  @Test func `of the merges of a file that both change only the last is left`() throws {
    let base = try commit(["log": "1\n2\n3\n4\n5\n6\n7\n", "b": "b"], on: nil, change: "0")
    let first = try commit(["log": "mine\n2\n3\n4\n5\n6\n7\n", "b": "b"], on: base, change: "1")
    let remote = try commit(["log": "1\n2\n3\n4\n5\n6\ntheirs\n", "b": "b"], on: base, change: "2")
    let merged = try merge(first, remote)
    let tip = try commit(["log": "mine\n2\n3\n4\n5\n6\ntheirs\n", "b": "B"], on: merged, change: "3")
    let later = try commit(["log": "1\n2\n3\n4\n5\n6\ntheirs, too\n", "b": "b"], on: remote, change: "4")
    #expect(try replay(tip, onto: later) == nil)
    let own = try #require(try straightened(tip, over: later))
    #expect(try files(own.commit) == ["log": "mine\n2\n3\n4\n5\n6\n7\n", "b": "B"])
    #expect(try store.commit(own.commit).parents == [first])
    // A commit that changes what the merge brought together cannot do without it.
    let onMerge = try commit(["log": "mine\n2\n3\n4\n5\n6\ntheirs!\n", "b": "b"], on: merged, change: "5")
    #expect(try straightened(onMerge, over: later) == nil)
    #expect(try straightened(first, over: later) == nil)
  }

  @Test func `what somebody brought to the remote under its id is left out`() throws {
    let base = try commit(["a": "1\n2\n", "b": "b\n"], on: nil, change: "0")
    let first = try commit(["a": "one\n2\n", "b": "b\n"], on: base, change: "1")
    let tip = try commit(["a": "first\n2\n", "b": "b\n"], on: first, change: "2")
    let other = try commit(["a": "1\n2\n", "b": "B\n"], on: base, change: "3")
    let remote = try commit(["a": "one\n2\n", "b": "B\n"], on: other, change: "1")
    let line = try #require(try line(tip, over: remote))
    #expect(line.count == 1)
    let replay = try #require(try replay(tip, onto: remote))
    #expect(try store.commit(replay.commit).parents == [remote])
    #expect(try files(replay.commit) == ["a": "first\n2\n", "b": "B\n"])
    // Both have it, so it is no change of both.
    func merge(_ shared: [TreeChange]) throws -> PeerMerge {
      try PeerMerge.merge(tip, remote, order: .byID, shared: shared, graph: CommitGraph(store: store), in: store)
    }
    #expect(try merge(line.shared).tree == replay.tree && merge(line.shared).conflicts == 0)
    #expect(try merge([]).conflicts == 1)
    #expect(try self.line(first, over: remote)?.count == 0)
    #expect(try self.replay(first, onto: remote)?.commit == remote)
  }

  @Test func `the same id with less than the whole change is no copy`() throws {
    let base = try commit(["a": "a", "b": "b"], on: nil, change: "0")
    let tip = try commit(["a": "mine", "b": "mine"], on: base, change: "1")
    let part = try commit(["a": "mine", "b": "b"], on: base, change: "1")
    #expect(try line(tip, over: part)?.count == 1)
    #expect(try replay(tip, onto: part) == nil)
  }

  @Test func `a merge that says more than its parents stays`() throws {
    let base = try commit(["a": "a\n", "b": "b"], on: nil, change: "0")
    let remote = try commit(["a": "A\n", "b": "b"], on: base, change: "1")
    let later = try commit(["a": "A\n", "b": "B"], on: remote, change: "2")
    let contested = try commit(["a": "mine\n", "b": "b"], on: base, change: "3")
    let undecided = try merge(contested, remote)
    #expect(!CommitMessage(parsing: try store.commit(undecided).message).conflicts.isEmpty)
    #expect(try line(undecided, over: later) == nil)
    let apart = try commit(["a": "a\n", "b": "b", "c": "c"], on: base, change: "4")
    var byHand = try store.commit(merge(apart, remote))
    #expect(try line(store.write(byHand), over: later) != nil)
    byHand.message = "Merge branch 'main'\n"
    #expect(try line(store.write(byHand), over: later) == nil)
  }

  @Test func `what was replayed is kept for thirty days`() throws {
    let tips = try (0..<3).map { try commit(["a": "\($0)"], on: nil, change: "\($0)") }
    let kept = ReplayedCommits(store: store)
    let day: Int64 = 86_400
    try kept.keep(tips[0], at: 100 * day)
    try kept.keep(tips[1], at: 100 * day + 5)
    try kept.keep(tips[2], at: 130 * day)
    let graph = CommitGraph(store: store)
    let found = try store.references(withPrefix: "refs/stet/replayed/").values
    for tip in tips { #expect(try found.contains { try graph.isAncestor(tip, of: $0) }) }
    try kept.keep(tips[2], at: 131 * day)
    let left = try store.references(withPrefix: "refs/stet/replayed/").values
    #expect(try !left.contains { try graph.isAncestor(tips[0], of: $0) })
    #expect(try left.contains { try graph.isAncestor(tips[2], of: $0) })
  }

  @Test func `after a power cut the reference of what was replayed names what is there`() throws {
    var named = 0
    for seed: UInt64 in 0..<20 {
      let store = CrashStore()
      let tip = try store.write(
        Commit(
          tree: store.write(Tree([])), parents: [], author: person, committer: person, message: "by hand\n"))
      try store.synchronize(nil)
      try ReplayedCommits(store: store).keep(tip, at: 0)
      var generator = SeededGenerator(seed: seed)
      store.crash(using: &generator)
      for id in try store.references(withPrefix: "refs/stet/replayed/").values {
        #expect(store.contains(id), "seed \(seed)")
        named += 1
      }
    }
    #expect(named > 5)
  }

  @Test func `machines that save apart from each other make no merge commits`() async throws {
    let lab = try Lab()
    let (a, b) = (try lab.machine("a"), try lab.machine("b"))
    try await a.save(["a.md": "0\n", "b.md": "0\n"])
    for machine in [a, b] { try await machine.sync() }
    for round in 1...5 {
      try await a.host.save(["a.md": "\(round)\n"])
      try await b.host.save(["b.md": "\(round)\n"])
      for machine in [a, b, a] { try await machine.sync() }
    }
    #expect(try await a.host.files() == ["a.md": "5\n", "b.md": "5\n"])
    #expect(try await a.host.tip() == b.host.tip())
    var next = try await a.host.tip()
    var count = 0
    while let id = next {
      let commit = try await a.host.commit(id)
      #expect(commit.parents.count <= 1)
      next = commit.parents.first
      count += 1
    }
    #expect(count == 11)
    // Nor any that nothing leads to: a merge that is not taken is not stored.
    for name in ["a", "b"] {
      let found = try await lab.folder.run("git", "-C", name, "fsck", "--unreachable", "--no-progress")
      #expect(!found.contains("unreachable commit"))
    }
  }
}
