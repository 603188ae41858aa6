import GitObjects
import TestSupport
import Testing

@testable import GitProcess
@testable import Sync

@Suite struct SyncMachinePropertyTests {
  @Test(arguments: Seeds.blocks(plain: 2_000, long: 100_000))
  func `in any order of events nothing is forgotten and everybody is answered`(seeds: Range<UInt64>) {
    for seed in seeds {
      var model = MachineModel(seed: seed)
      for _ in 0..<120 { model.stepAtRandom() }
      model.quiesce()
      #expect(model.faults.isEmpty, "seed \(seed): \(model.faults)")
      if !model.faults.isEmpty { return }
    }
  }
}

/// A machine beside a remote, where a history is a set of changes: each is a bit.
struct MachineModel {
  private var run: MachineRun
  private var generator: SeededGenerator
  private var tip: UInt64 = 0
  private var remote: UInt64 = 0
  private var bits = 0
  /// Results that the machine waits for; at most one.
  private var running: ExchangeAction?
  private var pause: (until: Duration?, isWoken: Bool)?
  private var waiting: Set<Int> = []
  private var callers = 0
  private(set) var faults: [String] = []

  init(seed: UInt64) {
    generator = SeededGenerator(seed: seed)
    run = MachineRun(at: .seconds(1_000), canListen: seed.isMultiple(of: 2), seed: seed)
    apply(.resumed)
  }

  /// The commit of a history; nil for the empty one.
  private func commit(_ history: UInt64) -> ObjectID? {
    guard history != 0 else { return nil }
    let hex = String(history, radix: 16)
    return ObjectID(hex: String(repeating: "0", count: 40 - hex.count) + hex)
  }

  private func history(_ commit: ObjectID?) -> UInt64 {
    commit.flatMap { UInt64($0.hex.suffix(16), radix: 16) } ?? 0
  }

  private mutating func change() -> UInt64 {
    bits += 1
    return 1 << UInt64(bits % 60)
  }

  private mutating func fail(_ fault: String) { if faults.count < 3 { faults.append(fault) } }

  /// Applies an event and notes the actions.
  private mutating func apply(_ event: ExchangeEvent) {
    for action in run.apply(event) {
      switch action {
      case .wake: pause?.isWoken = true
      case .pause(let time):
        if pause != nil || running != nil { fail("it pauses while something is going on") }
        if let time, time > .seconds(900) || time < .zero { fail("a pause of \(time)") }
        if time == nil, tip != remote || !waiting.isEmpty {
          fail("a pause without end beside tip \(tip), remote \(remote)")
        }
        pause = (time.map { run.now + $0 }, false)
      case .findBranch, .fetch, .survey, .step:
        if let running { fail("\(action) begins while \(running) is running") }
        running = action
      case .answer(let id, _): if waiting.remove(id) == nil { fail("\(id) is answered twice") }
      case .listen, .stopListening, .publish, .raise, .withdraw, .noteAgreement, .noteFailure: break
      }
    }
    if let wait = run.machine.backoff.wait(at: run.now), wait > .seconds(900) { fail("a pause of \(wait)") }
  }

  mutating func stepAtRandom() {
    switch Int.random(in: 0..<12, using: &generator) {
    case 0, 1:
      tip |= change()
      apply(.signal(.tipMoved))
    case 2:
      remote |= change()
      // A listener reports each change; without one the remote is polled.
      if run.machine.watch.isHearing || Bool.random(using: &generator) {
        apply(.signal(.heard(.changed(Bool.random(using: &generator) ? commit(remote) : nil))))
      }
    case 3:
      callers += 1
      waiting.insert(callers)
      apply(.signal(.waits(callers)))
    case 4: if let caller = waiting.randomElement(using: &generator) { apply(.signal(.expired(caller))) }
    case 5:
      let signals: [ExchangeSignal] = [
        .look, .heard(.ready), .heard(.lost), .heard(.unsupported("")), .listenerEnded,
      ]
      apply(.signal(signals.randomElement(using: &generator) ?? .look))
    case 6: run.now += .milliseconds(Int.random(in: 0..<3_000, using: &generator))
    default: advance(isHealthy: false)
    }
  }

