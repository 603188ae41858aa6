package import Payloads
package import WorkspaceAPI

/// The changes that plans make after the person confirmed them. Pure.
package enum PlanChange {
  /// Returns the entries of habits that a person named.
  ///
  /// - Parameters:
  ///   - names: the names of habits, separated by commas.
  ///   - amount: the amount of each; nil for the goal of the habit, or 1 for an unknown one.
  ///   - grid: the habits; nil if they are not known.
  /// - Throws: `VerbError` (usage) for a name that no habit has, and an amount that is no number.
  package static func entries(
    of names: String, amount: String?, in grid: HabitGrid?, on day: CalendarDay
  ) throws(VerbError) -> [FactChange] {
    let known = grid?.habits ?? []
    var entries: [FactChange] = []
    for part in names.split(separator: ",") {
      let name = DraftRules.trimmed(String(part))
      guard !name.isEmpty else { continue }
      let habit = known.first { $0.name.lowercased() == name.lowercased() }
      if habit == nil, !known.isEmpty {
        throw VerbError(
          .usage, "There is no habit '\(name)'.", kept: "Nothing was recorded.",
          next: "Name one of: \(known.map(\.name).joined(separator: ", ")).")
      }
      var sum = habit?.goal ?? 1
      if let amount {
        guard let number = Double(amount), number.isFinite else {
          throw VerbError(.usage, "The amount '\(amount)' is no number.", kept: "Nothing was recorded.")
        }
        sum = number
      }
      entries.append(.habit(name: habit?.name ?? name, day: day, amount: sum))
    }
    return entries
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

  /// Returns a change as a question to the person.
  package static func question(_ change: FactChange) -> String {
    switch change {
    case .habit(let name, let day, let amount):
      let whole = Int(exactly: amount).map(String.init) ?? "\(amount)"
      return "Record '\(name)' (\(whole)) for \(day.words)?"
    case .reminder(let title, let day, let minute):
      let time = [day?.words, minute.map(LocalTime.clock)].compactMap { $0 }.joined(separator: " ")
      return "Add the reminder '\(title)'\(time.isEmpty ? "" : " for \(time)")?"
    }
  }
}
