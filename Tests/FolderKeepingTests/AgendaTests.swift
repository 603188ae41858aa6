import GitObjects
import TestSupport
import Testing

@testable import FolderKeeping

@Suite struct AgendaTests {
  @Test func `due chores are done in their order, each at most once a round`() {
    var agenda = Agenda()
    for chore in Agenda.Chore.allCases.reversed() { agenda.set(chore, at: 10) }
    agenda.set(.scan, at: 11)
    var done: [Agenda.Chore] = []
    while let chore = agenda.takeDue(at: 10, after: done.last) {
      done.append(chore)
      // A chore that wants to be done again waits for the next round.
      agenda.set(chore, at: 10)
    }
    #expect(done == Agenda.Chore.allCases.filter { $0 != .scan })
    let next = agenda.takeDue(at: 10, after: nil)
    #expect(next == .checkConfiguration)
  }

  @Test func `a delay that has begun is not prolonged, and begins anew once its chore was done or not wanted`() {
    var agenda = Agenda()
    agenda.setOnce(.follow, at: 20)
    agenda.setOnce(.follow, at: 30)
    #expect(agenda.next == 20)
    agenda.setOnce(.follow, at: 15)
    #expect(agenda.next == 15)
    let taken = agenda.takeDue(at: 15, after: nil)
    #expect(taken == .follow)
    agenda.setOnce(.follow, at: 40)
    #expect(agenda.next == 40)
    agenda.setOnce(.follow, at: nil)
    #expect(agenda.next == nil)
    agenda.setOnce(.follow, at: 50)
    #expect(agenda[.follow] == 50)
  }

  @Test(arguments: Seeds.blocks(plain: 200, long: 100_000))
  func `the next time is the earliest of all, and no chore is taken before its time`(seeds: Range<UInt64>) {
    for seed in seeds { Self.checkTimes(seed) }
  }

  private static func checkTimes(_ seed: UInt64) {
    var generator = SeededGenerator(seed: seed)
    var agenda = Agenda()
    var model: [Agenda.Chore: Int64] = [:]
    for _ in 0..<60 {
      let chore = Agenda.Chore.allCases.randomElement(using: &generator) ?? .scan
      let time = Bool.random(using: &generator) ? Int64.random(in: 0..<100, using: &generator) : nil
      if Bool.random(using: &generator) {
        agenda.set(chore, at: time)
        model[chore] = time
      } else {
        agenda.setOnce(chore, at: time)
        model[chore] = time.map { min($0, model[chore] ?? $0) }
      }
      #expect(agenda.next == model.values.min(), "seed \(seed)")
      let now = Int64.random(in: 0..<100, using: &generator)
      let expected = Agenda.Chore.allCases.first { model[$0].map { $0 <= now } ?? false }
      let taken = agenda.takeDue(at: now, after: nil)
      #expect(taken == expected, "seed \(seed)")
      if let expected { model[expected] = nil }
    }
  }

  @Test func `late files are read at growing intervals, and at once again when a new one comes`() {
    var reads = LateReads()
    func due(_ files: Set<String>) -> Int64? { reads.due(for: files, at: 0) }
    var times = [due([]), due(["a"])]
    for _ in 0..<2 {
      reads.noteRead()
      times.append(due(["a"]))
    }
    times.append(due(["a", "b"]))
    for _ in 0..<40 { reads.noteRead() }
    times.append(due(["a", "b"]))
    reads.noteChange()
    times.append(due(["b"]))
    #expect(
      times == [nil, 200_000_000, 400_000_000, 800_000_000, 200_000_000, 30_000_000_000, 200_000_000])
  }

  @Test func `contents that could not be placed are tried again after a growing delay, by one task`() throws {
    var waiting = WaitingPlacements()
    let file = try WorkspacePath("film.bin")
    func starts(_ hasNew: Bool, at now: Int64) -> Bool { waiting.start(hasNew: hasNew, at: now) }
    func taken(at now: Int64) -> Set<WorkspacePath> { waiting.take(at: now) }
    #expect(!starts(false, at: 0) && waiting.due == nil)
    waiting.add([file], at: 0)
    #expect(waiting.due == 250_000_000)
    #expect(!starts(false, at: 249_999_999) && taken(at: 249_999_999).isEmpty)
    #expect(starts(false, at: 250_000_000))
    #expect(!starts(true, at: 250_000_000))
    #expect(taken(at: 250_000_000) == [file] && waiting.due == nil)
    waiting.add([file], at: 250_000_000)
    #expect(waiting.due == nil, "the task is running")
    waiting.end()
    #expect(waiting.due == 750_000_000)
    waiting.notePlaced()
    #expect(starts(true, at: 250_000_000))
    waiting.add([file], at: 750_000_000)
    waiting.end()
    #expect(waiting.due == 1_000_000_000)
  }

  @Test func `index updates gather exchanges, rest after their work, and look at racy files once more`() throws {
    var refresh = IndexRefresh()
    let file = try WorkspacePath("film.bin")
    func racy(at now: Int64) -> [WorkspacePath] { refresh.takeRacy(at: now) }
    #expect(refresh.due(hasExchanged: false, at: 5) == nil)
    #expect(refresh.due(hasExchanged: true, at: 5) == 200_000_005)
    refresh.addRacy([file], at: 5)
    #expect(refresh.due(hasExchanged: false, at: 5) == 1_000_000_005)
    #expect(racy(at: 1_000_000_004).isEmpty && refresh.hasRacy)
    #expect(racy(at: 1_000_000_005) == [file] && !refresh.hasRacy)
    refresh.noteEnd(from: 0, to: 100_000_000, isDone: true)
    #expect(!refresh.mayBegin(at: 5_099_999_999) && refresh.mayBegin(at: 5_100_000_000))
    #expect(refresh.due(hasExchanged: true, at: 0) == 5_100_000_000)
    refresh.noteEnd(from: 0, to: 100_000_000, isDone: false)
    #expect(refresh.due(hasExchanged: true, at: 0) == 1_100_000_000)
  }
}
