import Documents
import GitObjects
import Merge
import TestSupport

/// Machines that share a history in memory; every merge is looked at from both sides.
final class Replicas {
  /// A rule that does not hold.
  struct Violation: Error {
    var rule: String
  }

  private let store = TestStore(isQuick: true)
  private let graph: CommitGraph
  private var tips: [[ObjectID]]
  private var tables: [OpenConflicts]
  private var edits: [ObjectID] = []
  private var clock: Int64 = 1_700_000_000

  init(_ folder: RandomFolder) throws {
    graph = CommitGraph(store: store)
    let signature = Signature(name: "T", email: "t@t", seconds: clock)
    let commit = Commit(
      tree: try store.tree(folder.sorted), parents: [], author: signature, committer: signature,
      message: "Start\n")
    let start = try store.write(commit)
    tips = Array(repeating: [start], count: 3)
    tables = Array(repeating: OpenConflicts(), count: 3)
  }

  /// A machine records a change, by a person, an agent, or its user's git.
  func edit(_ machine: Int, seed: UInt64) throws {
    var random = SeededGenerator(seed: seed)
    let tree = try store.commit(tip(machine)).tree
    var folder = RandomFolder(try store.files(tree))
    let renames = folder.change(&random)
    let agent = Author.agent(name: "Claude Code", session: "s\(machine)")
    let author: Author? = [.user, agent, .unsure(during: "s"), nil][Int.random(in: 0..<4, using: &random)]
    let new = try store.tree(folder.sorted)
    guard new != tree else { return }
    // Clocks that differ, and one that is years ahead.
    clock += Int64.random(in: -20...40, using: &random)
    let ahead = Int.random(in: 0..<20, using: &random) == 0 ? Int64(100_000_000) : 0
    let id = try commit(machine, new, author, at: clock + ahead) { message in
      if author != nil, Bool.random(using: &random) { message.renamed = renames }
    }
    edits.append(id)
  }

  /// A machine settles its first open conflict.
  func settle(_ machine: Int) throws {
    guard let entry = tables[machine].list.first else { return }
    let tree = try store.commit(tip(machine)).tree
    try commit(machine, tree, .user, at: clock) { $0.resolves = [entry.conflict.id] }
  }

  /// A machine takes what another one has, or had.
  func pull(_ machine: Int, from other: Int, back: Int) throws {
    try take(tips[other][max(0, tips[other].count - 1 - back)], on: machine)
  }

  private func take(_ theirs: ObjectID, on machine: Int) throws {
    let ours = tip(machine)
    if try graph.isAncestor(theirs, of: ours) { return }
    if try graph.isAncestor(ours, of: theirs) { return try move(machine, to: theirs) }
    let merge = try PeerMerge.make(ours, theirs, order: .byID, graph: graph, in: store)
    let mirrored = try PeerMerge.make(theirs, ours, order: .byID, graph: graph, in: store)
    guard merge == mirrored else { throw Violation(rule: "a merge is the same from either side") }
    try check(merge, of: ours, and: theirs)
    try move(machine, to: merge.commit)
  }

  /// All meet at a remote, in an order that the seed decides, until nothing is new.
  func rest(seed: UInt64) throws {
    var random = SeededGenerator(seed: seed)
    var remote: ObjectID?
    for _ in 0..<2 {
      for machine in (0..<3).shuffled(using: &random) {
        if let remote { try take(remote, on: machine) }
        remote = tip(machine)
      }
    }
    guard Set([0, 1, 2].map(tip)).count == 1 else { throw Violation(rule: "replicas at rest are equal") }
    guard Set(tables.map(\.list)).count == 1 else { throw Violation(rule: "lists of conflicts at rest are equal") }
    var rebuilt = OpenConflicts()
    try rebuilt.advance(to: tip(0), in: graph)
    guard rebuilt.list == tables[0].list else { throw Violation(rule: "a list made anew is the same") }
    for edit in edits where try !graph.isAncestor(edit, of: tip(0)) {
      throw Violation(rule: "every version is in the history")
    }
  }

  private func tip(_ machine: Int) -> ObjectID { tips[machine].last ?? .zero }

  private func move(_ machine: Int, to commit: ObjectID) throws {
    tips[machine].append(commit)
    try tables[machine].advance(to: commit, in: graph)
  }

  @discardableResult
  private func commit(
    _ machine: Int, _ tree: ObjectID, _ author: Author?, at seconds: Int64, _ set: (inout CommitMessage) -> Void
  ) throws -> ObjectID {
    let signature = Signature(name: "T", email: "t@t", seconds: seconds)
    var message = CommitMessage(subject: "Change", author: author ?? .user)
    set(&message)
    let text = author == nil ? "Change\n" : message.text
    let commit = Commit(
      tree: tree, parents: [tip(machine)], author: signature, committer: signature, message: text)
    let id = try store.write(author == nil ? commit : store.sealed(commit))
    try move(machine, to: id)
    return id
  }

  /// Checks the rules that a merge must keep whatever it decides.
  private func check(_ merge: PeerMerge, of ours: ObjectID, and theirs: ObjectID) throws {
    let trees = try [ours, theirs].map { try store.commit($0).tree }
    for tree in trees {
      let again = try TreeMerge.merge(
        base: trees[0], ours: SideVersion(tree: tree), theirs: SideVersion(tree: tree), in: store)
      guard again.tree == tree, again.conflicts.isEmpty else { throw Violation(rule: "a merge with itself is itself") }
    }
    let message = CommitMessage(parsing: try store.commit(merge.commit).message)
    let conflicts = message.conflicts.compactMap(Conflict.init(trailer:))
    guard conflicts.count == merge.conflicts else { throw Violation(rule: "conflicts come back from their trailers") }
    let base = try MergedBase.tree(of: ours, and: theirs, in: store, mergeBases: graph.mergeBases)
    var known = try lines(of: base)
    known.formUnion(try lines(of: merge.tree))
    for id in conflicts.flatMap({ [$0.kept, $0.other] }).compactMap(\.self) {
      guard store.contains(id) else { throw Violation(rule: "a conflict's versions are stored") }
      known.formUnion(try lines(in: id))
    }
    for tree in trees where try !lines(of: tree).isSubset(of: known) {
      throw Violation(rule: "a line that a side wrote stands or is a conflict's")
    }
  }

  private func lines(of tree: ObjectID?) throws -> Set<[UInt8]> {
    var found: Set<[UInt8]> = []
    for file in try Tree.flatten(tree, in: store) { found.formUnion(try lines(in: file.entry.id)) }
    return found
  }

  private func lines(in blob: ObjectID) throws -> Set<[UInt8]> {
    Set(try store.blob(blob).split(separator: UInt8(ascii: "\n")).map(Array.init))
  }
}
