import Recording
import Testing

@testable import FolderKeeping

@Suite struct FolderGateTests {
  static let now: Int64 = 1_000_000_000_000
  private static let look = now + ForeignGit.look
  private static let rest = now + ForeignGit.rest

  /// A state of the folder, by name.
  enum State: String, CaseIterable {
    case opening, checking, recording, gitLocked, gitResting, awayFromBranch, awayAndLocked, asking, readOnly, rootGone,
      stopping

    var gate: FolderGate {
      var gate = FolderGate()
      switch self {
      case .opening: gate.apply(.openingBegan)
      case .checking:
        gate.apply(.openingBegan)
        gate.apply(.openingEnded)
        gate.apply(.checkBegan)
      case .gitLocked, .awayAndLocked: gate.apply(.lockChecked(isLocked: true, at: now))
      case .gitResting: gate.apply(.lockSeen(at: now))
      default: break
      }
      let (state, cause): (RecorderState, FolderPause.Cause?) =
        switch self {
        case .opening, .checking, .recording, .gitLocked, .gitResting: (.recording, nil)
        case .awayFromBranch, .awayAndLocked: (.paused("why"), .branch)
        case .asking: (.paused("why"), .question)
        case .readOnly: (.readOnly("why"), .question)
        case .rootGone: (.paused("why"), .folder)
        case .stopping: (.paused("why"), .stopping)
        }
      gate.state = state
      if let cause { gate.apply(.paused(FolderPause(cause: cause, reason: "why"))) }
      return gate
    }

    /// The reason for an act that is not allowed.
    var reason: String { self == .opening || self == .checking ? FolderGate.startReason : "why" }
  }

  private static let answers: [(State, [FolderGate.Act: FolderGate.Answer])] = [
    (.opening, [:]), (.checking, [:]),
    (.recording, [.capture: .now, .record: .now, .write: .now, .exchange: .now, .download: .now]),
    (.gitLocked, [.capture: .now, .record: .at(look), .write: .at(look), .exchange: .at(look), .download: .now]),
    (.gitResting, [.capture: .now, .record: .at(rest), .write: .at(rest), .exchange: .at(rest), .download: .now]),
    (.awayFromBranch, [.capture: .now]), (.awayAndLocked, [.capture: .now]), (.asking, [.capture: .now]),
    (.readOnly, [:]), (.rootGone, [:]), (.stopping, [:]),
  ]

  @Test(arguments: answers)
  func `each state allows its acts and gives a reason for the others`(
    state: State, answers: [FolderGate.Act: FolderGate.Answer]
  ) {
    for act in FolderGate.Act.allCases where act != .inspect {
      #expect(state.gate.allows(act, at: Self.now) == answers[act] ?? .no(state.reason), "\(state.rawValue): \(act)")
    }
  }

  @Test func `the end of the check allows everything, once`() {
    var gate = State.checking.gate
    #expect(gate.condition(at: Self.now) == .checking && !gate.keepsAtOnce(at: Self.now))
    gate.apply(.checkEnded)
    #expect(gate == FolderGate() && gate.allows(.write, at: Self.now) == .now)
    // A fault of the disk is reported before the start.
    gate.apply(.checkBegan)
    gate.state = .readOnly("why")
    #expect(gate.condition(at: Self.now) == .readOnly && gate.allows(.write, at: Self.now) == .no("why"))
  }

  @Test(arguments: State.allCases)
  func `the branch is looked at in every state after the start once git has rested`(state: State) {
    let isLocked = state == .gitLocked || state == .awayAndLocked
    let isStart = state == .opening || state == .checking
    let answer: FolderGate.Answer =
      isStart ? .no(state.reason) : isLocked ? .at(Self.look) : state == .gitResting ? .at(Self.rest) : .now
    #expect(state.gate.allows(.inspect, at: Self.now) == answer)
    // An act that is refused for another reason does not wait for git.
    #expect(state.gate.waitsForGit(.write, at: Self.now) == (state == .gitLocked || state == .gitResting))
  }

  @Test(arguments: [
    (State.recording, FolderGate.CaptureScope.whatGitLacks), (.gitLocked, .whatGitLacks), (.gitResting, .whatGitLacks),
    (.awayFromBranch, .everything), (.awayAndLocked, .whatGitLacks), (.asking, .everything), (.readOnly, .nothing),
    (.rootGone, .nothing), (.stopping, .nothing), (.opening, .nothing), (.checking, .nothing),
  ])
  func `a pause captures everything that no reference has, but for git's check-outs`(
    state: State, scope: FolderGate.CaptureScope
  ) {
    #expect(state.gate.captureScope(at: Self.now) == scope)
  }

  @Test(arguments: [
    (State.recording, now as Int64?), (.gitLocked, look), (.gitResting, rest), (.awayFromBranch, now),
    (.awayAndLocked, look), (.asking, now), (.readOnly, nil), (.rootGone, nil), (.stopping, nil),
    (.opening, nil), (.checking, nil),
  ])
  func `files are looked at when git has rested, also during a pause`(state: State, time: Int64?) {
    #expect(state.gate.nextLook(at: Self.now) == time)
  }

  @Test func `a refused write is tried again when git may have rested or only holds its lock`() {
    let patience = Self.now + ForeignGit.patience
    #expect(State.gitLocked.gate.retryTime(of: .write, at: Self.now) == patience)
    #expect(State.gitLocked.gate.retryTime(of: .record, at: Self.now) == Self.look)
    #expect(State.gitResting.gate.retryTime(of: .write, at: Self.now) == Self.rest)
    var changed = State.gitLocked.gate
    changed.apply(.filesChanged(at: Self.now + 100))
    #expect(changed.retryTime(of: .write, at: Self.now + 100) == patience + 100)
    for state in [State.recording, .awayFromBranch, .readOnly, .stopping, .opening, .checking] {
      #expect(state.gate.retryTime(of: .write, at: Self.now) == nil)
    }
  }
}
