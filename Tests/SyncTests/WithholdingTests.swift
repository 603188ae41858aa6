import Documents
import Git
import GitObjects
import Testing

@testable import Sync

@Suite struct WithholdingTests {
  private let store = MemoryObjectStore()
  private let person = Signature(name: "Ada", email: "ada@example.org", seconds: 1_700_000_000)

  private func blob(_ text: String) throws -> ObjectID { try store.write(.blob, Array(text.utf8)) }

  private func commit(
    _ files: [String: String], on parents: [ObjectID], _ change: String, headers: [String] = [],
    by author: Author = .user
  ) throws -> ObjectID {
    var edits: [TreeEdit] = []
    for (path, text) in files { edits.append(.set(path: path, mode: .file, id: try blob(text))) }
    var message = CommitMessage(subject: "Edit \(change)", author: author)
    message.change = change
    return try store.write(
      store.sealed(
        Commit(
          tree: TreeEditor(store: store).apply(edits, to: nil), parents: parents, author: person, committer: person,
          otherHeaders: headers, message: message.text)))
  }

  private func files(_ id: ObjectID) throws -> [String: String] {
    var found: [String: String] = [:]
    for file in try Tree.flatten(store.commit(id).tree, in: store) {
      found[file.path] = String(decoding: try store.blob(file.entry.id), as: UTF8.self)
    }
    return found
  }

  private func withhold(_ tip: ObjectID, over remote: ObjectID?, _ versions: PathVersion...) throws -> Withholding? {
    try Withholding.make(
      of: tip, over: remote, without: Set(versions), remoteName: "origin", graph: CommitGraph(store: store), in: store)
  }

  @Test func `a commit with nothing else leaves the line, a mixed one keeps its rest and all that tells who`() throws {
    let base = try commit(["a": "a", "big": "small"], on: [], "0")
    let alone = try commit(["a": "a", "big": "huge"], on: [base], "1")
    let mixed = try commit(["a": "A", "big": "huge", "x/new": "n"], on: [alone], "2")
    let later = try commit(["a": "AA", "big": "huge", "x/new": "n"], on: [mixed], "3")
    let kept = try #require(try withhold(later, over: base, PathVersion("big", blob("huge"))))
    #expect(kept.paths == [NameKey("big")])
    #expect(try files(kept.commit) == ["a": "AA", "big": "small", "x/new": "n"])
    let last = try store.commit(kept.commit)
    let middle = try store.commit(last.parents[0])
    #expect(middle.parents == [base])
    for (copy, original) in try [(last, store.commit(later)), (middle, store.commit(mixed))] {
      #expect(copy.author == original.author && copy.committer == original.committer)
      #expect(copy.unsealed == original.unsealed && store.isSealed(copy))
    }
    #expect(try withhold(kept.commit, over: base, PathVersion("big", blob("huge"))) == nil)
    #expect(try withhold(later, over: base, PathVersion("big", blob("huge")))?.commit == kept.commit)
  }

  @Test func `another spelling of a left out name is another file, and keeps its author`() throws {
    let (composed, decomposed) = ("caf\u{E9}", "cafe\u{301}")
    let first = try commit(["a": "a"], on: [], "0")
    let bad = try commit(["a": "a", composed: "secret"], on: [first], "1", by: .agent(name: "Robot", session: "s"))
    func made(_ tree: ObjectID, _ parents: [ObjectID], _ author: Author) throws -> ObjectID {
      let editor = TreeEditor(store: store)
      let tree = try editor.apply([.set(path: decomposed, mode: .file, id: blob("mine"))], to: tree)
      let message = CommitMessage(subject: "Add it", author: author).text
      return try store.write(Commit(tree: tree, parents: parents, author: person, committer: person, message: message))
    }
    let own = try made(store.commit(first).tree, [first], .user)
    let merge = try made(store.commit(bad).tree, [bad, own], .sync)
    let kept = try #require(try withhold(merge, over: first, PathVersion(composed, blob("secret"))))
    #expect(kept.paths == [NameKey(composed)])
    #expect(try store.commit(kept.commit).parents == [first, own])
  }