  /// Lets the machine go on without faults until both sides are equal and nobody waits.
  mutating func quiesce() {
    for _ in 0..<600 {
      if tip == remote, waiting.isEmpty, running == nil, pause?.isWoken == false { return }
      advance(isHealthy: true)
    }
    fail("tip \(tip), remote \(remote), \(waiting.count) wait, \(String(describing: running)) is running")
  }

  /// Ends a pause, or gives the running action a result.
  private mutating func advance(isHealthy: Bool) {
    if let pause {
      // Without a time only a signal ends the pause.
      guard pause.isWoken || pause.until != nil else { return }
      if !pause.isWoken, let until = pause.until { run.now = max(run.now, until) }
      self.pause = nil
      return apply(.resumed)
    }
    guard let action = running else { return apply(.resumed) }
    running = nil
    run.now += .milliseconds(Int.random(in: 1..<200, using: &generator))
    if !isHealthy, Int.random(in: 0..<5, using: &generator) == 0 { return apply(failure(of: action)) }
    apply(result(of: action))
  }

  private mutating func failure(of action: ExchangeAction) -> ExchangeEvent {
    if case .fetch = action { apply(.fact(.fetchFailed)) }
    let question = SyncQuestion(kind: .remoteBranchDeleted, tip: commit(tip), remote: nil)
    let ends: [RoundEnd] = [
      .failed(.offline("")), .failed(.denied("")), .refused("no"), .broken("full"), .question(question), .contended,
      .postponed,
    ]
    return .ended(ends.randomElement(using: &generator) ?? .contended)
  }

  private mutating func result(of action: ExchangeAction) -> ExchangeEvent {
    switch action {
    case .findBranch: .onBranch(run.machine.remote.branch == nil ? KnownRemote.Notes(branch: "main") : nil)
    case .fetch: run.fetched(commit(remote))
    case .survey: .surveyed(.init(tip: commit(tip), plan: plan()))
    case .step(.publish(let id)): push(history(id))
    case .step(.adopt), .step(.merge): adopt(action)
    default: .stepped(.again)
    }
  }

  /// Decides as the engine does, from what is known of the remote.
  private func plan() -> SyncPlan {
    let known = history(run.machine.remote.commit)
    let relation: Relation =
      if tip == known { .same } else if tip & known == known { .ahead } else if tip & known == tip {
        .behind
      } else { .diverged(bases: []) }
    return .decide(
      tip: commit(tip), remote: commit(known), seen: nil, keepsSeen: true, relation: relation)
  }

  private mutating func push(_ pushed: UInt64) -> ExchangeEvent {
    guard let commit = commit(pushed) else { return .stepped(.again) }
    apply(.fact(.begins))
    apply(.fact(.pushBegan(commit)))
    let started = run.now
    run.now += .milliseconds(Int.random(in: 1..<300, using: &generator))
    let isRejected = remote & ~pushed != 0
    if !isRejected { remote = pushed }
    let answer = isRejected ? PushResult.rejectedNonFastForward : .accepted
    apply(
      .fact(.pushed(.init(commit: commit, answer: answer, started: started, contact: 1_700_000_000))))
    return .stepped(isRejected ? .outrun(by: commit, isWhole: true) : .published(isWhole: true))
  }

  private mutating func adopt(_ action: ExchangeAction) -> ExchangeEvent {
    var isMerge = false
    if case .step(.merge) = action { isMerge = true }
    if Int.random(in: 0..<6, using: &generator) == 0 {
      apply(.fact(.missed))
    } else {
      let before = tip
      tip |= history(run.machine.remote.commit)
      if let new = commit(tip) { apply(.fact(.adopted(from: commit(before), to: new, conflicts: 0))) }
    }
    return .stepped(isMerge ? .prepared : .again)
  }
}
