import GitObjects
import TestSupport
import Testing

@testable import GitProcess
@testable import Sync

@Suite struct SyncMachineTests {
  /// The states of the table.
  enum State: CaseIterable {
    /// Both sides are equal, a listener is running, and nobody waits.
    case equal
    /// The remote cannot be reached.
    case offline
    /// A person must decide.
    case asking
    /// The remote is being asked, and a caller waits since before.
    case fetching
    /// The exchange has ended.
    case stopped
  }

  private static let now = Duration.seconds(1_000)
  private static let tip = ObjectID.emptyTree
  private static let other = ObjectID(hex: String(repeating: "1", count: 40)) ?? .emptyTree
  private static let question = SyncQuestion(kind: .remoteBranchDeleted, tip: tip, remote: nil)

  private static func machine(_ state: State) -> MachineRun {
    var run = MachineRun(at: now, canListen: state == .equal)
    run.apply(.resumed)
    run.apply(.onBranch(KnownRemote.Notes(branch: "main", seen: tip)))
    run.apply(run.fetched(tip))
    run.apply(.surveyed(.init(tip: tip, plan: .nothing)))
    switch state {
    case .equal: break
    case .asking:
      run.apply(.signal(.look))
      run.apply(.resumed)
      run.apply(.ended(.question(question)))
    case .offline:
      run.apply(.signal(.look))
      run.apply(.resumed)
      run.apply(.onBranch(nil))
      run.apply(.fact(.fetchFailed))
      run.apply(.ended(.failed(.offline("the network is gone"))))
    case .fetching:
      run.apply(.signal(.look))
      run.apply(.signal(.waits(1)))
      run.apply(.resumed)
      run.apply(.onBranch(nil))
    case .stopped: run.apply(.signal(.stopped))
    }
    return run
  }

  /// Each row is an event with its actions in each state, in the order of the states. A sign before them is a change of
  /// the phase: `>` begins a round, `<` ends it, `!` ends the exchange.
  private static let table: [(event: ExchangeEvent, actions: [String])] = [
    (.resumed, ["pause", "pause", "pause", "", ""]),
    (.signal(.tipMoved), all("wake")),
    (.signal(.look), all("wake")),
    (.signal(.heard(.ready)), all("wake")),
    (.signal(.heard(.changed(nil))), all("wake")),
    (.signal(.heard(.changed(tip))), all("")),
    (.signal(.heard(.changed(other))), all("wake")),
    (.signal(.heard(.lost)), all("wake")),
    (.signal(.heard(.unsupported(""))), all("mute wake")),
    (.signal(.listenerEnded), ["listen wake", "wake", "wake", "wake", "wake"]),
    (.signal(.waits(2)), ["wake", "wake", "wake", "wake", "answer2:stopped"]),
    (.signal(.expired(1)), during("answer1:timedOut")),
    (.signal(.stopped), ["!mute", "!mute", "!mute", "!mute answer1:stopped", "mute"]),
    (.onBranch(nil), during("survey")),
    (.onBranch(KnownRemote.Notes(branch: "next")), during("mute fetch")),
    (.fetched(.init(commit: tip, inboxes: [:], asked: now, contact: 1)), during("survey")),
    (.fetched(.init(commit: other, inboxes: [:], asked: now, contact: 1)), during("fetched survey")),
    (.surveyed(.init(tip: tip, isWithheld: true)), during("findBranch")),
    (.surveyed(.init(tip: tip, plan: .nothing)), during("findBranch")),
    (.surveyed(.init(tip: tip, plan: .push)), during("publish")),
    (.surveyed(.init(tip: tip, plan: .adopt)), during("adopt")),
    (.surveyed(.init(tip: tip, plan: .merge(bases: []))), during("merge")),
    (.surveyed(.init(tip: tip, plan: .question(.remoteRewritten))), during("ask")),
    (.surveyed(.init(tip: tip, plan: .push, inbox: other)), during("take")),
    (.stepped(.again), during("findBranch")),
    (.stepped(.prepared), during("findBranch")),
    (.stepped(.awaitsObjects(problem: nil)), during("findBranch")),
    (.stepped(.published(isWhole: false)), during("findBranch")),
    (.stepped(.published(isWhole: true)), during("<agreement answer1:done")),
    (.stepped(.outrun(by: tip, isWhole: true)), during("findBranch")),
    (.stepped(.ended(.postponed)), during("<")),
    (.ended(.done(isConfirmed: false)), during("<")),
    (.ended(.done(isConfirmed: true)), during("<agreement answer1:done")),
    (.ended(.postponed), during("<")),
    (.ended(.waiting(problem: nil)), during("<")),
    (.ended(.waiting(problem: "full")), during("<answer1:objects")),
    (.ended(.contended), during("<")),
    (.ended(.question(question)), during("<answer1:question raise")),
    (.ended(.refused("no")), during("<refused answer1:refused")),
    (.ended(.failed(.offline(""))), during("<offline answer1:unreachable failure")),
    (.ended(.failed(.denied(""))), during("<refused answer1:unreachable failure")),
    (.ended(.failed(.cancelled)), during("<")),
    (.ended(.broken("full")), during("<problem answer1:repository")),
    (.fact(.begins), all("syncing")),
    (.fact(.fetchFailed), all("")),
    (.fact(.pushBegan(other)), all("")),
    (.fact(.pushFailed), all("")),
    (.fact(.pushed(pushed(.accepted))), all("published")),
    (.fact(.pushed(pushed(.rejectedNonFastForward))), all("")),
    (.fact(.pushed(pushed(.locked(message: "")))), all("")),
    (.fact(.pushed(pushed(.refused(message: "")))), all("")),
    (.fact(.recorded(other)), all("")),
    (.fact(.leavesDeleted(true)), all("")),
    (.fact(.restoresLost), all("")),
    (.fact(.reread(KnownRemote.Notes(branch: "main"))), all("")),
    (.fact(.adopted(from: tip, to: other, conflicts: 0)), all("adopted")),
    (.fact(.missed), all("")),
    (.fact(.deletes(30)), all("")),
    (.fact(.found), all("")),
    (.fact(.vain(isLone: false)), all("")),
  ]

