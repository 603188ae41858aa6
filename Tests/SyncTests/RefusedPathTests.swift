import GitObjects
import Synchronization
import Testing

@testable import GitProcess
@testable import Sync

@Suite struct RefusedPathTests {
  /// A machine whose remote refuses files that hold `bad`, and says which, or only that it does.
  private func machine(_ lab: Lab, names: Bool) throws -> (machine: Machine, transport: PickyTransport) {
    let transport = PickyTransport(lab.remote) { path, text in
      guard text.contains("bad") else { return nil }
      return names ? "error: File \(path) is not wanted here\nhook declined" : "hook declined"
    }
    return (try lab.machine("a", over: transport), transport)
  }

  private func published(_ lab: Lab, _ machine: Machine) async throws -> [String: String] {
    let head = try #require(lab.remote.branch("main"))
    return try MachineStore(machine.host.root).store.files(head)
  }

  @Test(arguments: [true, false])
  func `what is refused is kept here, and everything else goes through`(names: Bool) async throws {
    let lab = try Lab()
    let (a, transport) = try machine(lab, names: names)
    try await a.host.save(["n.md": "one\n"])
    try await a.sync()
    for round in 1...5 { try await a.host.save(["n\(round).md": "good \(round)\n"]) }
    try await a.host.save(["mixed.md": "good\n", "film.md": "bad\n"])
    let bad = try MachineStore(a.host.root).store.id(of: .blob, Array("bad\n".utf8))
    for round in 6...9 { try await a.host.save(["n\(round).md": "good \(round)\n"]) }
    let pushes = transport.pushes
    try await a.sync()
    let expected = try await a.host.files()
    #expect(expected["film.md"] == nil && expected["mixed.md"] == "good\n" && expected.count == 11)
    #expect(try await published(lab, a) == expected)
    #expect(await Set(a.host.refused.keys) == [PathVersion("film.md", bad)])
    #expect(await a.engine.state().kind == .current)
    #expect(transport.pushes - pushes <= (names ? 2 : 12))
    #expect(try await a.host.references("refs/stet/replayed/").count == 1)
    #expect(try await a.host.references("refs/stet/rescue/").count == 1)
  }

  @Test func `a new version of the file is tried, and the refused one is not sent again`() async throws {
    let lab = try Lab()
    let (a, transport) = try machine(lab, names: true)
    try await a.host.save(["film.md": "bad\n", "n.md": "one\n"])
    try await a.sync()
    try await a.host.save(["film.md": "good now\n"])
    try await a.sync()
    #expect(try await published(lab, a) == ["film.md": "good now\n", "n.md": "one\n"])
    let pushes = transport.pushes
    try await a.host.save(["film.md": "bad\n"])
    try await a.host.save(["m.md": "two\n"])
    try await a.sync()
    #expect(try await published(lab, a) == ["film.md": "good now\n", "n.md": "one\n", "m.md": "two\n"])
    #expect(transport.pushes == pushes + 1)
  }

  @Test func `of several versions only the refused one stays here`() async throws {
    let lab = try Lab()
    let (a, _) = try machine(lab, names: true)
    try await a.host.save(["key.md": "bad\n", "n.md": "one\n"])
    try await a.host.save(["key.md": "none\n"])
    try await a.sync()
    #expect(try await published(lab, a) == ["key.md": "none\n", "n.md": "one\n"])
    #expect(await a.host.refused.count == 1)
  }

  @Test func `a remote that refuses everything holds nothing back and is asked ever more rarely`() async throws {
    let lab = try Lab()
    let transport = PickyTransport(lab.remote) { _, _ in "branch main is protected; see n.md" }
    let a = try lab.machine("a", over: transport)
    for round in 1...8 { try await a.host.save(["p\(round).md": "\(round)\n"]) }
    await #expect(throws: SyncBarrierError.refused("branch main is protected; see n.md")) { try await a.sync() }
    #expect(await a.host.refused.isEmpty)
    #expect(try await a.host.files().count == 8)
    let pushes = transport.pushes
    #expect(pushes <= 14)
    await #expect(throws: SyncBarrierError.self) { try await a.sync() }
    #expect(transport.pushes == pushes + 1)
  }