  @Test func `what came before it stays the same commit, and a later version goes through`() throws {
    let first = try commit(["a": "a"], on: [], "0")
    let bad = try commit(["a": "a", "key": "secret"], on: [first], "1")
    let good = try commit(["a": "a", "key": "none"], on: [bad], "2")
    let kept = try #require(try withhold(good, over: nil, PathVersion("key", blob("secret"))))
    #expect(kept.paths.isEmpty)
    #expect(try store.commit(kept.commit).parents == [first])
    #expect(try files(kept.commit) == ["a": "a", "key": "none"])
  }

  @Test(arguments: [Author.user, .agent(name: "Robot", session: "s")])
  func `a version on top of one that is left out is nobody's for sure where another wrote that one`(
    author: Author
  ) throws {
    let first = try commit(["key": "0"], on: [], "0")
    let bad = try commit(["key": "0\nsecret\nits lines"], on: [first], "1", by: author)
    let good = try commit(["key": "0\nits lines\nmine"], on: [bad], "2")
    let later = try commit(["key": "0\nits lines\nmine, too"], on: [good], "3")
    let kept = try #require(try withhold(later, over: first, PathVersion("key", blob("0\nsecret\nits lines"))))
    let last = try store.commit(kept.commit)
    let middle = try store.commit(last.parents[0])
    #expect(CommitMessage(parsing: last.message).author == .user)
    #expect((CommitMessage(parsing: middle.message).author == .user) == (author == .user))
    #expect(CommitMessage(parsing: middle.message).change == "2")
  }

  @Test func `a file that is refused whole is not on the line, also where it is all there is`() throws {
    let only = try commit(["key": "secret"], on: [], "0")
    let kept = try #require(try withhold(only, over: nil, PathVersion("key", blob("secret"))))
    #expect(try files(kept.commit).isEmpty)
    #expect(try store.commit(kept.commit).parents.isEmpty)
  }

  @Test func `merges are made again over what is left of their sides`() throws {
    let base = try commit(["a": "a"], on: [], "0")
    let remote = try commit(["a": "a", "r": "r"], on: [base], "1")
    let mine = try commit(["a": "a", "m": "m", "big": "huge"], on: [base], "2")
    let merge = try commit(["a": "a", "r": "r", "m": "m", "big": "huge"], on: [mine, remote], "3")
    let kept = try #require(try withhold(merge, over: remote, PathVersion("big", blob("huge"))))
    #expect(try files(kept.commit) == ["a": "a", "r": "r", "m": "m"])
    #expect(try store.commit(kept.commit).parents.last == remote)
    let alone = try commit(["a": "a", "big": "huge"], on: [base], "4")
    let second = try commit(["a": "a", "r": "r", "big": "huge"], on: [alone, remote], "5")
    #expect(try withhold(second, over: remote, PathVersion("big", blob("huge")))?.commit != nil)
    let rest = try #require(try withhold(second, over: remote, PathVersion("big", blob("huge"))))
    #expect(try files(rest.commit) == ["a": "a", "r": "r"])
  }

  @Test func `a deletion that is refused leaves the file on the line`() throws {
    let base = try commit(["a": "a", "LICENSE": "text"], on: [], "0")
    let gone = try commit(["a": "a"], on: [base], "1")
    let later = try commit(["a": "A"], on: [gone], "2")
    let kept = try #require(try withhold(later, over: base, PathVersion("LICENSE", nil)))
    #expect(try files(kept.commit) == ["a": "A", "LICENSE": "text"])
  }

  @Test func `what another remote has, and what is signed, is not made again`() throws {
    let base = try commit(["a": "a"], on: [], "0")
    let signed = try commit(["a": "a", "big": "huge"], on: [base], "1", headers: ["gpgsig x"])
    #expect(try withhold(signed, over: base, PathVersion("big", blob("huge"))) == nil)
    let plain = try commit(["a": "a", "big": "huge"], on: [base], "2")
    #expect(try withhold(plain, over: base, PathVersion("big", blob("huge"))) != nil)
    try store.setReference("refs/remotes/other/main", to: plain, expecting: nil)
    #expect(try withhold(plain, over: base, PathVersion("big", blob("huge"))) == nil)
  }
}
