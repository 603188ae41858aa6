package import Payloads
internal import Values
package import WorkspaceAPI

/// The changes that plans make after the person confirmed them. Pure.
package enum PlanChange {
  /// The entries of habits that a person named.
  package struct Entries: Hashable, Sendable {
    /// The entries.
    package var changes: [FactChange] = []
    /// A sentence for each habit that needs no entry.
    package var notes: [String] = []
  }

  /// Returns the entries of habits that a person named. Without an amount an entry fills the day up to the goal of its
  /// habit.
  ///
  /// - Parameters:
  ///   - names: the names of habits, separated by commas.
  ///   - amount: the amount to add to each; nil for the rest of its goal, or 1 for an unknown habit.
  ///   - grid: the habits; nil if they are not known.
  /// - Throws: `VerbError` for a name that no habit has, and an amount that is no number greater than 0.
  package static func entries(
    of names: String, amount: String?, in grid: HabitGrid?, on day: CalendarDay
  ) throws(VerbError) -> Entries {
    let known = grid?.habits ?? []
    let given = try amount.map { (text) throws(VerbError) in try number(text) }
    var entries = Entries()
    for (name, habit) in Self.habits(names, among: known) {
      if habit == nil, !known.isEmpty {
        throw VerbError.unknown(
          "habit", name, among: known.map(\.name), kept: "Nothing was recorded.",
          next: "Name one of: \(known.map(\.name).joined(separator: ", ")).")
      }
      let sum = given ?? habit?.rest(on: day) ?? 1
      if let habit, sum <= 0 {
        entries.notes.append(
          "Nothing was recorded for '\(habit.name)': \(habit.progress(on: day)). More with --set amount=NUMBER.")
      } else {
        entries.changes.append(.habit(name: habit?.name ?? name, day: day, amount: sum))
      }
    }
    return entries
  }

  /// Returns the names in a list, each with its habit; nil for an unknown one. A habit with commas in its name is found
  /// before its parts.
  private static func habits(_ names: String, among known: [Habit]) -> [(name: String, habit: Habit?)] {
    var found: [(name: String, habit: Habit?)] = []
    var rest = names.split(separator: ",", omittingEmptySubsequences: false)[...]
    while !rest.isEmpty {
      let counts = (1...rest.count).reversed()
      let texts = counts.lazy.map { (count: $0, name: DraftRules.trimmed(rest.prefix($0).joined(separator: ","))) }
      let match = texts.compactMap { count, name in
        known.first { $0.name.lowercased() == name.lowercased() }.map { (count: count, name: name, habit: $0) }
      }.first
      if let match {
        found.append((match.name, match.habit))
        rest = rest.dropFirst(match.count)
      } else {
        let name = DraftRules.trimmed(String(rest.removeFirst()))
        if !name.isEmpty { found.append((name, nil)) }
      }
    }
    return found
  }

  private static func number(_ amount: String) throws(VerbError) -> Double {
    guard let number = Double(amount), number.isFinite, number > 0 else {
      throw VerbError(
        .usage, "The amount '\(amount)' is no number greater than 0.", kept: "Nothing was recorded.",
        next: "An entry is corrected or removed in the file of the source.")
    }
    return number
  }

  /// Returns the new reminder of a title and a time.
  ///
  /// - Parameter due: `2026-11-28`, `2026-11-28T09:00` or `2026-11-28 09:00`; nil or empty for no time.
  /// - Throws: `VerbError` (usage) for another text.
  package static func reminder(_ title: String, due: String?) throws(VerbError) -> FactChange {
    let title = DraftRules.trimmed(title)
    guard !title.isEmpty else { throw VerbError(.usage, "A reminder needs a text.", kept: "Nothing was added.") }
    let due = DraftRules.trimmed(due ?? "")
    guard !due.isEmpty else { return .reminder(title: title, day: nil, minute: nil) }
    let wrong = VerbError(
      .usage, "'\(due)' is no day and time.", kept: "Nothing was added.",
      next: "Write it as 2026-11-28 or 2026-11-28T09:00.")
    guard let day = CalendarDay(String(due.prefix(10))) else { throw wrong }
    let rest = due.dropFirst(10)
    guard let mark = rest.first else { return .reminder(title: title, day: day, minute: nil) }
    let parts = rest.dropFirst().split(separator: ":", omittingEmptySubsequences: false)
    guard mark == "T" || mark == " ", parts.count == 2, parts.allSatisfy({ $0.utf8.count == 2 }),
      let hour = Int(parts[0]), let minute = Int(parts[1]), (0..<24).contains(hour), (0..<60).contains(minute)
    else { throw wrong }
    return .reminder(title: title, day: day, minute: hour * 60 + minute)
  }

  /// Returns the remark on a reminder that is due before the present time; nil for any other change.
  package static func remark(on change: FactChange, now: LocalTime) -> String? {
    guard case .reminder(_, let due?, let minute) = change else { return nil }
    guard due < now.day || due == now.day && minute.map({ $0 < now.minuteOfDay }) == true else { return nil }
    let time = [due.text, minute.map(LocalTime.clock)].compactMap(\.self).joined(separator: " ")
    return "The time of the reminder, \(time), has passed already."
  }

  /// Returns a change as a question to the person.
  ///
  /// - Parameter grid: the habits with their entries; nil if they are not known.
  package static func question(_ change: FactChange, in grid: HabitGrid? = nil) -> String {
    switch change {
    case .habit(let name, let day, let amount):
      "Record \(words(name, amount, in: grid)) for \(day.words)\(sum(name, day, amount, in: grid))?"
    case .reminder(let title, let day, let minute): "Add the reminder '\(title)'\(time(day, minute))?"
    }
  }

  /// Returns the report of a change that was made, such as `Recorded 3 km of 'Run'`.
  package static func report(_ change: FactChange, in grid: HabitGrid? = nil) -> String {
    switch change {
    case .habit(let name, let day, let amount):
      "Recorded \(words(name, amount, in: grid))\(sum(name, day, amount, in: grid))."
    case .reminder(let title, let day, let minute): "Added the reminder '\(title)'\(time(day, minute))."
    }
  }

  private static func time(_ day: CalendarDay?, _ minute: Int?) -> String {
    let time = [day?.words, minute.map(LocalTime.clock)].compactMap(\.self).joined(separator: " ")
    return time.isEmpty ? "" : " for \(time)"
  }

  /// Returns the amount of an entry with the name of its habit.
  private static func words(_ name: String, _ amount: Double, in grid: HabitGrid?) -> String {
    let unit = grid?.habits.first { $0.name == name }?.unit ?? ""
    let number = NumberText.plain(amount)
    return unit.isEmpty ? "'\(name)' (\(number))" : "\(number) \(unit) of '\(name)'"
  }

  /// Returns the sum of a habit's day after an entry; empty if the habit is not known.
  private static func sum(_ name: String, _ day: CalendarDay, _ amount: Double, in grid: HabitGrid?) -> String {
    guard var habit = grid?.habits.first(where: { $0.name == name }) else { return "" }
    habit.amounts[day, default: 0] += amount
    return ", then \(habit.progress(on: day))"
  }
}
