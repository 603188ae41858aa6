import Git
import GitObjects
import Testing

@testable import GitProcess
@testable import Sync

@Suite struct SyncQuestionTests {
  /// Two machines with the same three commits; then somebody rewrites the remote's last one.
  private func rewritten(
    _ lab: Lab, before: () async throws -> Void = {}
  ) async throws -> (lab: Lab, a: Machine, new: ObjectID, old: ObjectID) {
    let a = try lab.machine("a")
    let base = try await a.host.save(["n.md": "one\n"])
    let old = try await a.save(["n.md": "two\n"])
    try await a.sync()
    try await before()
    let b = try lab.machine("b")
    try await b.sync()
    try await b.host.reset(base)
    let new = try await b.host.save(["m.md": "other\n"])
    await b.stop()
    lab.remote.setBranch("main", to: base)
    let c = MemoryTransport(lab.remote)
    let store = try MachineStore(lab.folder.path + "/b")
    _ = try await c.push(new, to: "main", from: store.store, isolation: nil)
    return (lab, a, new, old)
  }

  @Test func `rewritten history stops the exchange and keeps what is here`() async throws {
    let (lab, a, new, old) = try await rewritten(Lab())
    await a.engine.look()
    let question = try #require(await a.question())
    #expect(question.kind == .remoteRewritten)
    #expect(try await a.host.tip() == old)
    #expect(lab.remote.branch("main") == new)
    #expect(try await a.host.references("refs/stet/rescue/").values.contains(old))
    #expect(await a.engine.state().kind == .stopped)
    await #expect(throws: SyncBarrierError.self) { try await a.sync() }
    #expect(try await a.host.references("refs/stet/rescue/").count == 1)
  }

  @Test func `a version that must not be published does not answer the question about rewritten history`() async throws
  {
    let (lab, a, new, old) = try await rewritten(Lab())
    let blob = try MachineStore(a.host.root).store.id(of: .blob, Array("two\n".utf8))
    try await FolderSide(folder: a.host).refuse([PathVersion("n.md", blob): "a secret"])
    await a.engine.look()
    #expect(try #require(await a.question()).kind == .remoteRewritten)
    #expect(try await a.host.tip() == old)
    #expect(lab.remote.branch("main") == new)
  }

  @Test func `a version that must not be published does not answer the question about a deleted branch`() async throws {
    let lab = try Lab()
    let a = try lab.machine("a")
    try await a.save(["a.md": "a\n"])
    let tip = try await a.save(["key.md": "key\n"])
    try await a.sync()
    let blob = try MachineStore(a.host.root).store.id(of: .blob, Array("key\n".utf8))
    try await FolderSide(folder: a.host).refuse([PathVersion("key.md", blob): "a secret"])
    lab.remote.setBranch("main", to: nil)
    await a.engine.look()
    #expect(await a.question()?.kind == .remoteBranchDeleted)
    #expect(try await a.host.tip() == tip)
    #expect(lab.remote.branch("main") == nil)
  }

  @Test(arguments: [SyncAnswer.join, .take])
  func `an answer about rewritten history is done`(answer: SyncAnswer) async throws {
    let (lab, a, new, old) = try await rewritten(Lab())
    await a.host.answer(.remoteRewritten, answer)
    await a.engine.look()
    try await a.sync()
    let files = try await a.host.files()
    #expect(files == (answer == .join ? ["n.md": "two\n", "m.md": "other\n"] : ["n.md": "one\n", "m.md": "other\n"]))
    #expect((lab.remote.branch("main") == new) == (answer == .take))
    #expect(try await a.host.references("refs/stet/rescue/").values.contains(old))
  }

  @Test func `a question about rewritten history stays the same one while others publish`() async throws {
    let (lab, a, new, _) = try await rewritten(Lab())
    await a.engine.look()
    let question = try #require(await a.question())
    let store = try MachineStore(lab.folder.path + "/b")
    let later = try store.store.makeCommit(["n.md": "one\n", "o.md": "o\n"], parents: [new], seconds: 1_700_000_900)
    _ = try await MemoryTransport(lab.remote).push(later, to: "main", from: store.store, isolation: nil)
    await a.engine.look()
    let again = try #require(await a.question())
    #expect(again.id == question.id && again.remote != question.remote)
    #expect(await a.host.withdrawn.isEmpty)
  }

