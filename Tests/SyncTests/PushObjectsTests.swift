import Git
import GitObjects
import TestSupport
import Testing

@testable import GitProcess
@testable import Sync

/// The rule by which git searches deltas for the objects of a push.
@Suite struct PushObjectsTests {
  @Test(arguments: [
    (PushObjects(), false),
    (PushObjects(files: 499), false),
    (PushObjects(files: 500), true),
    (PushObjects(files: 500, successorBytes: 512_000), true),
    (PushObjects(files: 500, successorBytes: 512_001), false),
    (PushObjects(files: 10_000, successorBytes: 100_000_000), false),
  ])
  func `deltas are left out for many new files with few successors`(objects: PushObjects, skips: Bool) {
    #expect(objects.skipsDeltas == skips)
  }

  private struct Line {
    let folder = TemporaryFolder()
    let store: Repository
    let sync: SyncRepository

    init() throws {
      try NewRepository.create(root: folder.path + "/a", branch: "main")
      let root = folder.path + "/a"
      store = try Repository(root: root)
      sync = SyncRepository(remoteName: "origin", machine: "a") {
        () throws(ObjectStoreError) in try Repository(root: root)
      }
    }

    /// Makes a commit with so many notes at its root, all of one text, and other files.
    func commit(_ notes: Int, _ more: [String: String] = [:], over parents: [ObjectID] = []) throws -> ObjectID {
      let note = try store.write(.blob, Array("A note.\n".utf8))
      var entries = (0..<notes).map { TreeEntry(name: "note-\($0).md", mode: .file, id: note) }
      for (name, text) in more {
        entries.append(TreeEntry(name: name, mode: .file, id: try store.write(.blob, Array(text.utf8))))
      }
      let signature = Signature(name: "Ada", email: "ada@example.org", seconds: 1_700_000_000)
      return try store.write(
        Commit(
          tree: try store.write(.tree, Tree(entries).content), parents: parents, author: signature,
          committer: signature, message: "Edit\n"))
    }
  }

  @Test func `an archive is pushed without deltas, also as several commits and as the first push`() throws {
    let line = try Line()
    let base = try line.commit(0, ["a.md": "a\n"])
    let half = try line.commit(400, ["a.md": "a\n"], over: [base])
    let whole = try line.commit(800, ["a.md": "b\n"], over: [half])
    #expect(try line.sync.skipsDeltas(of: whole, over: base, added: 800))
    #expect(try line.sync.skipsDeltas(of: whole, over: nil, added: nil))
    #expect(try !line.sync.skipsDeltas(of: half, over: base, added: 400))
  }

  @Test func `a large text that was edited beside an archive is pushed as a delta`() throws {
    let line = try Line()
    let text = String(repeating: "A line of a long report.\n", count: 40_000)
    let base = try line.commit(0, ["report.md": text])
    let edited = try line.commit(600, ["report.md": text + "End.\n"], over: [base])
    #expect(try !line.sync.skipsDeltas(of: edited, over: base, added: 600))
  }

  @Test func `a large directory that many commits add to is pushed as deltas`() throws {
    let line = try Line()
    let base = try line.commit(4_000)
    var tip = base
    for step in 1...20 { tip = try line.commit(4_000 + 40 * step, over: [tip]) }
    #expect(try !line.sync.skipsDeltas(of: tip, over: base, added: 800))
    #expect(try line.sync.skipsDeltas(of: line.commit(4_800, over: [base]), over: base, added: 800))
  }

  @Test func `git sends no deltas if they are left out`() async throws {
    let line = try Line()
    try await line.folder.run("git", "init", "-q", "--bare", "-b", "main", "hub.git")
    try await line.folder.run("git", "-C", "a", "remote", "add", "origin", line.folder.path + "/hub.git")
    let text = (1...50).map { "Line \($0) of all of these files.\n" }.joined()
    let files: [String: String] = (0..<200).reduce(into: [:]) { $0["note-\($1).md"] = text + "Note \($1)\n" }
    let tip = try line.store.makeCommit(files)
    var update = ReferenceUpdate("refs/heads/main", to: tip)
    update.skipsDeltas = true
    let transport = GitTransport(TransportConformanceTests.setting(line.folder, "a"))
    #expect(
      try await transport.push([update], from: line.store, isolation: nil) == ["refs/heads/main": .accepted])
    let packs = try await line.folder.run("sh", "-c", "git verify-pack -v hub.git/objects/pack/*.idx")
    #expect(packs.contains("non delta: 202 objects") && !packs.contains("chain length"))
  }
}
