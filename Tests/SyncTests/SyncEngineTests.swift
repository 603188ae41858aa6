import Documents
import GitObjects
import TestSupport
import Testing

@testable import Sync

@Suite struct SyncEngineTests {
  @Test func `a save goes out by itself`() async throws {
    let lab = try Lab()
    let a = try lab.machine("a")
    let tip = try await a.save(["n.md": "one\n"])
    let published = await a.next { if case .published(let id) = $0 { id } else { nil } }
    #expect(published == tip)
    #expect(lab.remote.branch("main") == tip)
    try await a.sync()
    let state = await a.engine.state()
    #expect(state.kind == .current && state.ahead == 0 && state.hearing == .polling)
  }

  @Test func `an accepted push is announced to other machines' listeners`() async throws {
    let lab = try Lab()
    let (pushes, announced) = AsyncStream.makeStream(of: Void.self)
    let hearing = Hearing(kind: .ssh, announce: { announced.yield() }) { _ in AsyncStream { $0.yield(.ready) } }
    let a = try lab.machine("a", hearing: hearing)
    let tip = try await a.save(["n.md": "one\n"])
    var iterator = pushes.makeAsyncIterator()
    _ = await iterator.next()
    #expect(lab.remote.branch("main") == tip)
  }

  @Test func `what one machine saved the other adopts without a merge`() async throws {
    let lab = try Lab()
    let (a, b) = (try lab.machine("a"), try lab.machine("b"))
    let tip = try await a.save(["n.md": "one\n", "m.md": "two\n"])
    try await a.sync()
    try await b.sync()
    #expect(try await b.host.tip() == tip)
    #expect(try await b.host.files() == ["n.md": "one\n", "m.md": "two\n"])
  }

  @Test func `changes apart are all there on both machines, and both have the same commit`() async throws {
    let lab = try Lab()
    let (a, b) = (try lab.machine("a"), try lab.machine("b"))
    try await a.save(["n.md": "1\n2\n3\n4\n5\n", "a.md": "a\n"])
    try await a.sync()
    try await b.sync()
    try await a.save(["n.md": "one\n2\n3\n4\n5\n", "b.md": "b\n"])
    try await b.save(["n.md": "1\n2\n3\n4\nfive\n", "a.md": nil])
    for machine in [a, b, a] { try await machine.sync() }
    #expect(try await a.host.files() == ["n.md": "one\n2\n3\n4\nfive\n", "b.md": "b\n"])
    #expect(try await a.host.tip() == b.host.tip())
    #expect(lab.remote.branch("main") == (try await b.host.tip()))
  }

  @Test func `a machine that an agent writes to without a pause takes what comes`() async throws {
    let lab = try Lab()
    let (a, b) = (try lab.machine("a"), try lab.machine("b"))
    try await a.save(["n.md": "none\n"])
    for machine in [a, b] { try await machine.sync() }
    try await a.save(["n.md": "one\n"])
    try await a.sync()
    await b.host.beRestless()
    try await b.sync()
    #expect(try await b.host.files()["n.md"] == "one\n")
    #expect(try await b.host.files()["busy.md"] != nil)
  }

  @Test func `where both changed the same line the person's stands and the agent's is a conflict`() async throws {
    let lab = try Lab()
    let (a, b) = (try lab.machine("a"), try lab.machine("b"))
    try await a.save(["n.md": "start\n"])
    try await a.sync()
    try await b.sync()
    try await a.host.save(["n.md": "person\n"], author: .user)
    // The agent's is the later one, and goes first.
    try await b.host.save(["n.md": "filler\n"], author: .agent(name: "Claude Code", session: "s"))
    try await b.host.save(["n.md": "agent\n"], author: .agent(name: "Claude Code", session: "s"))
    for machine in [b, a, b] { try await machine.sync() }
    #expect(try await a.host.files() == ["n.md": "person\n"])
    #expect(try await b.host.tip() == a.host.tip())
    let tip = try #require(try await a.host.tip())
    let merge = CommitMessage(parsing: try await a.host.commit(tip).message)
    #expect(merge.author == .sync)
    #expect(merge.conflicts.count == 1)
  }

