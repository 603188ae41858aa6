import Documents
import GitObjects
import Merge
import Testing

struct OpenConflictsTests {
  private let store = TestStore()

  private func commit(
    _ parents: [ObjectID], at seconds: Int64 = 0, _ set: (inout CommitMessage) -> Void = { _ in }
  ) throws -> ObjectID {
    var message = CommitMessage(subject: "Change", author: .user)
    set(&message)
    let signature = Signature(name: "T", email: "t@t", seconds: 1_700_000_000 + seconds)
    return try store.write(
      store.sealed(
        Commit(tree: .emptyTree, parents: parents, author: signature, committer: signature, message: message.text)))
  }

  private func conflict(_ path: String) -> Conflict {
    Conflict(path: path, reason: .content, base: nil, kept: .emptyBlob, other: .emptyTree, store: store)
  }

  private func table(_ tip: ObjectID) throws -> OpenConflicts {
    var table = OpenConflicts()
    try table.advance(to: tip, in: CommitGraph(store: store))
    return table
  }

  @Test func `a conflict is open until a commit settles it, whichever becomes known first`() throws {
    let (one, two) = (conflict("b.md"), conflict("a.md"))
    let start = try commit([])
    let merge = try commit([start], at: 1) { $0.conflicts = [one.trailer, two.trailer] }
    #expect(try table(merge).list.map(\.conflict) == [two, one])
    let settled = try commit([merge], at: 2) { $0.resolves = [one.id] }
    #expect(try table(settled).list.map(\.conflict) == [two])
    // The same clash met again, later and on another line, stays settled.
    let again = try commit([start], at: 3) { $0.conflicts = [one.trailer] }
    let joined = try commit([again, settled], at: 4)
    #expect(try table(joined).list.map(\.conflict) == [two])
    var grown = try table(again)
    #expect(grown.list.map(\.commit) == [again])
    try grown.advance(to: joined, in: CommitGraph(store: store))
    #expect(grown == (try table(joined)))
  }

  @Test func `a clash that arises again after it was settled is open`() throws {
    let clash = conflict("a.md")
    let merge = try commit([], at: 1) { $0.conflicts = [clash.trailer] }
    let settled = try commit([merge], at: 2) {
      $0.resolves = [clash.id]
      $0.change = "r1"
    }
    let between = try commit([settled], at: 3)
    let again = try commit([between], at: 4) { $0.conflicts = [clash.trailer] }
    #expect(try table(between).list.isEmpty)
    #expect(try table(again).list.map(\.conflict) == [clash] && table(again).list.map(\.commit) == [again])
    // It is settled like any other, also by somebody who had not met it again.
    let settledAgain = try commit([again], at: 5) { $0.resolves = [clash.id] }
    #expect(try table(settledAgain).list.isEmpty)
    let other = try commit([merge], at: 5) { $0.resolves = [clash.id] }
    #expect(try table(commit([again, other], at: 6)).list.isEmpty)
    let undone = try commit([again], at: 5) { $0.undoes = [ChangeRange("r1")] }
    #expect(try table(undone).list.map(\.commit) == [merge])
    // However the table was made.
    var grown = try table(settled)
    try grown.advance(to: again, in: CommitGraph(store: store))
    #expect(grown == (try table(again)))
    let known = [again, settled, merge].compactMap { id in
      (try? store.commit(id)).map { (id: id, seconds: $0.committer.seconds, message: $0.message) }
    }
    var rebuilt = OpenConflicts(tip: again, commits: known)
    rebuilt.complete(in: CommitGraph(store: store))
    #expect(rebuilt == (try table(again)))
  }

  @Test func `what is new, what was settled and what another line lacks are told apart`() throws {
    let (one, two) = (conflict("b.md"), conflict("a.md"))
    let start = try commit([])
    let merge = try commit([start], at: 1) { $0.conflicts = [one.trailer, two.trailer] }
    let (none, both) = (try table(start), try table(merge))
    #expect(both.difference(from: none).opened.map(\.conflict) == [two, one])
    #expect(both.difference(from: both).opened.isEmpty)
    let settled = try table(commit([merge], at: 2) { $0.resolves = [one.id] })
    let step = settled.difference(from: both)
    #expect(step.opened.isEmpty && step.settled.map(\.conflict) == [one] && step.gone.isEmpty)
    let back = none.difference(from: settled)
    #expect(back.opened.isEmpty && back.settled.isEmpty && back.gone.map(\.conflict) == [two])
  }

  @Test func `of two merges that met one clash the earlier is named`() throws {
    let clash = conflict("a.md")
    let start = try commit([])
    let late = try commit([start], at: 9) { $0.conflicts = [clash.trailer] }
    let early = try commit([start], at: 5) { $0.conflicts = [clash.trailer] }
    let joined = try commit([late, early], at: 10)
    #expect(try table(joined).list.map(\.commit) == [early])
    let known = [late, early, joined].compactMap { id in
      (try? store.commit(id)).map { (id: id, seconds: $0.committer.seconds, message: $0.message) }
    }
    #expect(OpenConflicts(tip: joined, commits: known) == (try table(joined)))
  }

