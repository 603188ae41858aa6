internal import GitObjects
internal import Sync

/// A machine in a storm as its exchange sees it.
struct StormHost: SyncHost {
  /// The machine.
  let machine: StormMachine
  /// The machine's name in the log.
  let name: String
  /// The log of the storm.
  let log: StormLog

  var template: [TemplateContent] { [] }

  func tip() async -> ObjectID? { await machine.tip() }
  func branch() async -> String { "main" }
  func adopt(_ target: ObjectID, expecting: ObjectID?, leaving: Set<NameKey>) async throws -> AdoptOutcome {
    try await machine.adopt(target, expecting: expecting, leaving: leaving)
  }
  func hold(_ limit: Duration) async {}
  func refused() async throws -> Set<PathVersion>? { [] }
  func forbids(_ versions: Set<PathVersion>) async -> String? { nil }
  func refuse(_ versions: [PathVersion: String]) async throws {
    log.note(question: "\(name): \(versions.count) versions refused")
  }
  func unsent(of tip: ObjectID, over remote: ObjectID?) async throws -> UnsentObjects { UnsentObjects() }
  func publication() async -> PublicationRule { .open }
  func joinedEmpty() async -> Bool { false }
  func mend(_ words: String) async -> Bool { false }
  func prepare(_ graph: CommitGraph) {}
  func answer(to question: SyncQuestion) async -> SyncAnswer? { nil }
  func raise(_ question: SyncQuestion) async { log.note(question: "\(name): \(question)") }
  func withdraw(_ id: String) async {}
  func noteAgreement() async {}
  func noteFailure() async {}
  func publish(_ event: SyncEvent) {}
}

/// The clock of a storm for an exchange.
struct StormClock: SyncClock {
  /// The clock of the simulation.
  let time: StormTime

  func seconds() -> Int64 { 1_700_000_000 + time.now.components.seconds }
  func uptime() -> Duration { time.now }
  func wait(_ time: Duration) async throws { try await self.time.wait(time) }
}
