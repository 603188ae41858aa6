internal import Abilities
internal import Facts
internal import Payloads
internal import WorkspaceAPI

/// The change at the end of a plan: asks the person, then writes.
struct AbilityChange {
  let change: AbilityPlan.Change
  /// The values that the command line gives.
  let values: [String: String]
  /// Whether the person confirmed in advance.
  let isConfirmed: Bool
  /// Whether an agent is the caller.
  let isAgent: Bool

  /// The result of a change.
  struct Outcome: Hashable, Sendable {
    /// A sentence for each change that was made, and for each that was not.
    var notes: [String] = []
    /// Whether a change of the command line was not made.
    var isIncomplete = false
  }

  /// Carries out the change.
  ///
  /// - Throws: `VerbError` for values that are wrong.
  func perform(_ facts: PlanFacts, _ context: CommandContext) async throws(VerbError) -> Outcome {
    guard facts.payload != nil || isNamed else { return Outcome() }
    guard !isAgent, context.callingAgent == nil else {
      return Outcome(
        notes: [
          "Nothing was changed: only the person records habits and reminders, with 'stet ability run' in a terminal."
        ], isIncomplete: isNamed)
    }
    guard facts.payload != nil, let sources = FactSources(environment: context.environment) else {
      let reason = facts.missing.first?.line ?? "HOME is not set, so there are no sources."
      return Outcome(notes: ["\(nothing): \(reason)"], isIncomplete: true)
    }
    var grid: HabitGrid?
    if case .habits(let habits)? = facts.payload { grid = habits }
    var outcome = Outcome()
    let wanted = try wanted(facts, context, &outcome.notes)
    if wanted.isEmpty, outcome.notes.isEmpty, isNamed || !context.console.asksPerson {
      return Outcome(notes: [advice], isIncomplete: isNamed)
    }
    let now = await context.runTime().now
    for (change, wasAsked) in wanted {
      if let remark = PlanChange.remark(on: change, now: now) {
        if isConfirmed || wasAsked {
          outcome.notes.append(remark)
        } else {
          context.console.printError("stet: \(remark)\n")
        }
      }
      if !isConfirmed, !wasAsked {
        guard let agrees = context.console.agrees(PlanChange.question(change, in: grid)) else {
          outcome.notes.append("Nothing was changed: confirm with --yes, or run the command in a terminal.")
          outcome.isIncomplete = true
          return outcome
        }
        guard agrees else {
          let subject = if case .habit(let name, _, _) = change { " for '\(name)'" } else { "" }
          outcome.notes.append("\(nothing)\(subject), as you decided.")
          continue
        }
      }
      switch await sources.carryOut(change) {
      case .value(let place): outcome.notes.append("\(PlanChange.report(change, in: grid)) Written to \(place).")
      case .failed(let line), .notSetUp(let line):
        outcome.notes.append(line)
        outcome.isIncomplete = true
      }
    }
    return outcome
  }

  /// Whether the command line names a change.
  private var isNamed: Bool {
    switch change {
    case .recordHabits: values["habit"] != nil
    case .addReminder: values["reminder"] != nil
    }
  }

  private var nothing: String {
    switch change {
    case .recordHabits: "Nothing was recorded"
    case .addReminder: "Nothing was added"
    }
  }

  private var advice: String {
    switch change {
    case .recordHabits: "\(nothing); record with --set habit=NAME, or run the command in a terminal."
    case .addReminder: "\(nothing); add with --set reminder=TEXT --set due=TIME, or run the command in a terminal."
    }
  }

  /// Returns the changes that the command line names, else those that the person names at the terminal, with whether
  /// they are confirmed by that.
  ///
  /// - Parameter notes: receives a sentence for each habit that needs no entry.
  private func wanted(
    _ facts: PlanFacts, _ context: CommandContext, _ notes: inout [String]
  ) throws(VerbError) -> [(change: FactChange, wasAsked: Bool)] {
    let asks = context.console.asksPerson && !context.printsJSON
    switch change {
    case .recordHabits:
      guard case .habits(let grid) = facts.payload else { return [] }
      if let names = values["habit"] {
        let entries = try PlanChange.entries(of: names, amount: values["amount"], in: grid, on: grid.days.last)
        notes += entries.notes
        return entries.changes.map { ($0, false) }
      }
      guard asks else { return [] }
      let entries = grid.open.map { habit in
        FactChange.habit(name: habit.name, day: grid.days.last, amount: habit.rest(on: grid.days.last))
      }
      return entries.filter { context.console.agrees(PlanChange.question($0, in: grid)) == true }.map { ($0, true) }
    case .addReminder:
      if let title = values["reminder"] { return [(try PlanChange.reminder(title, due: values["due"]), false)] }
      guard asks, let title = context.console.answer("Remind of (nothing to end)"), !title.isEmpty else { return [] }
      let due = context.console.answer("When, such as 2026-11-28T09:00 (nothing for no time)")
      return [(try PlanChange.reminder(title, due: due), false)]
    }
  }
}