  @Test func `what is not looked through is not published, and what others changed comes all the same`() async throws {
    let lab = try Lab()
    let (a, b) = (try lab.machine("a"), try lab.machine("b"))
    try await a.save(["n.md": "one\n"])
    for machine in [a, b] { try await machine.sync() }
    try await b.save(["m.md": "two\n"])
    try await b.sync()
    await a.host.needLooks(.max)
    try await a.host.save(["o.md": "three\n"])
    await a.engine.look()
    let waiting = Task { try await a.sync() }
    try await until { try await a.host.files()["m.md"] != nil }
    let there = try #require(lab.remote.branch("main"))
    #expect(try MachineStore(a.host.root).store.files(there) == ["n.md": "one\n", "m.md": "two\n"])
    await a.host.needLooks(3)
    try await waiting.value
    #expect(lab.remote.branch("main") == (try await a.host.tip()))
    #expect(try await a.host.files().count == 3)
  }

  @Test func `a failed look stops only publishing, with a reason and pauses, until a look succeeds`()
    async throws
  {
    let lab = try Lab()
    let (a, b) = (try lab.machine("a"), try lab.machine("b"))
    try await a.save(["n.md": "one\n"])
    for machine in [a, b] { try await machine.sync() }
    try await b.save(["m.md": "two\n"])
    try await b.sync()
    await a.host.failLooks("a commit is lost")
    try await a.host.save(["o.md": "three\n"])
    await a.engine.look()
    #expect(await a.next { if case .problem(let why) = $0 { why } else { nil } } == "a commit is lost")
    #expect(try await a.host.files().count == 3)
    let state = await a.engine.state()
    #expect(state.kind == .stopped && state.message?.contains("a commit is lost") == true && state.ahead > 0)
    #expect(await a.engine.machine.backoff.until != nil)
    let there = try #require(lab.remote.branch("main"))
    #expect(try MachineStore(a.host.root).store.files(there) == ["n.md": "one\n", "m.md": "two\n"])
    await a.host.failLooks(nil)
    let tip = try await a.host.tip()
    await lab.time.drive(step: .seconds(4)) { lab.remote.branch("main") == tip }
    try await a.sync()
    try await until { await a.engine.state().kind == .current }
  }

  @Test func `offline work goes out by itself when the remote is back`() async throws {
    let lab = try Lab()
    let a = try lab.machine("a")
    try await a.save(["n.md": "one\n"])
    try await a.sync()
    lab.remote.setOffline(true)
    let tip = try await a.save(["n.md": "two\n"])
    #expect(await a.next { if case .offline = $0 { true } else { nil } } == true)
    let state = await a.engine.state()
    #expect(state.kind == .offline && state.ahead == 1)
    await #expect(throws: SyncBarrierError.unreachable(.offline("the network is gone"))) { try await a.sync() }
    lab.remote.setOffline(false)
    await lab.time.drive(step: .seconds(4)) { lab.remote.branch("main") == tip }
    #expect(await a.next { if case .online = $0 { true } else { nil } } == true)
  }

  @Test func `a push whose answer was lost is not repeated`() async throws {
    let lab = try Lab()
    let a = try lab.machine("a")
    lab.remote.inject([.replyLost])
    let tip = try await a.save(["n.md": "one\n"])
    try? await a.sync()
    let objects = lab.remote.count
    try await a.sync()
    #expect(lab.remote.branch("main") == tip)
    #expect(lab.remote.count == objects)
  }

  @Test func `a refusal is told in the remote's words and local work goes on`() async throws {
    let lab = try Lab()
    let a = try lab.machine("a")
    try await a.sync()
    lab.remote.inject([.refused("over 100 MB")])
    try await a.host.save(["n.md": "one\n"])
    await #expect(throws: SyncBarrierError.refused("n.md: over 100 MB")) { try await a.sync() }
    #expect(await a.engine.state().kind == .refused)
    try await a.sync()
    #expect(await a.engine.state().kind == .current)
  }

