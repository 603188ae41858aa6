import Git
import GitObjects
import TestSupport
import Testing

struct CommitGraphTests {
  let folder: TemporaryFolder
  let repository: Repository

  init() throws {
    (folder, repository) = try TemporaryFolder.withRepository()
  }

  /// A random history: each commit follows one or two of those before it; clocks go wrong if asked.
  func history(seed: UInt64, count: Int, wrongClocks: Bool) throws -> [ObjectID] {
    var generator = SeededGenerator(seed: seed)
    var commits: [ObjectID] = []
    for number in 0..<count {
      var parents: [ObjectID] = []
      for _ in 0..<Int.random(in: 0...2, using: &generator) where !commits.isEmpty {
        let parent = commits[Int.random(in: max(0, commits.count - 6)..<commits.count, using: &generator)]
        if !parents.contains(parent) { parents.append(parent) }
      }
      let skew = wrongClocks ? Int64.random(in: -40...40, using: &generator) * 100_000 : 0
      let by = Signature(name: "Ann", email: "a@example.org", seconds: 1_700_000_000 + Int64(number / 3) * 60 + skew)
      commits.append(
        try repository.write(
          Commit(tree: .emptyTree, parents: parents, author: by, committer: by, message: "\(number)\n")))
    }
    _ = try repository.write(Tree())
    return commits
  }

  /// Returns the lines that git prints; none if it exits with a code of "no".
  func git(_ arguments: String...) -> [String] {
    ((try? folder.git(arguments)) ?? "").split(separator: "\n").map(String.init).sorted()
  }

  @Test(arguments: UInt64(0)..<6, [false, true])
  func `merge bases and ancestors are git's`(seed: UInt64, wrongClocks: Bool) throws {
    let commits = try history(seed: seed, count: 24, wrongClocks: wrongClocks)
    let graph = CommitGraph(store: repository)
    var generator = SeededGenerator(seed: seed ^ 99)
    for _ in 0..<15 {
      let a = commits[Int.random(in: 0..<commits.count, using: &generator)]
      let b = commits[Int.random(in: 0..<commits.count, using: &generator)]
      let bases = try graph.mergeBases(a, b)
      #expect(bases.map(\.hex) == git("merge-base", "--all", a.hex, b.hex), "seed \(seed): \(a) \(b)")
      #expect(try graph.mergeBases(b, a) == bases, "seed \(seed): both ways the same")
      #expect(try graph.isAncestor(a, of: b) == (bases == [a]), "seed \(seed): \(a) \(b)")
      let between = try graph.commits(from: a, excluding: [b])
      let behind = Set(try graph.commits(from: b, excluding: []))
      let own = try graph.commits(from: a, excluding: []).filter { !behind.contains($0) }
      #expect(between.sorted() == own.sorted(), "seed \(seed): \(a) \(b)")
      // With wrong clocks git's list is not exact.
      if !wrongClocks {
        #expect(between.map(\.hex).sorted() == git("rev-list", a.hex, "^" + b.hex), "seed \(seed): \(a) \(b)")
      }
      for (place, id) in between.enumerated() {
        for parent in try graph.commit(id).parents {
          #expect(!between[..<place].contains(parent), "seed \(seed): a parent before its child")
        }
      }
    }
  }

  @Test func `the first-parent line is git's, up to where it is asked for`() throws {
    let commits = try history(seed: 5, count: 40, wrongClocks: false)
    let graph = CommitGraph(store: repository)
    let line = try graph.firstParents(of: commits[39])
    #expect(
      line.map(\.hex)
        == (try folder.git("rev-list", "--first-parent", "\(commits[39])"))
        .split(separator: "\n").map(String.init))
    #expect(try graph.firstParents(of: commits[39], until: line.last) == line.dropLast())
    #expect(try graph.firstParents(of: commits[39], limit: 2) == Array(line.prefix(2)))
  }

  @Test(arguments: UInt64(0)..<4)
  func `a line between two commits is what one has beyond the other, where no merge lies between`(seed: UInt64) throws {
    let commits = try history(seed: seed, count: 30, wrongClocks: false)
    let graph = CommitGraph(store: repository)
    for tip in commits {
      for before in commits {
        guard let line = try graph.line(from: tip, to: before, limit: 20) else { continue }
        #expect(try line == graph.commits(from: tip, excluding: [before]), "seed \(seed): \(tip) \(before)")
        #expect(try line.isEmpty == (tip == before) && graph.isAncestor(before, of: tip))
        for id in line { #expect(try graph.commit(id).parents.count == 1) }
        if !line.isEmpty { #expect(try graph.line(from: tip, to: before, limit: line.count - 1) == nil) }
      }
    }
  }

  @Test func `without exclusions only as many commits are read as are asked for`() throws {
    let store = MemoryObjectStore()
    var tip: ObjectID?
    var commits: [ObjectID] = []
    for number in 0..<100 {
      let by = Signature(name: "Ann", email: "a@example.org", seconds: Int64(number))
      let commit = Commit(tree: .emptyTree, parents: tip.map { [$0] } ?? [], author: by, committer: by, message: "m\n")
      tip = try store.write(commit)
      commits.append(tip ?? .zero)
    }
    store.lose(commits[50])
    let graph = CommitGraph(store: store)
    #expect(try graph.commits(from: commits[99], excluding: [], limit: 20) == commits[80...].reversed())
    #expect(throws: ObjectStoreError.missing(commits[50])) { try graph.commits(from: commits[99], excluding: []) }
    #expect(try graph.isAncestor(commits[90], of: commits[95]), "nothing behind the answer is read")
  }
}