  @Test(
    arguments: [
      [["n1.md": "1\n"], ["n2.md": "2\n"], ["n3.md": "3\n"], ["n4.md": "4\n"]], [["n1.md": "1\n", "n2.md": "2\n"]],
    ] as [[[String: String?]]])
  func `a remote that refuses once without a name holds nothing back`(saves: [[String: String?]]) async throws {
    let lab = try Lab()
    let isFailing = Mutex(false)
    let transport = PickyTransport(lab.remote) { _, _ in
      let fails = isFailing.withLock { state in
        defer { state = false }
        return state
      }
      return fails ? "hook declined" : nil
    }
    let a = try lab.machine("a", over: transport)
    try await a.host.save(["n.md": "one\n"])
    try await a.sync()
    for changes in saves { try await a.host.save(changes) }
    let expected = try await a.host.files()
    isFailing.withLock { $0 = true }
    try await a.sync()
    #expect(isFailing.withLock { $0 } == false)
    #expect(await a.host.refused.isEmpty)
    #expect(try await a.host.files() == expected)
    #expect(try await published(lab, a) == expected)
    #expect(await a.engine.state().kind == .current)
  }

  @Test func `a remote whose disk is full for some versions holds none back and gets all when there is room`()
    async throws
  {
    let lab = try Lab()
    let isFull = Mutex(true)
    let transport = PickyTransport(lab.remote) { _, text in
      let refuses = isFull.withLock { $0 } && text.contains("big")
      return refuses ? "fatal: write error: No space left on device\nunpacker error" : nil
    }
    let a = try lab.machine("a", over: transport)
    try await a.host.save(["n.md": "one\n"])
    try await a.host.save(["film.md": "big\n"])
    await #expect(throws: SyncBarrierError.self) { try await a.sync() }
    #expect(await a.engine.state().kind == .refused)
    #expect(await a.host.refused.isEmpty)
    isFull.withLock { $0 = false }
    try await a.sync()
    #expect(try await published(lab, a) == ["n.md": "one\n", "film.md": "big\n"])
  }

  @Test func `one refused path without a name waits until there is something beside it`() async throws {
    let lab = try Lab()
    let (a, _) = try machine(lab, names: false)
    try await a.host.save(["film.md": "bad\n"])
    // It can only be this one.
    await #expect(throws: SyncBarrierError.refused("film.md: hook declined")) { try await a.sync() }
    #expect(await a.host.refused.isEmpty)
    try await a.save(["n.md": "one\n"])
    await lab.time.drive(step: .seconds(1)) { lab.remote.branch("main") != nil }
    try await a.sync()
    #expect(try await published(lab, a) == ["n.md": "one\n"])
    #expect(await a.host.refused.count == 1)
  }

  @Test func `an inbox with a refused version does not stop what is saved here`() async throws {
    let lab = try Lab()
    let (a, _) = try machine(lab, names: true)
    let base = try await a.host.save(["n.md": "one\n"])
    try await a.sync()
    let store = try MachineStore(a.host.root).store
    let film = try store.makeCommit(["n.md": "one\n", "film.md": "bad\n"], parents: [base], seconds: 1_700_000_090)
    let inbox = ReferenceUpdate(Inbox(.hidden, machine: "b", branch: "main").reference, to: film, mayLose: true)
    _ = try await MemoryTransport(lab.remote).push([inbox], from: store, isolation: nil)
    await a.engine.look()
    // The remote refuses the version first when it is pushed, then it is known to be refused.
    for name in ["k.md", "m.md"] {
      try await a.save([name: "x\n"])
      await lab.time.drive(step: .seconds(2)) {
        (try? await published(lab, a)[name]) == "x\n"
      }
    }
    try await a.sync()
    #expect(try await published(lab, a) == ["n.md": "one\n", "k.md": "x\n", "m.md": "x\n"])
    #expect(await a.host.refused.count == 1)
  }

  @Test func `a save that comes while the remote is asked stays, without the refused version`() async throws {
    let lab = try Lab()
    let (a, _) = try machine(lab, names: true)
    try await a.host.save(["film.md": "bad\n", "n.md": "one\n"])
    await a.host.intrude { _ = try $0.save(["late.md": "late\n"]) }
    try await a.sync()
    #expect(try await published(lab, a) == ["n.md": "one\n", "late.md": "late\n"])
    #expect(try await a.host.files() == ["n.md": "one\n", "late.md": "late\n"])
  }
}