  @Test func `a branch that the remote can never lock is reported with the lock until that is gone`() async throws {
    let lab = try Lab()
    let words = "Unable to create '/srv/n.git/refs/heads/main.lock': File exists"
    let transport = LosingTransport(lab.remote, answer: .locked(message: words))
    let a = try lab.machine("a", over: transport)
    let tip = try await a.host.save(["n.md": "one\n"])
    let report = "the remote cannot lock its branch, so the changes stay here: \(words)"
    let advice = "if nothing pushes there now, delete that lock file"
    await #expect(throws: SyncBarrierError.refused("\(report); \(advice)")) {
      try await a.sync()
    }
    #expect(await a.engine.state().kind == .refused)
    transport.win()
    try await a.sync()
    #expect(lab.remote.branch("main") == tip)
    try await until { await a.engine.state().kind == .current }
  }

  @Test func `a tip that moves while it is merged is planned again`() async throws {
    let lab = try Lab()
    let (a, b) = (try lab.machine("a"), try lab.machine("b"))
    try await a.save(["n.md": "one\n"])
    try await a.sync()
    try await b.sync()
    try await a.save(["a.md": "a\n"])
    try await a.sync()
    await b.host.intrude { _ = try $0.save(["late.md": "late\n"]) }
    try await b.host.save(["b.md": "b\n"])
    try await b.sync()
    try await a.sync()
    #expect(try await a.host.files() == ["n.md": "one\n", "a.md": "a\n", "b.md": "b\n", "late.md": "late\n"])
  }

  @Test func `many deletions at once wait for a quiet moment`() async throws {
    let lab = try Lab()
    let a = try lab.machine("a")
    let names = (0..<60).map { "\($0).md" }
    try await a.save(Dictionary(uniqueKeysWithValues: names.map { ($0, $0 + "\n") }))
    try await a.sync()
    let full = lab.remote.branch("main")
    let tip = try await a.host.save(Dictionary(uniqueKeysWithValues: names.prefix(25).map { ($0, nil) }))
    await a.engine.look()
    let waiting = Task { try await a.sync() }
    try await until { await a.engine.machine.burst.wait(at: lab.time.now) != nil }
    #expect(lab.remote.branch("main") == full)
    await lab.time.drive(step: .seconds(2)) { lab.remote.branch("main") == tip }
    try await waiting.value
  }

  @Test func `whoever waits too long, or is waiting at the end, is told`() async throws {
    let lab = try Lab()
    let a = try lab.machine("a")
    try await a.sync()
    let names = (0..<60).map { "\($0).md" }
    try await a.save(Dictionary(uniqueKeysWithValues: names.map { ($0, $0 + "\n") }))
    try await a.sync()
    try await a.save(Dictionary(uniqueKeysWithValues: names.prefix(25).map { ($0, nil) }))
    let short = Task { try await a.engine.barrier(timeout: .seconds(1)) }
    let long = Task { try await a.sync() }
    try await until { await a.engine.machine.waiters.count >= 2 }
    await lab.time.drive(step: .seconds(1)) { await a.engine.machine.waiters.count < 2 }
    await #expect(throws: SyncBarrierError.timedOut) { try await short.value }
    await a.stop()
    await #expect(throws: SyncBarrierError.stopped) { try await long.value }
  }

  @Test(arguments: [1, 2, 3, 4, 5, 6])
  func `machines that save at random end up equal with every file and line`(seed: UInt64) async throws {
    var generator = SeededGenerator(seed: seed)
    let lab = try Lab()
    let machines = try ["a", "b", "c"].map { try lab.machine($0) }
    try await machines[0].save(["n.md": (0..<30).map { "line \($0)\n" }.joined()])
    for machine in machines { try await machine.sync() }
    var names: Set<String> = ["n.md"]
    // I9: the lines that were saved, without those that a machine had read and replaced.
    var saved: Set<String> = []
    let clock = Task { await lab.time.run(step: .seconds(2)) }
    defer { clock.cancel() }
    for step in 0..<20 {
      let machine = try #require(machines.randomElement(using: &generator))
      let (name, line) = ("\(step).md", "step \(step)")
      names.insert(name)
      let number = Int.random(in: 0..<1_000, using: &generator)
      saved.remove(try await machine.host.replaceLine(number, of: "n.md", with: line, adding: name))
      saved.insert(line)
      await machine.engine.notify()
      if Bool.random(using: &generator), lab.remote.faultsLeft == 0 {
        lab.remote.inject([[.rejected, .replyLost, .offline].randomElement(using: &generator) ?? .rejected])
      }
      if Int.random(in: 0..<4, using: &generator) == 0 { try? await machine.sync() }
    }
    var tips: Set<ObjectID?> = []
    for _ in 0..<8 where tips.count != 1 {
      for machine in machines { try? await machine.sync() }
      tips = []
      for machine in machines { tips.insert(try await machine.host.tip()) }
    }
    #expect(tips.count == 1, "seed \(seed)")
    #expect(Set(try await machines[2].host.files().keys) == names, "seed \(seed)")
    let texts = try await [machines[2].host.files()["n.md", default: ""]] + machines[2].host.conflictTexts()
    let kept = Set(texts.flatMap { $0.split(separator: "\n").map(String.init) })
    #expect(saved.subtracting(kept).isEmpty, "seed \(seed)")
  }
}