  @Test func `what one machine joins is no question for the other any more`() async throws {
    let lab = try Lab()
    let c = try lab.machine("c")
    let (_, a, _, _) = try await rewritten(lab) { try await c.sync() }
    try await c.save(["p.md": "of its own\n"])
    let question = try #require(await c.question())
    #expect(question.kind == .remoteRewritten)
    await a.host.answer(.remoteRewritten, .join)
    await a.engine.look()
    try await a.sync()
    await c.engine.look()
    try await c.sync()
    #expect(await c.host.withdrawn == [question.id])
    #expect(try await c.host.tip() == lab.remote.branch("main"))
    #expect(try await c.host.files() == ["n.md": "two\n", "m.md": "other\n", "p.md": "of its own\n"])
  }

  @Test func `rewriting is noticed also when the engine was down`() async throws {
    let (lab, a, _, _) = try await rewritten(Lab())
    await a.stop()
    let again = try lab.again("a")
    #expect(await again.question()?.kind == .remoteRewritten)
  }

  @Test(arguments: [SyncAnswer.join, .take])
  func `unrelated histories are put together only when asked`(answer: SyncAnswer) async throws {
    let lab = try Lab()
    let a = try lab.machine("a")
    try await a.save(["a.md": "a\n"])
    try await a.sync()
    // Before its engine begins: an empty folder would take what the remote has.
    let b = try await lab.machine("b", holding: ["b.md": "b\n"])
    let tip = try await b.host.tip()
    let question = try #require(await b.question())
    #expect(question.kind == .unrelatedHistory)
    #expect(try await b.host.tip() == tip)
    await b.host.answer(.unrelatedHistory, answer)
    await b.engine.look()
    try await b.sync()
    #expect(try await b.host.files() == (answer == .join ? ["a.md": "a\n", "b.md": "b\n"] : ["a.md": "a\n"]))
    #expect(await b.host.withdrawn == [question.id])
  }

  /// The files of two machines before they meet, the first having published, and of both afterwards.
  private static let template = FolderHost.template.mapValues { Optional($0) }

