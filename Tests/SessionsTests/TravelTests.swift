import FileSystem
import Sessions
import Synchronization
import TestSupport
import Testing

@Suite struct TravelTests {
  @Test func `no machine acts after another one took the session over, whatever fails`() async {
    for seed: UInt64 in 1...300 {
      let fault = await LeaseContest().run(seed: seed)
      #expect(fault == nil, "\(fault ?? "")")
      if fault != nil { break }
    }
  }

  @Test(arguments: [LeaseContest.Bug.leaseNotChecked, .endNotChecked])
  func `a planted bug of leases is found`(bug: LeaseContest.Bug) async {
    var found: String?
    for seed: UInt64 in 1...300 where found == nil { found = await LeaseContest(bug).run(seed: seed) }
    #expect(found != nil)
  }

  @Test func `a session that begins without a network needs no lease until the remote answered`() async throws {
    struct World: Sendable {
      var time: Int64 = 1_000_000
      var isOnline = false
      var answers = true
      var lease: SessionLease?
    }
    let world = Mutex(World())
    let keeper = LeaseKeeper(
      TravelPort(
        look: { world.withLock { $0.isOnline ? .found(nil) : .unreachable("no network", known: nil) } },
        publish: { lease, _, _ in
          world.withLock { world in
            guard world.isOnline else { return .unreachable("no network") }
            world.lease = lease
            return world.answers ? .accepted(version: "1") : .unreachable("cut")
          }
        }, now: { world.withLock { $0.time } }), holder: "me", machine: "Laptop")
    let record = SessionRecord(SessionPlan(id: "s1", agent: "A", prompt: "Go"), at: 0)
    try await keeper.acquire(takesOver: false)
    for _ in 0..<10 {
      world.withLock { $0.time += 60_000 }
      #expect(await keeper.hold(record) == .held)
    }
    // The remote took the session, but its answer was lost: from here on others wait for the lease only.
    world.withLock {
      $0.time += 60_000
      ($0.isOnline, $0.answers) = (true, false)
    }
    #expect(await keeper.hold(record) == .held && world.withLock { $0.lease != nil })
    world.withLock {
      $0.time += SessionLease.length
      $0.isOnline = false
    }
    guard case .lost = await keeper.hold(record) else {
      Issue.record("the session goes on after the end of its lease")
      return
    }
  }

  @Test func `a look of just now saves another one, unless the remote moved or did not answer`() async throws {
    let mine = TravelPort.State(version: "2", lease: SessionLease(holder: "me", machine: "Laptop", until: 0))
    let old = TravelPort.State(version: "1", lease: mine.lease)
    for (seen, expected) in [
      (nil, 1), (.found(mine), 0), (.found(old), 1), (.unreachable("cut", known: mine), 1),
    ] as [(TravelPort.Look?, Int)] {
      let looks = Mutex(0)
      let keeper = LeaseKeeper(
        TravelPort(
          look: {
            looks.withLock { $0 += 1 }
            return .found(mine)
          }, publish: { _, expecting, _ in expecting == "2" ? .accepted(version: "3") : .moved }, now: { 1_000_000 }),
        holder: "me", machine: "Laptop")
      try await keeper.acquire(takesOver: false, seen: seen)
      #expect(looks.withLock { $0 } == expected, "\(String(describing: seen))")
    }
  }

  @Test func `a lease that the remote accepts after its end is renewed before the next effect`() async throws {
    let world = Mutex((time: Int64(1_000_000), delays: [Int64(0), SessionLease.length, 0], leases: [SessionLease]()))
    let keeper = LeaseKeeper(
      TravelPort(
        look: { .found(nil) },
        publish: { lease, _, _ in
          world.withLock { world in
            world.time += world.delays.isEmpty ? 0 : world.delays.removeFirst()
            world.leases.append(lease)
            return .accepted(version: "\(world.leases.count)")
          }
        }, now: { world.withLock { $0.time } }), holder: "me", machine: "Laptop")
    try await keeper.acquire(takesOver: false)
    #expect(await keeper.left == .milliseconds(SessionLease.length))
    #expect(await keeper.hold(SessionRecord(SessionPlan(id: "s1", agent: "A", prompt: "Go"), at: 0)) == .held)
    let (time, _, leases) = world.withLock { $0 }
    #expect(leases.count == 3 && leases.last?.permits(now: time) == true)
  }

