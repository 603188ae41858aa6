import Documents
import GitObjects
import Merge
import Testing

/// Tests whose text is kept in each place of one file (review B4).
struct PlaceRankTests {
  private let store = TestStore()
  private static let agent = Author.agent(name: "Claude Code", session: "s")
  private static let base = "One is here. Two is here.\n\nThree is here.\n"

  private func commit(
    _ text: String, _ parents: [ObjectID], _ author: Author, seconds: Int64 = 1_800_000_000, path: String = "n.md"
  ) throws -> ObjectID {
    let signature = Signature(name: "A", email: "a@a.invalid", seconds: seconds)
    let tree = try store.tree([(path: path, text: text)])
    let message = CommitMessage(subject: "Edit n.md", author: author)
    let commit = Commit(tree: tree, parents: parents, author: signature, committer: signature, message: message.text)
    return try store.write(store.sealed(commit))
  }

  /// The merged text, the same from either side.
  private func merged(_ ours: ObjectID, _ theirs: ObjectID, path: String = "n.md") throws -> String {
    let graph = CommitGraph(store: store)
    let one = try PeerMerge.make(ours, theirs, order: .byID, graph: graph, in: store)
    let two = try PeerMerge.make(theirs, ours, order: .byID, graph: graph, in: store)
    #expect(one == two)
    let entry = try Tree.entry(at: path, of: one.tree, in: store)
    return try String(decoding: store.blob(#require(entry?.id)), as: UTF8.self)
  }

  @Test func `a person's words on each side stand against an agent's on the other`() throws {
    let base = try commit(Self.base, [], .user)
    // Here the person wrote the first sentence and the agent, later, the last; there it is the other way round.
    let ours = try commit(Self.base.replacing("One is here", with: "One is mine"), [base], .user)
    let later = try commit(
      Self.base.replacing("One is here", with: "One is mine").replacing("Three is here", with: "Three is odd"), [ours],
      Self.agent)
    let theirs = try commit(Self.base.replacing("Three is here", with: "Three is ours"), [base], .user)
    let last = try commit(
      Self.base.replacing("Three is here", with: "Three is ours").replacing("One is here", with: "One is odd"),
      [theirs],
      Self.agent)
    #expect(try merged(later, last) == "One is mine. Two is here.\n\nThree is ours.\n")
  }

  @Test func `what a person deleted counts as the person's`() throws {
    let base = try commit(Self.base, [], .user)
    let ours = try commit(Self.base.replacing(" Two is here.", with: ""), [base], .user)
    let later = try commit(
      Self.base.replacing(" Two is here.", with: "").replacing("Three", with: "3"), [ours], Self.agent)
    let theirs = try commit(Self.base.replacing("Two is here", with: "Two is odd"), [base], Self.agent)
    #expect(try merged(later, theirs) == "One is here.\n\n3 is here.\n")
  }

  @Test func `a merge is looked through to who wrote the sentence`() throws {
    let base = try commit(Self.base, [], .user)
    let person = try commit(Self.base.replacing("One is here", with: "One is mine"), [base], .user)
    let agent = try commit(Self.base.replacing("Three is here", with: "Three is odd"), [base], Self.agent)
    let both = Self.base.replacing("One is here", with: "One is mine").replacing("Three is here", with: "Three is odd")
    let merge = try commit(both, [person, agent], .sync)
    let theirs = try commit(
      Self.base.replacing("One is here", with: "One is bad").replacing("Three is here", with: "Three is good"), [base],
      Self.agent, seconds: 1_800_000_009)
    // The person's sentence stays; between two agents the later one's.
    #expect(try merged(merge, theirs) == "One is mine. Two is here.\n\nThree is good.\n")
  }

  @Test func `a front matter's key is judged by itself`() throws {
    func text(_ a: String, _ b: String) -> String { "---\na: \(a)\nb: \(b)\n---\nText.\n" }
    let base = try commit(text("0", "0"), [], .user)
    let person = try commit(text("mine", "0"), [base], .user)
    let ours = try commit(text("mine", "odd"), [person], Self.agent)
    let their = try commit(text("0", "ours"), [base], .user)
    let theirs = try commit(text("bad", "ours"), [their], Self.agent)
    #expect(try merged(ours, theirs) == text("mine", "ours"))
  }

  @Test func `unsure ranks as a person`() throws {
    let base = try commit(Self.base, [], .user)
    let ours = try commit(Self.base.replacing("One is here", with: "One is unsure"), [base], .unsure(during: "s"))
    let theirs = try commit(
      Self.base.replacing("One is here", with: "One is odd"), [base], Self.agent, seconds: 1_800_000_009)
    #expect(try merged(ours, theirs).hasPrefix("One is unsure."))
  }

  @Test func `the merge says which file was merged more coarsely, and why`() throws {
    func text(_ b: String, _ c: String) -> String { "---\na: [\nb: \(b)\nc: 0\nd: \(c)\n---\nText.\n" }
    let base = try commit(text("0", "0"), [], .user)
    let ours = try commit(text("1", "0"), [base], .user)
    let theirs = try commit(text("0", "1"), [base], .user)
    #expect(try merged(ours, theirs) == text("1", "1"))
    let merge = try PeerMerge.make(ours, theirs, order: .byID, graph: CommitGraph(store: store), in: store)
    #expect(
      CommitMessage(parsing: try store.commit(merge.commit).message).body
        == "n.md: its front matter cannot be read as keys and was merged by lines")
  }
}