  private static func all(_ actions: String) -> [String] { State.allCases.map { _ in actions } }

  private static func during(_ actions: String) -> [String] { State.allCases.map { $0 == .fetching ? actions : "" } }

  private static func pushed(_ answer: PushResult) -> PushAnswer {
    PushAnswer(commit: other, answer: answer, started: now, contact: 1)
  }

  @Test(arguments: State.allCases)
  func `each event has the actions of the table in each state`(state: State) {
    for row in Self.table {
      var run = Self.machine(state)
      let before = run.phaseWord
      let actions = run.apply(row.event).map(MachineRun.word).joined(separator: " ")
      let sign =
        switch (before, run.phaseWord) {
        case ("resting", "exchanging"): ">"
        case ("exchanging", "resting"): "<"
        case (_, "stopped") where before != "stopped": "!"
        default: ""
        }
      let place = State.allCases.firstIndex(of: state) ?? 0
      #expect(sign + actions == row.actions[place], "\(row.event) in \(state)")
    }
  }

  @Test func `a round begins at once if the tip moved, the remote may have, or somebody waits`() {
    for signal in [ExchangeSignal.tipMoved, .look, .waits(1), .heard(.changed(Self.other))] {
      var run = Self.machine(.equal)
      run.apply(.signal(signal))
      #expect(run.apply(.resumed) == [.findBranch(isFirst: true)], "\(signal)")
      #expect(run.phaseWord == "exchanging")
      #expect(run.apply(.resumed).isEmpty, "a second round began")
    }
  }

  @Test func `a save does not end the pause after a failure, a report and a caller do`() {
    for (signal, begins) in [
      (ExchangeSignal.tipMoved, false), (.look, true), (.waits(1), true), (.heard(.ready), true),
      (.heard(.lost), false),
    ] {
      var run = Self.machine(.offline)
      run.apply(.signal(signal))
      #expect((run.apply(.resumed) == [.findBranch(isFirst: true)]) == begins, "\(signal)")
    }
  }

  @Test func `a round that goes in circles ends after six steps`() {
    var run = Self.machine(.fetching)
    run.apply(run.fetched(Self.tip))
    for _ in 1..<SyncMachine.mostSteps {
      #expect(run.apply(.stepped(.again)) == [.findBranch(isFirst: false)])
      run.apply(.onBranch(nil))
    }
    #expect(run.apply(.stepped(.again)).isEmpty)
    #expect(run.phaseWord == "resting" && run.machine.backoff.wait(at: run.now) != nil)
  }

  @Test func `writes wait after the tip moved three times before an adoption`() {
    var run = Self.machine(.fetching)
    for count in 0..<4 {
      let actions = run.apply(run.fetched(Self.other)).suffix(1)
      #expect(Array(actions) == [.survey(holdsWrites: count >= 3)])
      run.apply(.fact(.missed))
    }
    run.apply(.fact(.adopted(from: nil, to: Self.other, conflicts: 0)))
    #expect(run.apply(.onBranch(nil)) == [.survey(holdsWrites: false)])
  }

  @Test func `nothing is published without permission`() {
    let push = Survey(tip: Self.tip, plan: .push)
    func steps(_ change: (inout Survey) -> Void) -> String {
      var (run, survey) = (Self.machine(.fetching), push)
      run.apply(run.fetched(Self.other))
      change(&survey)
      return run.apply(.surveyed(survey)).map(MachineRun.word).joined(separator: " ")
    }
    #expect(steps { _ in } == "publish")
    #expect(steps { $0.gate = .unknown } == "")
    #expect(steps { $0.gate = .failed("lost") } == "problem answer1:repository")
    #expect(steps { $0.gate = .forbidden("secret") } == "refused answer1:refused")
    #expect(steps { $0.publication = .asks(address: "there") } == "askToPublish")
    #expect(steps { $0.publication = .closed } == "agreement answer1:done")
    #expect(steps { $0.isAwaited = true } == "agreement answer1:done")
    #expect(steps { $0.tip = nil } == "agreement answer1:done")
  }

