import Documents
import FileSystem
import GitObjects
import Merge
import Recording
import TestSupport

/// Two machines and one remote branch, driven by a seed: the same seed does the same.
///
/// Words that begin with `r-` are agents', those that begin with `p-` the person's; each is drawn once.
final class Simulation {
  /// A rule that does not hold.
  struct Failure: Error, CustomStringConvertible {
    let description: String
  }

  static let paths = ["a", "b", "f/c", log, "g/h/e"]
  /// A file whose lines have no order.
  static let log = "f/log"

  let seed: UInt64
  let bug: PlantedBug?
  var generator: SeededGenerator
  var machines: [SimulatedMachine]
  let branch = SharedBranch()
  /// The events, one line a step.
  var trace: [String] = []
  /// Words that were recorded or acknowledged, and words that were removed.
  var ledger = WordLedger()
  /// The paths that somebody deleted or renamed, or that a power cut may have taken.
  var gone: Set<String> = []
  private var drawn = 0

  /// Makes two machines; with a bug, both have it.
  init(seed: UInt64, bug: PlantedBug? = nil) throws {
    self.seed = seed
    self.bug = bug
    generator = SeededGenerator(seed: seed)
    machines = try ["one", "two"].map {
      SimulatedMachine(desk: try Desk($0) { bug?.plant(in: &$0) }, remembersReaders: seed % 4 != 0)
    }
    for machine in machines {
      machine.watchReaders()
      try machine.desk.save(".gitattributes", "\(Self.log) merge=union\n", durable: true)
      try machine.desk.scan()
    }
  }

  /// A number below a limit.
  func random(_ limit: Int) -> Int { Int.random(in: 0..<max(1, limit), using: &generator) }

  /// A new word; its end distinguishes it from one that a power cut left half.
  func word(_ mark: String) -> String {
    drawn += 1
    return "\(mark)\(drawn);"
  }

  /// Runs some steps, then has all come to rest and checks what must hold.
  ///
  /// - Parameter steps: their numbers, below 1,000.
  func run(steps: some Sequence<Int>) throws {
    for step in steps {
      // Each draws numbers of its own: without others before it, it is still much the same step.
      generator = SeededGenerator(seed: seed &* 1_000 &+ UInt64(step))
      let index = random(machines.count)
      do { try self.step(index) } catch {
        // A power cut makes everything fail; whatever else fails is a finding.
        guard !machines[index].desk.power.isOn else {
          throw Failure(description: "step \(step): \(trace.last ?? ""): \(error)")
        }
        try restart(index)
      }
      if !machines[index].desk.power.isOn { try restart(index) }
      try noteRecorded(index)
    }
    try rest()
    try answerQuestions()
    try check()
  }

  /// The power comes back, sometimes to go again in the middle of recovery.
  func restart(_ index: Int) throws {
    let desk = machines[index].desk
    noteLateSaves(index)
    for save in machines[index].endPrograms() {
      ledger.lose(save)
      gone.insert(save.path)
    }
    for attempt in 0..<3 {
      desk.crash(using: &generator)
      if attempt < 2, random(4) == 0 {
        let cut = desk.powerCut()
        let (count, last) = (StepCount(), random(60))
        desk.observe { _, _ in if count.next() == last { cut() } }
      }
      do { try desk.open() } catch { if desk.power.isOn { throw error } }
      if desk.power.isOn { break }
    }
    desk.calm()
    machines[index].watchReaders()
    trace.append("\(index) power cut, tip \(try desk.running().tip?.hex.prefix(8) ?? "-")")
    let isSuspicious = bug != .tornFilesAreSaves
    let outcome = try desk.scan(believesDeletions: false, afterPowerLoss: isSuspicious)
    machines[index].watcher.see(outcome.postponed.map(\.string))
  }

  /// Notes the texts of the tip as recorded.
  func noteRecorded(_ index: Int) throws {
    for (_, text) in try machines[index].desk.tipTexts() { ledger.record(WordLedger.words(text)) }
    machines[index].forgetRecorded(ledger.recorded)
    let open = try machines[index].desk.running().saves.unseen.all.map { "\($0.key) \($0.value.kind)" }.sorted()
    if machines[index].noteAsked(open) { trace.append("\(index) asks about \(open)") }
  }

  /// All programs end, everything is recorded and exchanged until nothing moves any more.
  private func rest() throws {
    for index in machines.indices {
      machines[index].desk.calm()
      try finishEditor(index)
      machines[index].desk.wait(milliseconds: 10_000)
    }
    for _ in 0..<12 {
      for index in machines.indices {
        let recorder = try machines[index].desk.running()
        try recorder.continueAdoption(within: .none)
        _ = recorder.settleDisplaced()
        recorder.allowDeletions()
        try look(index, believesDeletions: true)
        try noteRecorded(index)
        try exchange(index, isAtRest: true)
      }
      let tips = try machines.map { try $0.desk.running().tip }
      let isPlaced = try machines.allSatisfy { try !$0.desk.running().isAdopting }
      guard isPlaced, tips.allSatisfy({ $0 == branch.head }) else { continue }
      for index in machines.indices {
        let found = try machines[index].desk.scan().commits
        guard found.isEmpty else { throw Failure(description: "\(index): a scan finds what no event told of") }
      }
      return
    }
    throw Failure(description: "never at rest")
  }

  /// The person answers what is open about saves with the step that merges.
  private func answerQuestions() throws {
    for index in machines.indices {
      for path in Self.paths { _ = try machines[index].desk.running().reapply(WorkspacePath(path)) }
      try noteRecorded(index)
    }
    try rest()
  }
}
