import Payloads
import Synchronization
import TestSupport
import Testing

@testable import Abilities

/// Runs of plans with sources that are functions, in virtual time.
@Suite struct PlanRunnerTests {
  private static let now = LocalTime(seconds: 1_795_777_200, offset: 60)
  private let clock = VirtualClock()

  private func runner(_ read: @escaping PlanRunner.Reader) -> PlanRunner {
    PlanRunner(clock: { [clock] in clock.now }, sleep: { [clock] in try await clock.wait($0) }, read: read)
  }

  private func run(
    _ key: String, _ read: @escaping PlanRunner.Reader, during drive: () async throws -> Void
  ) async throws -> (run: PlanRun, seen: [[String]]) {
    let plan = try #require(AbilityPlan.named(key))
    let runner = runner(read)
    let task = Task {
      var seen: [[String]] = []
      let run = await runner.run(plan, now: Self.now) { seen.append($0.steps.map(\.word)) }
      return (run, seen)
    }
    try await drive()
    return await task.value
  }

  @Test func `four sources of a second each end within a second`() async throws {
    let clock = clock
    let result = try await run("morningBriefing") { query in
      try? await clock.wait(.seconds(1))
      return SourceReading(query.source == .mail ? .failed("away") : .value(.notes(NoteList(words: [], notes: []))))
    } during: {
      // Four sources and the timeout of each.
      #expect(await clock.hasSleepers(8))
      clock.advance(by: .seconds(1))
    }
    #expect(clock.now == .seconds(1) && result.run.steps.allSatisfy { $0.duration == .seconds(1) })
    #expect(result.run.steps.map(\.word) == ["done", "done", "done", "failed"])
    #expect(result.seen.first == ["running", "running", "running", "running"] && result.seen.count == 5)
    #expect(await clock.hasSleepers(0))
  }

  @Test func `the steps of a sequential plan follow each other`() async throws {
    let clock = clock
    let asked = Mutex<[FactQuery]>([])
    let event = CalendarEvent(title: "Krill", start: Self.now, end: Self.now)
    let result = try await run("notesSearch") { query in
      asked.withLock { $0.append(query) }
      try? await clock.wait(.seconds(1))
      if case .events(let days) = query {
        return SourceReading(.value(.events(EventList(days: days, events: [event]))))
      }
      return SourceReading(.value(.notes(NoteList(words: ["Krill"], notes: []))))
    } during: {
      #expect(await clock.hasSleepers(2))
      clock.advance(by: .seconds(1))
      // The second step and both timeouts.
      #expect(await clock.hasSleepers(3))
      clock.advance(by: .seconds(1))
    }
    #expect(asked.withLock { $0.last } == .notes(["Krill"]) && clock.now == .seconds(2))
    #expect(result.seen == [["running", "waiting"], ["done", "running"], ["done", "done"]])
  }

  @Test func `a source that does not answer in time is a line, and others are used`() async throws {
    let clock = clock
    let result = try await run("planAfternoon") { query in
      if query.source == .habits { try? await clock.wait(.seconds(1_000)) }
      return SourceReading(.value(.notes(NoteList(words: [], notes: []))), remarks: ["A file is damaged."])
    } during: {
      // The slow source and both timeouts.
      #expect(await clock.hasSleepers(3))
      clock.advance(by: .seconds(20))
    }
    #expect(result.run.steps.map(\.word) == ["done", "failed"])
    #expect(result.run.facts.missing.map(\.line) == ["Habits did not answer within 20 s."])
    #expect(result.run.facts.lines.last == "Calendar: A file is damaged.")
  }

  @Test func `a cancelled run ends at once`() async throws {
    let clock = clock
    let plan = try #require(AbilityPlan.named("planDay"))
    let runner = runner { _ in
      try? await clock.wait(.seconds(1_000))
      return SourceReading(.failed("late"))
    }
    let task = Task { await runner.run(plan, now: Self.now) }
    #expect(await clock.hasSleepers(6))
    task.cancel()
    let run = await task.value
    #expect(!run.isOver && run.facts.missing.count == 3 && clock.now == .zero)
  }
}