  @Test func `a branch that a person left deleted is neither published nor asked about`() {
    for plan in [SyncPlan.push, .question(.remoteBranchDeleted)] {
      var run = Self.machine(.fetching)
      run.apply(run.fetched(nil))
      run.apply(.fact(.leavesDeleted(true)))
      let actions = run.apply(.surveyed(.init(tip: Self.tip, plan: plan))).map(MachineRun.word)
      #expect(actions == ["agreement", "answer1:done"])
    }
  }

  @Test func `another branch begins with a race and inboxes of its own`() {
    var run = Self.machine(.fetching)
    var answer = Self.pushed(.rejectedNonFastForward)
    answer.inboxes = [InboxAnswer(place: .hidden, commit: Self.other, answer: .accepted)]
    run.apply(.fact(.pushed(answer)))
    #expect(run.machine.inbox.left?.commit == Self.other)
    run.apply(.onBranch(KnownRemote.Notes(branch: "next")))
    #expect(run.machine.inbox == InboxState())
  }

  @Test func `a hook that declines the whole push does not move the inbox to another place`() {
    var run = Self.machine(.fetching)
    let declined = PushResult.refused(message: "pre-receive hook declined")
    var answer = Self.pushed(declined)
    answer.inboxes = [InboxAnswer(place: .hidden, commit: Self.other, answer: declined)]
    run.apply(.fact(.pushed(answer)))
    #expect(run.machine.inbox.place == .hidden)
    answer.answer = .rejectedNonFastForward
    run.apply(.fact(.pushed(answer)))
    #expect(run.machine.inbox.place == .branches)
  }

  @Test func `a lock on the remote's branch counts until somebody moves the branch`() {
    var run = Self.machine(.fetching)
    run.apply(run.fetched(Self.tip))
    for count in 1...2 {
      run.apply(.fact(.pushed(Self.pushed(.locked(message: "")))))
      run.apply(run.fetched(Self.tip))
      #expect(run.machine.remote.locks == count)
    }
    run.apply(run.fetched(Self.other))
    #expect(run.machine.remote.locks == 0)
  }

  @Test func `a caller during a round gets one of its own`() {
    var run = Self.machine(.fetching)
    run.apply(.signal(.waits(2)))
    #expect(run.apply(.ended(.done(isConfirmed: true))).contains(.answer(1, nil)))
    #expect(run.machine.waiters.count == 1)
    #expect(run.apply(.resumed) == [.findBranch(isFirst: true)])
    run.apply(.onBranch(nil))
    run.apply(run.fetched(Self.tip))
    #expect(run.apply(.surveyed(.init(tip: Self.tip))).contains(.answer(2, nil)))
  }

  @Test func `trouble is published once, and its end`() {
    var run = Self.machine(.offline)
    run.apply(.signal(.look))
    run.apply(.resumed)
    #expect(run.apply(.ended(.failed(.timedOut(seconds: 60)))).map(MachineRun.word) == ["failure"])
    run.apply(.signal(.look))
    run.apply(.resumed)
    run.apply(.onBranch(nil))
    run.apply(run.fetched(Self.tip))
    #expect(run.apply(.surveyed(.init(tip: Self.tip))).map(MachineRun.word) == ["online", "agreement"])
  }

  @Test func `a question that no longer arises is withdrawn`() {
    var run = Self.machine(.fetching)
    run.apply(.ended(.question(Self.question)))
    let next = SyncQuestion(kind: .unrelatedHistory, tip: Self.tip, remote: Self.other)
    for (end, words) in [
      (RoundEnd.question(Self.question), ["raise"]), (.failed(.offline("")), ["offline", "failure"]),
      (.question(next), ["withdraw", "raise"]), (.done(isConfirmed: true), ["withdraw", "agreement"]),
    ] {
      run.apply(.signal(.look))
      run.apply(.resumed)
      #expect(run.apply(.ended(end)).map(MachineRun.word) == words, "\(end)")
    }
  }

  @Test func `a listener is started once, and again after a delay`() {
    var run = MachineRun(at: Self.now, canListen: true)
    #expect(run.apply(.resumed) == [.listen(after: nil), .findBranch(isFirst: true)])
    run.apply(.ended(.done(isConfirmed: true)))
    for longest in [1, 2, 4] {
      let actions = run.apply(.signal(.listenerEnded))
      guard case .listen(let delay?) = actions.first else {
        Issue.record("the listener is not started again: \(actions)")
        return
      }
      #expect(delay <= .seconds(longest) && delay >= .milliseconds(500 * longest))
    }
    run.apply(.signal(.heard(.ready)))
    #expect(run.machine.watch.isHearing)
    #expect(run.apply(.signal(.heard(.unsupported("")))) == [.stopListening, .wake])
    #expect(run.apply(.signal(.listenerEnded)) == [.wake])
    #expect(!run.machine.watch.isHearing)
  }
}
