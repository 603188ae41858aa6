import Documents
import GitObjects
import TestSupport
import Testing

@testable import Recording

/// The versions that are found in history after a start.
@Suite struct `The look for earlier versions` {
  private let store = CrashStore()
  private let ann = RecorderIdentity(name: "Ann", email: "ann@example.org", machine: "one", mark: "aaaaaaaa")

  private func commit(
    _ text: String, of parents: [ObjectID], by author: Author, at seconds: Int64, in folder: String? = nil,
    as name: String = "a.md"
  ) throws -> ObjectID {
    let blob = try store.write(.blob, Array(text.utf8))
    let tree = try TreeEditor(store: store).apply([.set(path: name, mode: .file, id: blob)], to: nil)
    let signature = Signature(name: "Ann", email: "ann@example.org", seconds: seconds)
    var message = CommitMessage(subject: "Edit a.md", author: author)
    message.machine = "one"
    message.change = folder.map { RecorderIdentity.changeID(mark: $0, random: UInt64(seconds)) }
    return try store.write(
      store.sealed(
        Commit(tree: tree, parents: parents, author: signature, committer: signature, message: message.text)))
  }

  private func walk(
    to tip: ObjectID, as identity: RecorderIdentity? = nil, since oldest: Int64 = 0
  ) throws -> SeedWalk {
    var walk = SeedWalk(from: tip)
    try walk.advance(CommitGraph(store: store), TreeEditor(store: store), identity ?? ann, since: oldest) { true }
    return walk
  }

  private func texts(from tip: ObjectID, as identity: RecorderIdentity? = nil) throws -> [String] {
    let list = try walk(to: tip, as: identity).versions[WorkspacePath("a.md")]?.list ?? []
    return try list.filter { !$0.isAbsent }.map { String(decoding: try store.blob($0.blob), as: UTF8.self) }
  }

  /// Whichever branch has the later commits, and whichever is the first parent.
  @Test(arguments: [(10, true), (10, false), (1_000, true), (1_000, false)])
  func `leaves out a branch of which a merge took nothing`(seconds: Int64, isFirst: Bool) throws {
    let base = try commit("one\n", of: [], by: .user, at: 5)
    let kept = try commit("one\ntwo\n", of: [base], by: .robot, at: 100)
    let left = try commit("other\n", of: [base], by: .robot, at: seconds)
    let merge = try commit(
      "one\ntwo\n", of: isFirst ? [left, kept] : [kept, left], by: .sync, at: 2_000)
    #expect(try texts(from: merge) == ["one\ntwo\n", "one\n"])
  }

  @Test func `has both branches of a merge that took from both`() throws {
    let base = try commit("one\n", of: [], by: .user, at: 5)
    let ours = try commit("one\ntwo\n", of: [base], by: .robot, at: 100)
    let theirs = try commit("zero\none\n", of: [base], by: .robot, at: 200)
    let merge = try commit("zero\none\ntwo\n", of: [ours, theirs], by: .sync, at: 300)
    #expect(try Set(texts(from: merge)) == ["zero\none\ntwo\n", "zero\none\n", "one\ntwo\n", "one\n"])
  }

  @Test(arguments: [("aaaaaaaa", false), ("bbbbbbbb", true), (nil, false)])
  func `counts what another clone recorded as another's, also on a machine of this name`(
    folder: String?, isOthers: Bool
  ) throws {
    let base = try commit("one\n", of: [], by: .user, at: 5, in: "aaaaaaaa")
    let next = try commit("one\ntwo\n", of: [base], by: .user, at: 100, in: folder)
    #expect(try texts(from: next).isEmpty != isOthers)
  }

  @Test func `a clone has no versions from before it was made`() throws {
    let base = try commit("one\n", of: [], by: .robot, at: 5)
    let cloned = try commit("one\ntwo\n", of: [base], by: .robot, at: 100)
    let next = try commit("one\ntwo\nthree\n", of: [cloned], by: .robot, at: 200)
    var here = ann
    here.beginning = cloned
    #expect(try texts(from: cloned, as: here).isEmpty)
    #expect(try texts(from: next, as: here) == ["one\ntwo\nthree\n", "one\ntwo\n"])
  }

  /// Whether the search has the file's own versions, and whether the agent wrote it under its new name.
  @Test(arguments: [(Int64(0), false), (0, true), (50, false), (50, true)])
  func `no version of a file is known to an editor of the name to which an agent moved it`(
    oldest: Int64, isEdited: Bool
  ) throws {
    let made = try commit("one\n", of: [], by: .user, at: 5, in: "aaaaaaaa", as: "old.md")
    var tip = try commit("one\n", of: [made], by: .robot, at: 100, in: "aaaaaaaa")
    if isEdited { tip = try commit("one\ntwo\n", of: [tip], by: .robot, at: 200, in: "aaaaaaaa") }
    let list = try #require(try walk(to: tip, since: oldest).versions[WorkspacePath("a.md")]?.list)
    #expect(list.count == (isEdited ? 3 : 2))
    #expect(list.dropLast().allSatisfy(\.isMoved) && list.last?.isAbsent == true)
  }

  @Test func `a file that the person moved has no version by others`() throws {
    let made = try commit("one\n", of: [], by: .user, at: 5, in: "aaaaaaaa", as: "old.md")
    let moved = try commit("one\n", of: [made], by: .user, at: 100, in: "aaaaaaaa")
    #expect(try walk(to: moved).versions.isEmpty)
  }

  @Test func `a file that was renamed over another one and then saved is known by its content before that`() throws {
    let other = try commit("other\n", of: [], by: .user, at: 5, in: "aaaaaaaa")
    let made = try commit("one\n", of: [other], by: .user, at: 10, in: "aaaaaaaa", as: "old.md")
    let former = try commit("other\n", of: [made], by: .user, at: 15, in: "aaaaaaaa")
    let moved = try commit("one\n", of: [former], by: .user, at: 100, in: "aaaaaaaa")
    let saved = try commit("one\ntwo\n", of: [moved], by: .user, at: 200, in: "aaaaaaaa")
    let file = try #require(try walk(to: saved).newFiles[WorkspacePath("a.md")])
    #expect(
      try [file.first, file.last].map { String(decoding: try store.blob($0), as: UTF8.self) } == [
        "one\n", "one\ntwo\n",
      ])
  }

  @Test func `no version of a branch counts as made from one of another branch`() throws {
    _ = try store.write(.blob, [])
    let base = try commit("base\n", of: [], by: .user, at: 5, as: "base.md")
    let ours = try commit("ours\n", of: [base], by: .robot, at: 100)
    let theirs = try commit("theirs\n", of: [base], by: .user, at: 200, in: "bbbbbbbb")
    let merge = try commit("theirs\nours\n", of: [theirs, ours], by: .sync, at: 300)
    let list = try #require(try walk(to: merge).versions[WorkspacePath("a.md")]?.list)
    let unseen = try #require(UnseenVersions(list, base: list.count - 1, of: .emptyBlob, besides: nil))
    let steps = try unseen.steps.map { step in
      try [step.base, step.version.blob].map { String(decoding: try store.blob($0), as: UTF8.self) }
    }
    #expect(steps == [["", "theirs\n"], ["theirs\n", "theirs\nours\n"]])
    #expect(unseen.steps.last?.version.origin?.author == .robot)
  }
}