  @Test func `the end of a lease is noticed between two renewals`() async throws {
    let time = Mutex(Int64(1_000_000))
    let keeper = LeaseKeeper(
      TravelPort(look: { .found(nil) }, publish: { _, _, _ in .accepted(version: "1") }, now: { time.withLock { $0 } }),
      holder: "me", machine: "Laptop")
    #expect(await keeper.left == nil)
    try await keeper.acquire(takesOver: false)
    time.withLock { $0 += SessionLease.length - 100 }
    #expect(await keeper.left == .milliseconds(100))
    let hasEnded = Mutex(false)
    let renewal = Task { await keeper.attend { hasEnded.withLock { $0 = true } } }
    // The machine sleeps.
    time.withLock { $0 += 400_000 }
    #expect(await keeper.left == .zero)
    // The next renewal is due later.
    try await until(within: .milliseconds(LeaseKeeper.renewal / 3 - 5_000)) { hasEnded.withLock { $0 } }
    await renewal.value
  }

  @Test func `a session that loses its lease stops before the next effect, and pauses`() async throws {
    let lab = try SessionLab()
    let record = try #require(
      try await lab.run(hold: { $0.messages.count > 2 ? .lost("another machine took the session over") : .held }))
    let world = lab.world.withLock { $0 }
    #expect(world.effects == ["a", "b"] && world.sent == [1], "\(world)")
    #expect(record.state == .backgrounded && record.lastCut == "another machine took the session over")
  }

  @Test func `calls after a take-over have ids of their own, those before keep theirs`() throws {
    var record = SessionRecord(SessionPlan(id: "s1", agent: "A", prompt: "Go"), at: 0)
    record.apply(.message(.init(.assistant, [SessionLab.call("x", "move_file")])), at: 1)
    for step in SessionLife.takeOver(record, machine: "Laptop", mark: "ab12", redaction: "[redacted]") {
      record.apply(step, at: 2)
    }
    #expect(record.pending.map(\.id) == ["1.1"])
    record.apply(.ended(CallOutcome(id: "1.1", text: "")), at: 3)
    record.apply(.message(.init(.assistant, [SessionLab.call("y", "move_file")])), at: 4)
    #expect(record.pending.map(\.id) == ["2.1-ab12"])
  }

  @Test func `a call that was open at a take-over may have been carried out since the session began`() throws {
    var record = SessionRecord(SessionPlan(id: "s1", agent: "A", prompt: "Go"), at: 3)
    record.apply(.message(.init(.assistant, [SessionLab.call("x", "a"), SessionLab.call("y", "b")])), at: 10)
    record.apply(.call(id: "1.1", tool: "a"), at: 11)
    #expect(record.pending.map(\.startedAt) == [11, nil])
    record.apply(.taken(machine: "Laptop", mark: "ab12"), at: 99)
    #expect(record.pending.map(\.startedAt) == [11, 3])
    record.apply(.call(id: "1.2", tool: "b"), at: 100)
    #expect(record.pending.map(\.startedAt) == [11, 3])
  }

  @Test func `permissions of the person before a take-over do not hold after it`() throws {
    var record = SessionRecord(SessionPlan(id: "s1", agent: "A", prompt: "Go"), at: 0)
    record.apply(.message(.init(.assistant, [SessionLab.call("x", "web_fetch")])), at: 1)
    let question = SessionQuestion(
      id: "1.1", kind: .permission, text: "?", choices: ["allow", "deny"], state: "web:example.org:443")
    func allow() {
      record.apply(.asked(question), at: 2)
      record.apply(.answered(id: "1.1", text: "allow"), at: 3)
    }
    allow()
    #expect(record.grants == [question.state] && record.pending.first?.permission?.word == "allow")
    record.apply(.taken(machine: "Laptop", mark: "ab12"), at: 4)
    #expect(record.grants.isEmpty && record.pending.map(\.permission) == [nil])
    // A question that was open then is asked again here, where its text and its meaning are the same.
    record.apply(.asked(question), at: 5)
    record.apply(.taken(machine: "Desk", mark: "cd34"), at: 6)
    record.apply(.answered(id: "1.1", text: "allow"), at: 7)
    #expect(record.grants.isEmpty && record.pending.map(\.permission) == [nil] && record.question == nil)
    allow()
    #expect(record.grants == [question.state])
  }

  @Test func `a call whose secret did not travel is not carried out after a take-over`() throws {
    var record = SessionRecord(SessionPlan(id: "s1", agent: "A", prompt: "Go"), at: 0)
    let calls = [
      SessionLab.call("x", "write_file", #"{"content":"key [redacted]"}"#), SessionLab.call("y", "move_file"),
    ]
    record.apply(.message(.init(.assistant, calls)), at: 1)
    for step in SessionLife.takeOver(record, machine: "Laptop", mark: "ab12", redaction: "[redacted]") {
      record.apply(step, at: 2)
    }
    #expect(record.pending.map(\.id) == ["1.2"] && record.results.first?.isError == true)
  }

  @Test(arguments: [(.permission, ["1.2"]), (.model, ["1.1", "1.2"])] as [(SessionQuestion.Kind, [String])])
  func `a call that waits for a permission is not carried out after a take-over without its secret`(
    kind: SessionQuestion.Kind, pending: [String]
  ) throws {
    var record = SessionRecord(SessionPlan(id: "s1", agent: "A", prompt: "Go"), at: 0)
    let calls = [
      SessionLab.call("x", "write_file", #"{"content":"key [redacted]"}"#), SessionLab.call("y", "move_file"),
    ]
    let question = SessionQuestion(id: "1.1", kind: kind, text: "?", choices: ["allow", "deny"], state: "x")
    for step in [
      .moved(.running), .message(.init(.assistant, calls)), .call(id: "1.1", tool: "write_file"), .asked(question),
      .moved(.waitingForUser),
    ] as [SessionStep] { record.apply(step, at: 1) }
    for step in SessionLife.takeOver(record, machine: "Laptop", mark: "ab12", redaction: "[redacted]") {
      record.apply(step, at: 2)
    }
    #expect(record.pending.map(\.id) == pending && (record.question == nil) == (kind == .permission))
    for step in try SessionLife.resume(record, answer: record.question == nil ? nil : "allow") {
      record.apply(step, at: 3)
    }
    #expect(record.pending.map(\.id) == ["1.2"] && record.state == .running)
  }

  @Test func `an arriving log keeps what this machine published, and sets aside what it did not`() throws {
    let plan = SessionPlan(id: "s1", agent: "A", prompt: "Go")
    func line(_ number: Int, _ time: Int64, _ text: String) -> [UInt8] {
      SessionLine(number: number, time: time, step: number == 1 ? .begun(plan) : .partial(text)).bytes
    }
    let first = line(1, 10, "")
    for (here, there, result, isAside) in [
      ([UInt8](), first + line(2, 20, "a"), first + line(2, 20, "a"), false),
      (
        first + line(2, 20, "secret"), first + line(2, 20, "") + line(3, 30, "b"),
        first + line(2, 20, "secret") + line(3, 30, "b"), false
      ),
      (
        first + line(2, 20, "a") + line(3, 30, "b"), first + line(2, 20, ""),
        first + line(2, 20, "a") + line(3, 30, "b"), false
      ),
      (first + line(2, 25, "lost"), first + line(2, 20, "a"), first + line(2, 20, "a"), true),
    ] {
      let tree = SimulatedTree { 0 }
      for (folder, bytes) in [("sessions", here), ("travel", there)] where !bytes.isEmpty {
        try tree.makeDirectories(.store("\(folder)/s1"))
        try tree.create(.store("\(folder)/s1/log.jsonl"), bytes: bytes, permissions: 0o600, durable: true)
      }
      try SessionArrival.store("s1", in: tree, now: 99)
      #expect(try tree.read(.store("sessions/s1/log.jsonl"), limit: 1 << 20)?.bytes == result)
      #expect(try tree.read(.store("sessions/s1/log.99.jsonl"), limit: 1 << 20)?.bytes == (isAside ? here : nil))
    }
  }
}