  @Test func `the next save is all that is read`() throws {
    var tip = try commit([])
    for second in 1...50 { tip = try commit([tip], at: Int64(second)) }
    var table = try table(tip)
    let next = try commit([tip], at: 60) { $0.conflicts = [conflict("a.md").trailer] }
    store.forgetOpened()
    try table.advance(to: next, in: CommitGraph(store: store))
    #expect(store.opened == [next] && table.list.count == 1 && table.tip == next)
  }

  @Test func `a settled conflict is open again while what settled it is taken back`() throws {
    let clash = conflict("a.md")
    let merge = try commit([]) { $0.conflicts = [clash.trailer] }
    let settled = try commit([merge], at: 1) {
      $0.resolves = [clash.id]
      $0.change = "r1"
    }
    let undone = try commit([settled], at: 2) {
      $0.undoes = [ChangeRange("r1")]
      $0.change = "u1"
    }
    let redone = try commit([undone], at: 3) {
      $0.undoes = [ChangeRange("u1")]
      $0.change = "u2"
    }
    // Settled on another machine too: that one applies.
    let other = try commit([merge], at: 1) {
      $0.resolves = [clash.id]
      $0.change = "r2"
    }
    let joined = try commit([undone, other], at: 4)
    let expected = [(merge, 1), (settled, 0), (undone, 1), (redone, 0), (joined, 0)]
    for (tip, count) in expected { #expect(try table(tip).list.count == count, "\(tip)") }
    // The order in which they become known changes nothing.
    var grown = try table(settled)
    try grown.advance(to: undone, in: CommitGraph(store: store))
    #expect(grown == (try table(undone)))
    let known = [undone, settled, merge].compactMap { id in
      (try? store.commit(id)).map { (id: id, seconds: $0.committer.seconds, message: $0.message) }
    }
    for order in [known, known.reversed()] {
      #expect(OpenConflicts(tip: undone, commits: order) == (try table(undone)))
    }
  }

  @Test func `a conflict goes with its merge and comes back with it`() throws {
    let clash = conflict("a.md")
    let start = try commit([])
    let merge = try commit([start], at: 1) { $0.conflicts = [clash.trailer] }
    let undone = try commit([merge], at: 2) {
      $0.undoes = [ChangeRange(merge.hex)]
      $0.change = "u1"
    }
    let redone = try commit([undone], at: 3) {
      $0.undoes = [ChangeRange("u1")]
      $0.change = "u2"
    }
    // Another merge that met the same clash applies.
    let other = try commit([start], at: 1) {
      $0.conflicts = [clash.trailer]
      $0.change = "m2"
    }
    let joined = try commit([undone, other], at: 4)
    for (tip, count) in [(merge, 1), (undone, 0), (redone, 1), (joined, 1)] {
      #expect(try table(tip).list.count == count, "\(tip)")
    }
    let step = try table(undone).difference(from: table(merge))
    #expect(step.opened.isEmpty && step.settled.isEmpty && step.gone.map(\.conflict) == [clash])
    #expect(try table(redone).difference(from: table(undone)).opened.map(\.conflict) == [clash])
    let last = try table(redone)
    for change in [merge.hex, "u1", "u2"] { #expect(last.concerns(change), "\(change)") }
    #expect(!last.concerns(start.hex) && !last.concerns("m2"))
  }

  @Test func `what says something of conflicts is found through any number of undoes`() throws {
    let clash = conflict("a.md")
    var tip = try commit([]) { $0.conflicts = [clash.trailer] }
    tip = try commit([tip], at: 1) {
      $0.resolves = [clash.id]
      $0.change = "1"
    }
    for (change, undone) in [("2", "1"), ("3", "2"), ("4", "x"), ("5", "4")] {
      tip = try commit([tip], at: 1) {
        $0.change = change
        $0.undoes = [ChangeRange(undone)]
      }
    }
    let table = try table(tip)
    #expect(["1", "2", "3"].allSatisfy(table.concerns) && !["4", "5", "x"].contains(where: table.concerns))
  }

  @Test func `changes that take each other back in a ring are no trap`() throws {
    let clash = conflict("a.md")
    var tip = try commit([]) {
      $0.conflicts = [clash.trailer]
      $0.resolves = [clash.id]
      $0.change = "a"
    }
    for (change, undone) in [("b", "a"), ("a", "b"), ("b", "b")] {
      tip = try commit([tip], at: 1) {
        $0.change = change
        $0.undoes = [ChangeRange(undone)]
      }
    }
    #expect(try table(tip).list.count <= 1)
  }
}
