import Git
import GitObjects
import Testing

/// The seal distinguishes a commit of Stet's from one that has its message.
@Suite struct SealTests {
  private let store = MemoryObjectStore()
  private static let ann = Signature(name: "Ann", email: "ann@example.org", seconds: 1_700_000_000, offset: 60)

  private func commit(_ message: String = "Edit a.md\n\nStet-Actor: user\n", on parents: [ObjectID] = []) -> Commit {
    Commit(tree: .emptyTree, parents: parents, author: Self.ann, committer: Self.ann, message: message)
  }

  @Test func `a sealed commit has as its last line the id that it has without it`() throws {
    let bare = commit()
    let sealed = store.sealed(bare)
    #expect(sealed.message == bare.message + "Stet-Seal: \(store.id(of: .commit, bare.content).hex)\n")
    #expect(store.isSealed(sealed) && !store.isSealed(bare))
    #expect(store.sealed(sealed) == sealed)
    let read = try store.commit(store.write(sealed))
    #expect(read == sealed && store.isSealed(read))
  }

  @Test func `a commit with another's message is not sealed, whatever else it has of it`() {
    let sealed = store.sealed(commit(on: [.emptyBlob]))
    let changes: [(inout Commit) -> Void] = [
      { $0.tree = .emptyBlob }, { $0.parents = [] }, { $0.parents.append(.emptyTree) },
      { $0.author.name = "Bea" }, { $0.author.seconds += 1 }, { $0.committer.seconds += 1 },
      { $0.committer.offset = 0 },
      { $0.committer.email = "bea@example.org" }, { $0.message = "x" + $0.message }, { $0.message += "\n" },
      { $0.message = $0.message.replacing("user", with: "sync") }, { $0.otherHeaders = ["gpgsig x"] },
      { $0.message = $0.message.replacing("Stet-Seal: ", with: "Stet-Seal:  ") },
      { $0.message = "Stet-Seal: \(ObjectID.zero.hex)\n" }, { $0.message = "" },
    ]
    for (index, change) in changes.enumerated() {
      var other = sealed
      change(&other)
      #expect(!store.isSealed(other), "\(index)")
    }
  }

  @Test func `only sealed commits are Stet's, and those from before seals`() throws {
    let graph = CommitGraph(store: store)
    let old = try store.write(commit("Edit a.md\n\nStet-Actor: agent\n"))
    let newest = try store.write(commit("Edit b.md\n\nStet-Actor: user\n", on: [old]))
    let own = try store.write(store.sealed(commit(on: [newest])))
    let forged = try store.write(commit("Edit a.md\n\nStet-Actor: agent\n", on: [own]))
    let plain = try store.write(commit("by hand\n", on: [old]))
    func isOwn(_ ids: ObjectID...) throws -> [Bool] { try ids.map { try graph.maker(of: $0) == .stet } }
    #expect(try isOwn(old, newest, own, forged, plain) == [false, false, true, false, false])
    graph.noteUnsealed(upTo: newest)
    graph.noteUnsealed(upTo: .emptyBlob)
    #expect(try isOwn(forged, plain, old, newest, own) == [false, false, true, true, true])
    graph.knownMaker = { $0 == own ? .other(during: "s") : nil }
    #expect(try graph.maker(of: own) == .other(during: "s") && graph.isStets(own))
    graph.believesUnsealed = true
    #expect(try isOwn(forged, plain) == [true, false])
  }
}
