import Payloads
import Testing
import WorkspaceAPI

@testable import Abilities

/// The changes that plans make.
@Suite struct PlanChangeTests {
  private static let day = CalendarDay(number: 20_784)
  private static let grid = HabitGrid(
    days: DaySpan(from: day),
    habits: [
      Habit(name: "Run", amounts: [day: 2], goal: 5, unit: "km"), Habit(name: "Read", amounts: [:]),
      Habit(name: "Walk", amounts: [day: 3], goal: 3),
    ])

  @Test func `an entry fills the day up to the goal of its habit, or has the amount that is given`() throws {
    let entries = try PlanChange.entries(of: "run, Read,", amount: nil, in: Self.grid, on: Self.day)
    #expect(
      entries.changes == [
        .habit(name: "Run", day: Self.day, amount: 3), .habit(name: "Read", day: Self.day, amount: 1),
      ])
    #expect(entries.notes.isEmpty)
    let given = try PlanChange.entries(of: "Run", amount: "2.5", in: Self.grid, on: Self.day).changes
    #expect(given == [.habit(name: "Run", day: Self.day, amount: 2.5)])
    #expect(
      PlanChange.question(given[0], in: Self.grid) == "Record 2.5 km of 'Run' for Fri 27 Nov, then 4.5 of 5 km?")
    #expect(PlanChange.report(given[0], in: Self.grid) == "Recorded 2.5 km of 'Run', then 4.5 of 5 km.")
    let new = try PlanChange.entries(of: "Swim", amount: nil, in: nil, on: Self.day)
    #expect(new.changes == [.habit(name: "Swim", day: Self.day, amount: 1)])
    #expect(PlanChange.question(new.changes[0]) == "Record 'Swim' (1) for Fri 27 Nov?")
  }

  @Test func `a habit whose goal is reached gets an entry only with an amount`() throws {
    let reached = try PlanChange.entries(of: "Walk", amount: nil, in: Self.grid, on: Self.day)
    #expect(reached.changes.isEmpty && reached.notes.count == 1 && reached.notes[0].contains("3 of 3"), "\(reached)")
    let more = try PlanChange.entries(of: "Walk", amount: "1", in: Self.grid, on: Self.day)
    #expect(more.changes == [.habit(name: "Walk", day: Self.day, amount: 1)] && more.notes.isEmpty)
  }

  @Test func `a habit with a comma in its name is one habit`() throws {
    let habits = ["Walk", "Walk, slowly", "Read"].map { Habit(name: $0, amounts: [:]) }
    let grid = HabitGrid(days: DaySpan(from: Self.day), habits: habits)
    let entries = try PlanChange.entries(of: "Read, walk, Slowly,Walk", amount: nil, in: grid, on: Self.day)
    let names = entries.changes.map { change -> String in
      if case .habit(let name, _, _) = change { name } else { "" }
    }
    #expect(names == ["Read", "Walk, slowly", "Walk"])
  }

  @Test(
    arguments: [("Swim", nil), ("Run", "much"), ("Run", "nan"), ("Run", "-1"), ("Run", "0")] as [(String, String?)])
  func `an unknown habit and a wrong amount are refused`(name: String, amount: String?) {
    #expect(throws: VerbError.self) {
      try PlanChange.entries(of: name, amount: amount, in: Self.grid, on: Self.day)
    }
  }

  @Test(
    arguments: [
      (nil, nil, nil, "Add the reminder 'Call Ada'?"), ("", nil, nil, "Add the reminder 'Call Ada'?"),
      ("2026-11-28", "2026-11-28", nil, "Add the reminder 'Call Ada' for Sat 28 Nov?"),
      ("2026-11-28T09:05", "2026-11-28", 545, "Add the reminder 'Call Ada' for Sat 28 Nov 09:05?"),
      (" 2026-11-28 09:05 ", "2026-11-28", 545, "Add the reminder 'Call Ada' for Sat 28 Nov 09:05?"),
    ] as [(String?, String?, Int?, String)])
  func `a reminder has a day and perhaps a time`(due: String?, day: String?, minute: Int?, question: String) throws {
    let change = try PlanChange.reminder(" Call Ada ", due: due)
    #expect(change == .reminder(title: "Call Ada", day: day.flatMap { CalendarDay($0) }, minute: minute))
    #expect(PlanChange.question(change) == question)
  }

  @Test func `a reminder that is due before the present time has a remark`() throws {
    let now = LocalTime(seconds: Self.day.number * 86_400 + 9 * 3_600, offset: 0)
    for (due, isPast) in [
      ("2026-11-26", true), ("2026-11-27", false), ("2026-11-27T08:59", true), ("2026-11-27T09:00", false),
      ("2026-11-28T00:00", false), ("", false),
    ] {
      let remark = PlanChange.remark(on: try PlanChange.reminder("x", due: due), now: now)
      #expect((remark != nil) == isPast, "\(due)")
    }
  }

  @Test(
    arguments: [("", nil), ("x", "tomorrow"), ("x", "2026-11-31"), ("x", "2026-11-28T9:05"), ("x", "2026-11-28T24:00")]
      as [(String, String?)])
  func `a reminder without a text, and another form of time, are refused`(title: String, due: String?) {
    #expect(throws: VerbError.self) { try PlanChange.reminder(title, due: due) }
  }
}

/// The values that a person gives for a run.
@Suite struct GivenValuesTests {
  @Test(
    arguments: [
      ("", "logHabits", ["hbait": "Run"], "Did you mean 'habit'?"), ("", "logHabits", ["habit": "Run"], nil),
      ("", "logHabits", ["amount": "2"], "--set habit=NAME"), ("", "logHabits", ["due": "x"], "habit, amount"),
      ("", "reminderCreate", ["due": "2026-11-28"], "--set reminder=TEXT"),
      ("", "reminderCreate", ["due": "2026-11-28", "reminder": "Call"], nil),
      ("", "notesSearch", ["topic": "whales"], nil), ("", "calendarToday", ["topic": "whales"], "It uses no values."),
      ("About {{topic}}", nil, ["topic": "whales"], nil), ("About {{topic}}", nil, ["topik": "x"], "'topic'"),
      ("About {{topic}}", nil, ["habit": "Run"], "It uses topic."), ("{{today}}", nil, ["today": "x"], nil),
      ("{{due}}", nil, ["due": "x"], nil),
    ] as [(String, String?, [String: String], String?)])
  func `a value that the run does not use is refused with the nearest name`(
    prompt: String, plan: String?, values: [String: String], message: String?
  ) throws {
    let plan = plan.flatMap { AbilityPlan.named($0) }
    guard let message else { return try GivenValues.check(values, prompt: prompt, plan: plan) }
    let fault = #expect(throws: VerbError.self) { try GivenValues.check(values, prompt: prompt, plan: plan) }
    #expect(fault.map { "\($0)".contains(message) } == true, "\(String(describing: fault))")
  }
}
