import GitObjects
import TestSupport

@testable import Sync

/// A machine with its clock and its randomness.
struct MachineRun {
  private(set) var machine: SyncMachine
  var now: Duration
  private var generator: SeededGenerator

  init(at now: Duration, canListen: Bool = false, seed: UInt64 = 1) {
    machine = SyncMachine(canListen: canListen)
    self.now = now
    generator = SeededGenerator(seed: seed)
  }

  @discardableResult
  mutating func apply(_ event: ExchangeEvent) -> [ExchangeAction] {
    machine.apply(event, at: now, using: &generator)
  }

  /// The answer to a fetch that was just made.
  func fetched(_ commit: ObjectID?) -> ExchangeEvent {
    .fetched(FetchAnswer(commit: commit, inboxes: [:], asked: now, contact: 1_700_000_000))
  }

  var phaseWord: String {
    switch machine.phase {
    case .resting: "resting"
    case .exchanging: "exchanging"
    case .stopped: "stopped"
    }
  }

  /// An action in one word.
  static func word(_ action: ExchangeAction) -> String {
    switch action {
    case .wake: "wake"
    case .pause: "pause"
    case .listen: "listen"
    case .stopListening: "mute"
    case .findBranch: "findBranch"
    case .fetch: "fetch"
    case .survey: "survey"
    case .step(let step): first(step)
    case .answer(let id, nil): "answer\(id):done"
    case .answer(let id, .timedOut?): "answer\(id):timedOut"
    case .answer(let id, .stopped?): "answer\(id):stopped"
    case .answer(let id, let error?): "answer\(id):\(first(error))"
    case .publish(let event): first(event)
    case .raise: "raise"
    case .withdraw: "withdraw"
    case .noteAgreement: "agreement"
    case .noteFailure: "failure"
    }
  }

  /// The name of a case.
  private static func first(_ value: some Any) -> String {
    if let label = Mirror(reflecting: value).children.first?.label { return label }
    return "\(value)"
  }
}
