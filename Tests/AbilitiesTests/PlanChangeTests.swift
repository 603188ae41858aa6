import Payloads
import Testing
import WorkspaceAPI

@testable import Abilities

/// The changes that plans make.
@Suite struct PlanChangeTests {
  private static let day = CalendarDay(number: 20_784)
  private static let grid = HabitGrid(
    days: DaySpan(from: day),
    habits: [Habit(name: "Run", amounts: [:], goal: 5, unit: "km"), Habit(name: "Read", amounts: [:])])

  @Test func `an entry has the goal of its habit, or the amount that is given`() throws {
    let entries = try PlanChange.entries(of: "run, Read,", amount: nil, in: Self.grid, on: Self.day)
    #expect(
      entries == [.habit(name: "Run", day: Self.day, amount: 5), .habit(name: "Read", day: Self.day, amount: 1)])
    let given = try PlanChange.entries(of: "Run", amount: "2.5", in: Self.grid, on: Self.day)
    #expect(given == [.habit(name: "Run", day: Self.day, amount: 2.5)])
    #expect(PlanChange.question(given[0]) == "Record 'Run' (2.5) for Fri 27 Nov?")
    let new = try PlanChange.entries(of: "Swim", amount: nil, in: nil, on: Self.day)
    #expect(new == [.habit(name: "Swim", day: Self.day, amount: 1)])
  }

  @Test(arguments: [("Swim", nil), ("Run", "much"), ("Run", "nan")] as [(String, String?)])
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

  @Test(
    arguments: [("", nil), ("x", "tomorrow"), ("x", "2026-11-31"), ("x", "2026-11-28T9:05"), ("x", "2026-11-28T24:00")]
      as [(String, String?)])
  func `a reminder without a text, and another form of time, are refused`(title: String, due: String?) {
    #expect(throws: VerbError.self) { try PlanChange.reminder(title, due: due) }
  }
}
