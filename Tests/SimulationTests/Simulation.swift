import Documents
import FileSystem
import GitObjects
import History
import Sync
import TestSupport

/// Two machines and one remote branch, driven by a seed: the same seed does the same.
///
/// Words that begin with `r-` are agents', those that begin with `p-` the person's; each is drawn once.
final class Simulation {
  /// A machine with what its programs have in hand.
  struct Machine {
    let desk: Desk
    /// A file that an editor has open, cut to nothing, with the text that it is about to write.
    var editor: (handle: Int, path: String, text: String)?
    /// What an agent was given: path, text, token.
    var served: [(path: String, text: String, token: ObjectID)] = []
  }

  /// What went wrong.
  struct Failure: Error, CustomStringConvertible {
    let description: String
  }

  static let paths = ["a", "b", "f/c", "f/d", "g/h/e"]

  let seed: UInt64
  var generator: SeededGenerator
  var machines: [Machine]
  let branch = SharedBranch()
  /// What happened, one line a step.
  var trace: [String] = []
  /// Words that were recorded, or whose write was acknowledged.
  var noted: Set<Substring> = []
  private var drawn = 0

  init(seed: UInt64) throws {
    self.seed = seed
    generator = SeededGenerator(seed: seed)
    machines = try ["one", "two"].map { Machine(desk: try Desk($0)) }
  }

  /// A number below a limit.
  func random(_ limit: Int) -> Int { Int.random(in: 0..<max(1, limit), using: &generator) }

  /// A new word; its end tells it from one that a power cut left half.
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
    try check()
  }

  /// The power comes back, sometimes to go again in the middle of recovery.
  func restart(_ index: Int) throws {
    let desk = machines[index].desk
    machines[index].editor = nil
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
    trace.append("\(index) power cut, tip \(try desk.running().tip?.hex.prefix(8) ?? "-")")
    try desk.scan(believesDeletions: false, afterPowerLoss: true)
  }

  /// What the tip has was recorded for good.
  func noteRecorded(_ index: Int) throws {
    for (_, text) in try machines[index].desk.tipTexts() { noted.formUnion(Self.words(text)) }
  }

  static func words(_ text: String) -> Set<Substring> {
    Set(text.split(separator: "\n").filter { $0.hasSuffix(";") })
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
        try machines[index].desk.scan()
        try noteRecorded(index)
        try exchange(index)
      }
      let tips = try machines.map { try $0.desk.running().tip }
      let isPlaced = try machines.allSatisfy { try !$0.desk.running().isAdopting }
      if isPlaced, tips.allSatisfy({ $0 == branch.head }),
        try machines.allSatisfy({ try $0.desk.scan().commits.isEmpty })
      {
        return
      }
    }
    throw Failure(description: "never at rest")
  }

  private func check() throws {
    let disks = try machines.map { try $0.desk.diskTexts().map { "\($0)" } }
    let tips = try machines.map { try $0.desk.tipTexts().map { "\($0)" } }
    guard disks[0] == disks[1] else { throw Failure(description: "the folders differ: \(disks)") }
    guard disks == tips else { throw Failure(description: "the folder is not the tip: \(disks[0]) \(tips[0])") }
    // What a power cut left half may stand on the same line before a word.
    let texts = try machines.flatMap { try $0.desk.reachableTexts() }
    let lost = noted.filter { word in !texts.contains { $0.contains(word) } }.sorted()
    guard lost.isEmpty else { throw Failure(description: "lost: \(lost)") }
    let reachable = texts.reduce(into: Set<Substring>()) { $0.formUnion(Self.words($1)) }
    let agents = try machines[0].desk.wordsOfAgents()
    let foreign = reachable.filter { $0.hasPrefix("r-") && noted.contains($0) && !agents.contains($0) }.sorted()
    guard foreign.isEmpty else { throw Failure(description: "an agent's words by somebody else: \(foreign)") }
    trace.append("rest \(branch.head?.hex ?? "-")")
  }
}
