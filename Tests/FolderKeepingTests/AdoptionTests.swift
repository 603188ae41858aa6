import Documents
import Git
import GitObjects
import Testing

@testable import FolderKeeping

/// The changes from elsewhere when the tip went from one commit to another (decision 16).
@Suite struct AdoptionTests {
  private let store = MemoryObjectStore()

  /// A commit with a change's id; `m` at its beginning makes it a merge of Stet's, which has none.
  private func commit(_ name: String, on parents: ObjectID..., undoes: String? = nil) throws -> ObjectID {
    var message = CommitMessage(subject: name, author: parents.count > 1 ? .sync : .user)
    if parents.count < 2 { message.change = name }
    message.undoes = undoes.map { [ChangeRange($0)] } ?? []
    let signature = Signature(name: "T", email: "t@t", seconds: 1_700_000_000)
    // The place in the history makes a replayed commit another one.
    return try store.write(
      store.sealed(
        Commit(tree: .emptyTree, parents: parents, author: signature, committer: signature, message: message.text)))
  }

  /// The states before and after what was taken; nil for nothing.
  private func taken(_ tip: ObjectID?, _ target: ObjectID) throws -> [ObjectID]? {
    try Adoption.find(from: tip, to: target, at: 7, graph: CommitGraph(store: store), store: store)
      .map { [$0.before, $0.after] }
  }

  @Test func `is what lies between where nothing here was unpublished`() throws {
    let base = try commit("base")
    let (one, undo) = (try commit("one", on: base), try commit("undo", on: base, undoes: "base"))
    let two = try commit("two", on: one)
    #expect(try taken(base, two) == [base, two] && taken(base, one) == [base, one])
    // The first of a new folder, and what is one operation anyway.
    #expect(try taken(nil, two) == nil && taken(base, undo) == nil && taken(two, two) == nil)
    #expect(try taken(base, commit("later", on: undo)) != nil)
    // If the remote shares nothing, there is nothing to return to.
    #expect(try taken(commit("other"), two) == nil)
  }

  @Test func `is the remote's part where ours was replayed on it`() throws {
    let base = try commit("base")
    let ours = try commit("x2", on: commit("x1", on: base))
    let remote = try commit("theirs", on: base)
    let target = try commit("x2", on: commit("x1", on: remote))
    #expect(try taken(ours, target) == [base, remote])
    let again = try commit("more", on: remote)
    #expect(try taken(target, commit("x2", on: commit("x1", on: again))) == [remote, again])
  }

  @Test func `is nothing where a merge says it, and what a lost merge brought where it is looked through`() throws {
    let base = try commit("base")
    let ours = try commit("x", on: base)
    let first = try commit("r1", on: base)
    let second = try commit("r2", on: first)
    let merge = try commit("m1", on: ours, first)
    #expect(try taken(ours, merge) == nil)
    // The merge was not published in time: ours alone is on top of what the remote has now.
    #expect(try taken(merge, commit("x", on: second)) == [base, second])
    let later = try commit("y", on: merge)
    #expect(try taken(later, commit("y", on: commit("x", on: second))) == [base, second])
    // Or one merge takes the place of it.
    let straight = try commit("y", on: commit("x", on: base))
    #expect(try taken(later, commit("m2", on: straight, second)) == nil)
    // Another machine merged what we had, and went on.
    #expect(try taken(ours, commit("on", on: merge)) == [ours, commit("on", on: merge)])
  }

  @Test func `has an id that any machine would make, and another one for anything else`() throws {
    let base = try commit("base")
    let (one, two) = (try commit("one", on: base), try commit("two", on: base))
    let graph = CommitGraph(store: store)
    func id(_ target: ObjectID, at seconds: Int64) throws -> String? {
      try Adoption.find(from: base, to: target, at: seconds, graph: graph, store: store)?.id
    }
    #expect(try id(one, at: 1) == id(one, at: 2) && id(one, at: 1) != id(two, at: 1))
    #expect(try id(one, at: 1)?.utf8.count == 40)
  }
}
