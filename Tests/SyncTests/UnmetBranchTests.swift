import Git
import GitObjects
import Testing

@testable import GitProcess
@testable import Sync

/// Folders whose branch is called otherwise than the one that others meet on.
@Suite struct UnmetBranchTests {
  /// A folder with a file and no exchange yet; answers its tip.
  private func folder(_ name: String, in lab: Lab) async throws -> ObjectID {
    try NewRepository.create(root: lab.folder.path + "/" + name, branch: "main")
    return try await FolderHost(root: lab.folder.path + "/" + name).save([name: "of \(name)\n"])
  }

  private func store(_ name: String, in lab: Lab) throws -> Repository {
    try MachineStore(lab.folder.path + "/" + name).store
  }

  private func publish(_ tip: ObjectID, of name: String, as branch: String, in lab: Lab) async throws {
    let transport = MemoryTransport(lab.remote)
    _ = try await transport.push(tip, to: branch, from: store(name, in: lab), isolation: nil)
  }

  @Test func `a branch is not published beside one that shares nothing with it, unless a person says so`()
    async throws
  {
    let lab = try Lab()
    _ = try await folder("a", in: lab)
    try await publish(folder("b", in: lab), of: "b", as: "trunk", in: lab)
    let a = try lab.again("a")
    let question = try #require(await a.question())
    #expect(question.kind == .unmetBranch)
    #expect(question.renamed == BranchRename(from: "main", to: "trunk"))
    #expect(question.seen.contains("'trunk'") && question.seen.contains("'main'"))
    #expect(await a.engine.state().kind == .stopped)
    #expect(lab.remote.branch("main") == nil)
    await a.host.answer(.unmetBranch, .join)
    await a.engine.look()
    try await a.sync()
    #expect(try await lab.remote.branch("main") == a.host.tip())
  }

  @Test func `a branch that a person agreed to waits for the objects of large files too`() async throws {
    let lab = try Lab()
    _ = try await folder("a", in: lab)
    try await publish(folder("b", in: lab), of: "b", as: "trunk", in: lab)
    let a = try lab.again("a")
    _ = try #require(await a.question())
    try await a.host.save(["film.mp4": "pointer\n"])
    try await a.host.holdBack("film.mp4", problem: "no room")
    await a.host.answer(.unmetBranch, .join)
    await a.engine.look()
    await #expect(throws: SyncBarrierError.objects("no room")) { try await a.sync() }
    let published = try #require(lab.remote.branch("main"))
    #expect(try MachineStore(a.host.root).store.files(published) == ["a": "of a\n"])
    await a.host.holdNothingBack()
    try await a.sync()
    #expect(try await lab.remote.branch("main") == a.host.tip())
  }

  @Test func `a branch that shares commits with the others' is published without a word`() async throws {
    let lab = try Lab()
    let tip = try await folder("a", in: lab)
    try await publish(tip, of: "a", as: "trunk", in: lab)
    _ = try await folder("b", in: lab)
    let theirs = try store("b", in: lab)
    _ = try await MemoryTransport(lab.remote).fetch("trunk", into: theirs, isolation: nil)
    let later = try theirs.makeCommit(["theirs.md": "t\n"], parents: [tip])
    try await publish(later, of: "b", as: "trunk", in: lab)
    let a = try lab.again("a")
    try await a.save(["more.md": "m\n"])
    try await a.sync()
    #expect(try await lab.remote.branch("main") == a.host.tip())
    #expect(lab.remote.branch("trunk") == later)
  }

  @Test func `where several branches could be meant nothing is asked`() async throws {
    let lab = try Lab()
    _ = try await folder("a", in: lab)
    let other = try await folder("b", in: lab)
    for branch in ["one", "two"] { try await publish(other, of: "b", as: branch, in: lab) }
    let a = try lab.again("a")
    try await a.sync()
    #expect(try await lab.remote.branch("main") == a.host.tip())
  }
}
