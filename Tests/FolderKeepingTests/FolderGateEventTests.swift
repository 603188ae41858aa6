import Recording
import Testing

@testable import FolderKeeping

/// The transitions of the gate: every event in every state of `FolderGateTests`.
@Suite struct FolderGateEventTests {
  private typealias State = FolderGateTests.State
  private static let now = FolderGateTests.now

  /// An event with its values, by name.
  enum Event: String, CaseIterable {
    case openingBegan, openingEnded, checkBegan, checkEnded, pausedByBranch, pausedByQuestion, pausedByFolder,
      pausedByStop, resumed, gitLocked, gitUnlocked, lockSeen, filesChanged, gitSettled, inspectionRequired,
      inspectionBegan, placingBegan, placingEnded, checkpointBegan, checkpointEnded

    var value: FolderEvent {
      switch self {
      case .openingBegan: .openingBegan
      case .openingEnded: .openingEnded
      case .checkBegan: .checkBegan
      case .checkEnded: .checkEnded
      case .pausedByBranch: .paused(FolderPause(cause: .branch, reason: "new"))
      case .pausedByQuestion: .paused(FolderPause(cause: .question, reason: "new"))
      case .pausedByFolder: .paused(FolderPause(cause: .folder, reason: "new"))
      case .pausedByStop: .paused(FolderPause(cause: .stopping, reason: "new"))
      case .resumed: .resumed
      case .gitLocked: .lockChecked(isLocked: true, at: now)
      case .gitUnlocked: .lockChecked(isLocked: false, at: now)
      case .lockSeen: .lockSeen(at: now)
      case .filesChanged: .filesChanged(at: now)
      case .gitSettled: .gitSettled
      case .inspectionRequired: .inspectionRequired
      case .inspectionBegan: .inspectionBegan
      case .placingBegan: .placingBegan
      case .placingEnded: .placingEnded
      case .checkpointBegan: .checkpointBegan
      case .checkpointEnded: .checkpointEnded
      }
    }

    /// Names an event. An event that is added to the gate needs a case here, and with it a row in the tables.
    init(_ event: FolderEvent) {
      self =
        switch event {
        case .openingBegan: .openingBegan
        case .openingEnded: .openingEnded
        case .checkBegan: .checkBegan
        case .checkEnded: .checkEnded
        case .paused(let pause):
          switch pause.cause {
          case .branch: .pausedByBranch
          case .question: .pausedByQuestion
          case .folder: .pausedByFolder
          case .stopping: .pausedByStop
          }
        case .resumed: .resumed
        case .lockChecked(let isLocked, _): isLocked ? .gitLocked : .gitUnlocked
        case .lockSeen: .lockSeen
        case .filesChanged: .filesChanged
        case .gitSettled: .gitSettled
        case .inspectionRequired: .inspectionRequired
        case .inspectionBegan: .inspectionBegan
        case .placingBegan: .placingBegan
        case .placingEnded: .placingEnded
        case .checkpointBegan: .checkpointBegan
        case .checkpointEnded: .checkpointEnded
        }
    }
  }

  private static let opening = FolderGate.Condition.opening
  private static let checking = FolderGate.Condition.checking
  private static let recording = FolderGate.Condition.recording
  private static let working = FolderGate.Condition.gitWorking
  private static let settling = FolderGate.Condition.gitSettling
  private static let away = FolderGate.Condition.awayFromBranch
  private static let asking = FolderGate.Condition.asking
  private static let faulty = FolderGate.Condition.readOnly
  private static let gone = FolderGate.Condition.rootGone
  private static let stops = FolderGate.Condition.stopping

  /// The condition after each event, in the order of the states: opening, checking, recording, gitLocked, gitResting,
  /// awayFromBranch, awayAndLocked, asking, readOnly, rootGone, stopping.
  ///
  /// A pause hides the start and git's work, and a fault of the disk hides all of them. An event of the start sets its
  /// part whatever the part before; the callers send these events in their order.
  private static let conditions: [Event: [FolderGate.Condition]] = [
    .openingBegan: [opening, opening, opening, opening, opening, away, away, asking, faulty, gone, stops],
    .openingEnded: [recording, recording, recording, working, settling, away, away, asking, faulty, gone, stops],
    .checkBegan: [checking, checking, checking, checking, checking, away, away, asking, faulty, gone, stops],
    .checkEnded: [recording, recording, recording, working, settling, away, away, asking, faulty, gone, stops],
    // A pause replaces the one before it, unless the folder is gone or Stet stops.
    .pausedByBranch: [away, away, away, away, away, away, away, away, faulty, gone, stops],
    .pausedByQuestion: [asking, asking, asking, asking, asking, asking, asking, asking, faulty, gone, stops],
    .pausedByFolder: [gone, gone, gone, gone, gone, gone, gone, gone, faulty, gone, stops],
    .pausedByStop: [stops, stops, stops, stops, stops, stops, stops, stops, faulty, stops, stops],
    // The end of git's pause shows what it hid.
    .resumed: [opening, checking, recording, working, settling, recording, working, recording, faulty, gone, stops],
    .gitLocked: [opening, checking, working, working, working, away, away, asking, faulty, gone, stops],
    .gitUnlocked: [opening, checking, recording, settling, settling, away, away, asking, faulty, gone, stops],
    // A lock that is held is checked by `lockChecked`: an event about it is no release.
    .lockSeen: [opening, checking, settling, working, settling, away, away, asking, faulty, gone, stops],
    .filesChanged: [opening, checking, recording, working, settling, away, away, asking, faulty, gone, stops],
    // Only time ends the rest after git's work; that its changes were read ends nothing.
    .gitSettled: [opening, checking, recording, working, settling, away, away, asking, faulty, gone, stops],
    .inspectionRequired: [opening, checking, recording, working, settling, away, away, asking, faulty, gone, stops],
    .inspectionBegan: [opening, checking, recording, working, settling, away, away, asking, faulty, gone, stops],
    .placingBegan: [opening, checking, recording, working, settling, away, away, asking, faulty, gone, stops],
    .placingEnded: [opening, checking, recording, working, settling, away, away, asking, faulty, gone, stops],
    .checkpointBegan: [opening, checking, recording, working, settling, away, away, asking, faulty, gone, stops],
    .checkpointEnded: [opening, checking, recording, working, settling, away, away, asking, faulty, gone, stops],
  ]