  @Test(arguments: [
    (template, template, FolderHost.template), (["a.md": "a\n"], template, ["a.md": "a\n"]),
    (template, ["b.md": "b\n"], FolderHost.template.merging(["b.md": "b\n"]) { one, _ in one }),
  ])
  func `a folder that nobody wrote in yet joins another one unasked`(
    first: [String: String?], second: [String: String?], both: [String: String]
  ) async throws {
    let lab = try Lab()
    let a = try lab.machine("a")
    try await a.save(first)
    try await a.sync()
    let b = try await lab.machine("b", holding: second)
    try await b.sync()
    await a.engine.look()
    try await a.sync()
    for machine in [a, b] { #expect(try await machine.host.files() == both) }
    let tip = try await a.host.tip()
    #expect(try await b.host.tip() == tip)
    #expect(lab.remote.branch("main") == tip)
  }

  @Test(
    arguments: [
      ["README.md": "# Mine\n"], ["README.md": "# A new folder\n", "other.md": "# A new folder\n"],
    ] as [[String: String?]])
  func `a folder in which anything was written is asked about`(files: [String: String?]) async throws {
    let lab = try Lab()
    let a = try lab.machine("a")
    try await a.save(["README.md": "# Theirs\n"])
    try await a.sync()
    let b = try await lab.machine("b", holding: files)
    #expect(await b.question()?.kind == .unrelatedHistory)
  }

  @Test func `what was written and taken back was written`() async throws {
    let lab = try Lab()
    let a = try lab.machine("a")
    try await a.save(["README.md": "# Theirs\n"])
    try await a.sync()
    try NewRepository.create(root: lab.folder.path + "/b", branch: "main")
    let host = try FolderHost(root: lab.folder.path + "/b")
    try await host.save(Self.template)
    try await host.save(["diary.md": "secret\n"])
    try await host.save(["diary.md": nil])
    let b = try lab.again("b")
    #expect(await b.question()?.kind == .unrelatedHistory)
  }

  @Test func `a branch that was deleted there is published again only when asked`() async throws {
    let lab = try Lab()
    let a = try lab.machine("a")
    let tip = try await a.save(["a.md": "a\n"])
    try await a.sync()
    lab.remote.setBranch("main", to: nil)
    await a.engine.look()
    #expect(await a.question()?.kind == .remoteBranchDeleted)
    #expect(lab.remote.branch("main") == nil)
    await a.host.answer(.remoteBranchDeleted, .join)
    try await a.sync()
    #expect(lab.remote.branch("main") == tip)
  }

  @Test func `a branch that was renamed there is named, with the commands that follow it`() async throws {
    let lab = try Lab()
    let a = try lab.machine("a")
    let tip = try await a.save(["a.md": "a\n"])
    try await a.sync()
    lab.remote.setBranch("trunk", to: tip)
    lab.remote.setBranch("main", to: nil)
    await a.engine.look()
    let question = try #require(await a.question())
    #expect(question.renamed == BranchRename(from: "main", to: "trunk") && question.seen.contains("'trunk'"))
  }

  @Test(
    arguments: [
      (["trunk": "1"], "trunk"), (["trunk": "2"], "trunk"), (["trunk": "3"], nil),
      (["one": "1", "two": "1"], nil), (["one": "3", "two": "1"], "two"), (["stet/desk": "1", "two": "2"], "two"),
      ([:], nil),
    ] as [([String: String], String?)])
  func `only the one branch that has the commit is taken for the renamed one`(found: [String: String], to: String?)
    throws
  {
    func id(_ digit: String) throws -> ObjectID { try #require(ObjectID(hex: String(repeating: digit, count: 40))) }
    let branches = try found.mapValues(id)
    let rename = BranchRename.find(of: "main", at: try id("1"), among: branches) { $0.hex.hasPrefix("2") }
    #expect(rename?.to == to)
  }

  @Test func `that the remote shall be without the branch is remembered across a restart`() async throws {
    let lab = try Lab()
    let a = try lab.machine("a")
    try await a.save(["a.md": "a\n"])
    try await a.sync()
    lab.remote.setBranch("main", to: nil)
    await a.engine.look()
    #expect(await a.question()?.kind == .remoteBranchDeleted)
    await a.host.answer(.remoteBranchDeleted, .take)
    try await a.sync()
    let again = try lab.again("a")
    try await again.save(["a.md": "b\n"])
    try await again.sync()
    #expect(lab.remote.branch("main") == nil)
  }

  private static let many = Dictionary(uniqueKeysWithValues: (0..<40).map { ("\($0).md", Optional("\($0)\n")) })
  private static let none = Dictionary(uniqueKeysWithValues: (0..<30).map { ("\($0).md", String?.none) })

  @Test(arguments: [SyncAnswer.join, .take])
  func `a remote that empties the folder is not followed unasked`(answer: SyncAnswer) async throws {
    let lab = try Lab()
    let (a, b) = (try lab.machine("a"), try lab.machine("b"))
    try await a.save(Self.many)
    try await a.sync()
    try await b.sync()
    await a.host.answer(.folderEmptied, .join)
    let tip = try await a.save(Self.none.merging(["new.md": "new\n"]) { $1 })
    await lab.time.drive(step: .seconds(2)) { lab.remote.branch("main") == tip }
    await b.engine.look()
    let question = try #require(await b.question())
    #expect(question.kind == .remoteEmptied && question.gone == 30 && question.of == 40)
    #expect(try await b.host.files().count == 40)
    await b.host.answer(.remoteEmptied, answer)
    try await b.sync()
    #expect(try await b.host.files().count == (answer == .join ? 41 : 11))
  }

  @Test func `a conflict of the merge that removed files stays open when they are brought back`() async throws {
    let lab = try Lab()
    let (a, b) = (try lab.machine("a"), try lab.machine("b"))
    try await a.save(Self.many.merging(["n.md": "start\n"]) { $1 })
    try await a.sync()
    try await b.sync()
    await a.host.answer(.folderEmptied, .join)
    let tip = try await a.save(Self.none.merging(["n.md": "a\n"]) { $1 })
    await lab.time.drive(step: .seconds(2)) { lab.remote.branch("main") == tip }
    try await b.host.save(["n.md": "b\n"])
    await b.host.answer(.remoteEmptied, .join)
    await b.engine.look()
    try await b.sync()
    #expect(try await b.host.files().count == 41)
    #expect(try await Set(b.host.conflictTexts()) == ["a\n", "b\n"])
    let merge = try await b.host.commit(try #require(try await b.host.tip()))
    #expect(merge.parents.contains(tip) && merge.subject.hasSuffix("1 conflict"))
  }

  @Test(arguments: [SyncAnswer.join, .take])
  func `an emptied folder is not published unasked`(answer: SyncAnswer) async throws {
    let lab = try Lab()
    let a = try lab.machine("a")
    try await a.save(Self.many)
    try await a.sync()
    let full = lab.remote.branch("main")
    try await a.save(Self.none)
    await lab.time.drive(step: .seconds(2)) { await a.engine.machine.trouble.question != nil }
    #expect(await a.question()?.kind == .folderEmptied)
    #expect(lab.remote.branch("main") == full)
    await a.host.answer(.folderEmptied, answer)
    try await a.sync()
    #expect(try await a.host.files().count == (answer == .join ? 10 : 40))
    #expect(lab.remote.branch("main") == (try await a.host.tip()))
  }
}
