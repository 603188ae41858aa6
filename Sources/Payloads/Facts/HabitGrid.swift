internal import Values

/// Habits with their entries of some days.
package struct HabitGrid: Hashable, Sendable {
  /// The days; the last one is the present.
  package var days: DaySpan
  /// The habits in the order of the source.
  package var habits: [Habit]

  /// Creates a grid.
  package init(days: DaySpan, habits: [Habit]) {
    self.days = days
    self.habits = habits
  }

  /// The habits without enough entries on the last day.
  package var open: [Habit] { habits.filter { !$0.isDone(on: days.last) } }
}

package struct Habit: Hashable, Sendable {
  package var name: String
  /// The sums of the entries of each day; a day without entries is missing.
  package var amounts: [CalendarDay: Double]
  /// The sum at which a day is done.
  package var goal: Double
  /// The unit of the amounts; empty for times.
  package var unit: String

  /// Creates a habit.
  package init(name: String, amounts: [CalendarDay: Double], goal: Double = 1, unit: String = "") {
    self.name = name
    self.amounts = amounts
    self.goal = goal
    self.unit = unit
  }

  /// Returns whether a day is done.
  package func isDone(on day: CalendarDay) -> Bool { amounts[day].map { $0 > 0 && $0 >= goal } ?? false }

  /// Returns the amount that a day lacks to its goal; 0 for a day that is done, and 1 without a goal.
  package func rest(on day: CalendarDay) -> Double {
    let rest = goal - (amounts[day] ?? 0)
    return isDone(on: day) ? 0 : rest > 0 ? rest : 1
  }

  /// Returns the sum of a day with the goal in words, such as `2 of 5 km`.
  package func progress(on day: CalendarDay) -> String {
    let sums = [amounts[day] ?? 0, goal].map(NumberText.short).joined(separator: " of ")
    return unit.isEmpty ? sums : "\(sums) \(unit)"
  }

  /// Returns the number of successive done days that end with a day, or with the day before if it is not done yet.
  package func streak(until day: CalendarDay) -> Int {
    var last = isDone(on: day) ? day : day.adding(-1)
    var count = 0
    while isDone(on: last) {
      count += 1
      last = last.adding(-1)
    }
    return count
  }
}

extension HabitGrid: PayloadContent {
  var members: [JSONMember] {
    var fields = JSONFields()
    fields.add("from", days.first.text)
    fields.add("to", days.last.text)
    fields.add("habits", habits) { fields, habit in
      fields.add("name", habit.name)
      fields.add("done", habit.isDone(on: days.last))
      fields.add("goal", habit.goal)
      if !habit.unit.isEmpty { fields.add("unit", habit.unit) }
      fields.add("streak", habit.streak(until: days.last))
      fields.add("doneDays", days.days.count { habit.isDone(on: $0) })
      let entries: [JSONMember] = days.days.compactMap { day in
        habit.amounts[day].flatMap(NumberText.json).map { JSONMember(name: day.text, value: $0) }
      }
      fields.add("amounts", .object(entries))
    }
    return fields.members
  }

  /// One line for each habit with a mark for each day, the last one at the end, and that day's amount of the goal.
  var lines: [String] {
    guard !habits.isEmpty else { return ["No habits."] }
    var rows = AlignedLines()
    for habit in habits {
      let marks = days.days.map { habit.isDone(on: $0) ? "●" : habit.amounts[$0] == nil ? "·" : "○" }.joined()
      let streak = habit.streak(until: days.last)
      // A habit that is done once a day has no amounts to show.
      let isCounted = habit.goal != 1 || !habit.unit.isEmpty
      rows.add(
        habit.name, marks, habit.isDone(on: days.last) ? "done" : "open",
        isCounted ? habit.progress(on: days.last) : "",
        streak > 1 ? "\(streak) days in a row" : "")
    }
    return rows.lines
  }
}