  /// The events that change nothing in a state that outlasts them.
  private static let refused: [State: Set<Event>] = [
    .rootGone: [.pausedByBranch, .pausedByQuestion, .resumed],
    .stopping: [.pausedByBranch, .pausedByQuestion, .pausedByFolder, .resumed],
  ]

  /// The effects in the other states; the other events have none.
  private static let effects: [Event: FolderEffect] = [
    .pausedByBranch: .pauseRecorder("new"), .pausedByQuestion: .pauseRecorder("new"),
    .pausedByFolder: .pauseRecorder("new"), .pausedByStop: .pauseRecorder("new"), .resumed: .resumeRecorder,
  ]

  /// The state of the recorder after an effect: a fault of the disk outlasts a pause and its end.
  private static func state(after effect: FolderEffect?, from before: RecorderState) -> RecorderState {
    if case .readOnly = before { return before }
    return switch effect {
    case .pauseRecorder(let reason): .paused(reason)
    case .resumeRecorder: .recording
    case nil: before
    }
  }

  @Test(arguments: Event.allCases)
  func `each event leads from each state to one condition and has one effect`(event: Event) throws {
    #expect(Event(event.value) == event)
    let conditions = try #require(Self.conditions[event], "the table has no row for \(event.rawValue)")
    try #require(conditions.count == State.allCases.count)
    for (state, condition) in zip(State.allCases, conditions) {
      var gate = state.gate
      let effect = gate.apply(event.value)
      gate.state = Self.state(after: effect, from: gate.state)
      #expect(gate.condition(at: Self.now) == condition, "\(state.rawValue): \(event.rawValue)")
      let expected = Self.refused[state]?.contains(event) == true ? nil : Self.effects[event]
      #expect(effect == expected, "\(state.rawValue): \(event.rawValue)")
    }
  }

  /// A fact of the gate that its condition does not show.
  private enum Fact: CaseIterable {
    case mustInspect, isPlacing, isCheckpointing, hasWorked

    func holds(in gate: FolderGate) -> Bool {
      switch self {
      case .mustInspect: gate.mustInspect
      case .isPlacing: gate.isPlacing
      case .isCheckpointing: gate.isCheckpointing
      case .hasWorked: gate.git.hasWorked
      }
    }
  }

  /// The facts that each event sets.
  private static let facts: [Event: [Fact: Bool]] = [
    .openingBegan: [:], .openingEnded: [:], .checkBegan: [:], .checkEnded: [:], .pausedByBranch: [:],
    .pausedByQuestion: [:], .pausedByFolder: [:], .pausedByStop: [:], .resumed: [:], .gitLocked: [.hasWorked: true],
    // git's changes are read after the release of its lock.
    .gitUnlocked: [:], .lockSeen: [.hasWorked: true], .filesChanged: [:], .gitSettled: [.hasWorked: false],
    .inspectionRequired: [.mustInspect: true], .inspectionBegan: [.mustInspect: false],
    .placingBegan: [.isPlacing: true], .placingEnded: [.isPlacing: false],
    .checkpointBegan: [.isCheckpointing: true], .checkpointEnded: [.isCheckpointing: false],
  ]

  /// The part of the start to which an event leads; the other events leave it.
  private static let starts: [Event: FolderGate.Start] = [
    .openingBegan: .opening, .openingEnded: .done, .checkBegan: .checking, .checkEnded: .done,
  ]

  @Test(arguments: Event.allCases)
  func `each event sets its own facts and leaves the others`(event: Event) throws {
    let facts = try #require(Self.facts[event], "the table has no row for \(event.rawValue)")
    let allFacts: [FolderEvent] = [.lockSeen(at: Self.now), .inspectionRequired, .placingBegan, .checkpointBegan]
    for state in State.allCases {
      for preparation in [[], allFacts] {
        var gate = state.gate
        for earlier in preparation { gate.apply(earlier) }
        let before = gate
        gate.apply(event.value)
        for fact in Fact.allCases {
          #expect(fact.holds(in: gate) == facts[fact] ?? fact.holds(in: before), "\(state.rawValue): \(fact)")
        }
        #expect(gate.start == Self.starts[event] ?? before.start, "\(state.rawValue)")
        let pause: FolderPause? =
          switch event.value {
          case _ where Self.refused[state]?.contains(event) == true: before.pause
          case .paused(let new): new
          case .resumed: nil
          default: before.pause
          }
        #expect(gate.pause == pause, "\(state.rawValue)")
        #expect(gate.state == before.state, "the recorder's state follows the effect, not the event")
      }
    }
  }
}
