import Documents
import FileSystem
import GitObjects
import Glibc
import Recording
import TestSupport
import Testing

@Suite struct `Power cuts` {
  /// Crash outcomes tried at each place; `STET_LONG=1` tries many.
  private static let seeds: UInt64 = getenv("STET_LONG") == nil ? 1 : 12

  /// A scenario on a new desk whose power goes before an operation, or after a step of a turn.
  private struct Run {
    let desk: Desk
    let noted = CrashNotes()
    /// How many operations there were.
    var operations: Int

    init(_ scenario: CrashScenario, cutBefore: Int = .max, cutAfter: (RecorderHooks.Step, Int)? = nil) throws {
      desk = try CrashScenario.desk()
      let count = Counter()
      let cut = desk.powerCut()
      if let (wanted, time) = cutAfter {
        let steps = Counter()
        try desk.running().log.close()
        desk.hooks = RecorderHooks { step in
          if step == wanted, steps.add() == time { cut() }
        }
        try desk.open()
        desk.hooks = RecorderHooks()
      }
      desk.observe { _, _ in if count.add() == cutBefore { cut() } }
      do { try scenario.run(desk, noted) } catch {
        if desk.power.isOn { throw error }
      }
      operations = count.value
    }
  }

  private func check(_ desk: Desk, _ noted: CrashNotes, _ label: String) throws {
    let texts = try desk.reachableTexts()
    for word in noted.words {
      #expect(texts.contains { $0.contains(word + "\n") }, "\(label): \(word) is lost")
    }
    let (tip, held) = (try desk.running().tip, try desk.running().tips.heldTip)
    let disk = try desk.diskTexts().map { "\($0)" }
    try desk.open()
    #expect(try desk.running().tip == tip && desk.running().tips.heldTip == held, "\(label): a second recovery records")
    #expect(try desk.diskTexts().map { "\($0)" } == disk, "\(label): a second recovery changes files")
    #expect(try desk.store.reference(StetReference.tip) == tip, "\(label)")
    try desk.scan(afterPowerLoss: true)
    #expect(try desk.diskTexts().map { "\($0)" } == desk.tipTexts().map { "\($0)" }, "\(label): not at rest")
    for mark in ["r-", "t-"] {
      #expect(try desk.commitsOfThePerson(bringing: mark) == [], "\(label): not the person's words")
    }
    // The files still have another machine's changes: no old version was taken for a revert (F14).
    let tipWords = try desk.tipTexts().map(\.text).joined()
    for word in noted.words where word.hasPrefix("t-") {
      let isThere = tipWords.contains(word + "\n")
      #expect(isThere, "\(label): \(word) was taken back")
    }
    try checkFiles(desk, noted, label)
    #expect(try desk.running().disk.problems.isEmpty, "\(label)")
    try desk.write("a", .appending("r-later\n")).result()
    try desk.write("later/file", .text("r-file\n")).result()
    #expect(try desk.recorded("a")?.hasSuffix("r-later\n") == true, "\(label)")
  }

  /// Checks the invariant I9: each word is in a file or in an open conflict, unless somebody took it out who had read
  /// it. A save that is asked about is answered with a merge.
  private func checkFiles(_ desk: Desk, _ noted: CrashNotes, _ label: String) throws {
    for path in try desk.running().saves.unseen.all.keys { _ = try desk.running().reapply(path) }
    let sides = try desk.openConflicts().flatMap { [$0.kept, $0.other] }.compactMap(\.self)
    let texts =
      try desk.diskTexts().map(\.text) + sides.map { String(decoding: try desk.store.blob($0), as: UTF8.self) }
    for word in noted.owed {
      #expect(texts.contains { $0.contains(word + "\n") }, "\(label): \(word) is in no file and no conflict")
    }
  }

  @Test(arguments: CrashScenario.all)
  func `before any operation: nothing saved or acknowledged is lost`(_ scenario: CrashScenario) throws {
    let operations = try Run(scenario).operations
    #expect(operations > 5)
    for step in 1...(operations + 1) {
      for seed in 0..<Self.seeds {
        let run = try Run(scenario, cutBefore: step)
        var generator = SeededGenerator(seed: seed &* 7919 &+ UInt64(step))
        run.desk.crash(using: &generator)
        let label = "\(scenario.name), step \(step), seed \(seed)"
        do {
          try run.desk.open()
          try check(run.desk, run.noted, label)
        } catch { Issue.record(error, "\(label)") }
      }
    }
  }

  @Test(arguments: CrashScenario.all, RecorderHooks.Step.allCases)
  func `after any step of a turn: nothing saved or acknowledged is lost`(
    _ scenario: CrashScenario, _ step: RecorderHooks.Step
  ) throws {
    for time in 1...2 {
      for seed in 0..<Self.seeds {
        let run = try Run(scenario, cutAfter: (step, time))
        var generator = SeededGenerator(seed: seed &* 31 &+ UInt64(time))
        run.desk.crash(using: &generator)
        let label = "\(scenario.name), \(step) \(time), seed \(seed)"
        do {
          try run.desk.open()
          try check(run.desk, run.noted, label)
        } catch { Issue.record(error, "\(label)") }
      }
    }
  }

  @Test(arguments: CrashScenario.all)
  func `in the middle of recovery: the next one ends it`(_ scenario: CrashScenario) throws {
    let operations = try Run(scenario).operations
    for seed in 0..<(6 * Self.seeds) {
      var generator = SeededGenerator(seed: seed)
      let step = Int.random(in: 1...(operations + 1), using: &generator)
      let run = try Run(scenario, cutBefore: step)
      let label = "\(scenario.name), step \(step), seed \(seed)"
      do {
        for _ in 0..<Int.random(in: 1...3, using: &generator) {
          run.desk.crash(using: &generator)
          let count = Counter()
          let cut = run.desk.powerCut()
          let inner = Int.random(in: 1...60, using: &generator)
          run.desk.observe { _, _ in if count.add() == inner { cut() } }
          do { try run.desk.open() } catch { if run.desk.power.isOn { throw error } }
        }
        run.desk.crash(using: &generator)
        try run.desk.open()
        try check(run.desk, run.noted, label)
      } catch { Issue.record(error, "\(label)") }
    }
  }

  /// The text is a beginning of the recorded one, as a power cut leaves it of a file that nobody synced.
  @Test(arguments: [(isSameBoot: true, "1\nagent\n"), (false, "1\n2\n3\nagent\n")])
  func `a shorter text that was saved in the instant of a write is a save if only the process ended`(
    isSameBoot: Bool, expected: String
  ) throws {
    let desk = try Desk()
    try desk.save("a.md", "1\n2\n3\n", durable: true)
    try desk.record("a.md")
    let cut = desk.powerCut()
    desk.hooks = RecorderHooks { step in
      if step == .staged { try? desk.save("a.md", "1\n", durable: true) }
      guard step == .placed else { return }
      try? desk.tree.synchronizeAll()
      cut()
    }
    try desk.open()
    desk.hooks = RecorderHooks()
    _ = try? desk.write("a.md", .text("1\n2\n3\nagent\n"), base: .version(desk.token("1\n2\n3\n")))
    var generator = SeededGenerator(seed: 1)
    desk.crash(using: &generator)
    try desk.open(isSameBoot: isSameBoot)
    try desk.scan(afterPowerLoss: !isSameBoot)
    #expect(try desk.text("a.md") == expected)
  }
}
